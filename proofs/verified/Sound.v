(** * The walk is sound

    What a walk accepts is won: static reasons, by vectors of pieces; nodes, by the moves below them;
    what is known, because it was proven before. *)

From Coq Require Import NArith ZArith List Lia Bool Setoid Morphisms Arith FMapFacts OrderedTypeEx.
From Crosscram Require Import Rules Cells Games Numbers Vectors Pieces Checker Symmetry.
Import ListNotations.
Open Scope N_scope.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Module TableFacts := WFacts_fun N_as_OT Table.

Lemma find_add {A : Type} (k k' : N) (v w : A) t :
  Table.find k' (Table.add k v t) = Some w -> (k = k' /\ v = w) \/ Table.find k' t = Some w.
Proof.
  rewrite TableFacts.add_o. destruct (TableFacts.eq_dec k k') as [->|]; [|auto].
  intros [= ->]. auto.
Qed.
Lemma find_empty {A : Type} (k : N) (w : A) : Table.find k (Table.empty A) <> Some w.
Proof. rewrite TableFacts.empty_o. discriminate. Qed.

Lemma bind_ok {A B : Type} (r : result A) (f : A -> result B) b :
  bind r f = Ok b -> exists a, r = Ok a /\ f a = Ok b.
Proof. destruct r; cbn; try discriminate. eauto. Qed.
Lemma require_ok b u : require b = Ok u -> b = true.
Proof. destruct b; [reflexivity|discriminate]. Qed.
Ltac step H :=
  let a := fresh "a" in let E := fresh "E" in
  apply bind_ok in H; destruct H as [a [E H]]; try (apply require_ok in E).

Lemma ok_pair {A B : Type} (a c : A) (b d : B) : Ok (a, b) = Ok (c, d) -> a = c /\ b = d.
Proof. intros H. inversion H. auto. Qed.
#[local] Opaque enough.

Section Vectors.
Variable g : shape.
Hypothesis distinct : NoDup (0 :: along g).
Variable pieces : N.
Notation ts := temperatures.

Definition table_ok (t : table) : Prop := forall c v, Table.find c t = Some v -> valid ts (Free g c) v.
Definition finds (of_class : N -> table -> result sums) : Prop :=
  forall c t w t', table_ok t -> of_class c t = Ok (w, t') -> table_ok t' /\ valid ts (Free g c) w.

Lemma add_class_ok of_class e v t c v' t' : finds of_class -> table_ok t -> valid ts e v ->
  add_class g of_class (v, t) c = Ok (v', t') -> table_ok t' /\ valid ts (Add e (Free g c)) v'.
Proof.
  intros Hf Ht Hv H. unfold add_class in H. destruct (can g R c =? 0) eqn:ER; [|destruct (can g L c =? 0) eqn:EL].
  - apply ok_pair in H as [<- <-]. split; [assumption|]. apply valid_shift; [|assumption].
    apply left_run_ge. now apply N.eqb_eq.
  - apply ok_pair in H as [<- <-]. split; [assumption|]. apply valid_shift; [|assumption].
    apply right_run_ge; [assumption|].
    rewrite Nat.mul_comm. apply Nat.mul_succ_div_gt. discriminate.
  - step H. destruct a as [w t2]. apply ok_pair in H as [<- <-]. apply Hf in E as [H1 H2]; [|assumption].
    split; [assumption|]. now apply valid_plus.
Qed.

Lemma add_classes_ok of_class l : forall e v t v' t', finds of_class -> table_ok t -> valid ts e v ->
  add_classes g of_class l (v, t) = Ok (v', t') -> table_ok t' /\ valid ts (Add e (sum g l)) v'.
Proof.
  induction l as [|c l IH]; intros e v t v' t' Hf Ht Hv H; cbn [add_classes sum] in *.
  - apply ok_pair in H as [<- <-]. split; [assumption|]. now rewrite add_zero.
  - step H. destruct a as [w t2]. eapply add_class_ok in E as [H1 H2]; eauto.
    eapply IH in H as [H3 H4]; eauto. split; [assumption|]. now rewrite add_assoc.
Qed.

Lemma add_set_ok of_class s e v t v' t' : finds of_class -> table_ok t -> valid ts e v ->
  add_set g of_class s (v, t) = Ok (v', t') -> table_ok t' /\ valid ts (Add e (Free g s)) v'.
Proof.
  intros Hf Ht Hv H. unfold add_set in H. cbn zeta in H. step H.
  eapply add_classes_ok in H as [H1 H2]; eauto. split; [assumption|].
  eapply valid_ge; [|eassumption]. apply add_ge; [reflexivity|]. now apply is_cut_ge.
Qed.

Lemma options_left of_class e l : finds of_class -> forall best t best' t', table_ok t -> lows ts e best ->
  (forall s, In s l -> In (Free g s) (moves L e)) ->
  options g of_class pick_left l best t = Ok (best', t') -> table_ok t' /\ lows ts e best'.
Proof.
  intros Hf. induction l as [|s l IH]; intros best t best' t' Ht Hb Hl H; cbn [options] in H.
  - apply ok_pair in H as [<- <-]. auto.
  - step H. destruct a as [v t2]. eapply add_set_ok in E as [H1 H2]; eauto using zero_valid.
    eapply IH in H; eauto; [|intros; apply Hl; now right].
    apply lows_greatest; [assumption|]. apply lows_option with (Free g s); [apply Hl; now left|].
    now rewrite zero_add in H2.
Qed.
Lemma options_right of_class l : finds of_class -> forall (options_ : game -> Prop) best t best' t', table_ok t -> highs ts options_ best ->
  options g of_class pick_right l best t = Ok (best', t') ->
  table_ok t' /\ highs ts (fun e => options_ e \/ exists s, In s l /\ e = Free g s) best'.
Proof.
  intros Hf. induction l as [|s l IH]; intros P best t best' t' Ht Hb H; cbn [options] in H.
  - apply ok_pair in H as [<- <-]. split; [assumption|]. eapply highs_mono; [|eassumption]. intros e [|[? [[] _]]]; assumption.
  - step H. destruct a as [v t2]. eapply add_set_ok in E as [H1 H2]; eauto using zero_valid.
    rewrite zero_add in H2. apply highs_option in H2.
    eapply IH with (options_ := fun e => P e \/ Free g s = e) in H; eauto using highs_least.
    destruct H as [H3 H4]. split; [assumption|]. eapply highs_mono; [|eassumption].
    cbn. intros e [He|[s' [[<-|Hs] ->]]]; eauto.
Qed.

Lemma in_after_moves p s t : In t (after_moves g p s) <-> In (Free g t) (moves p (Free g s)).
Proof.
  unfold after_moves. rewrite in_moves_free, in_map_iff. setoid_rewrite in_elements. unfold can. setoid_rewrite in_starts.
  split; intros [i [H1 H2]]; exists i.
  - subst. auto.
  - injection H2 as ->. auto.
Qed.

Lemma vector_of_ok fuel : finds (vector_of g pieces fuel).
Proof.
  induction fuel as [|fuel IH]; intros c t w t' Ht H; cbn [vector_of] in H; [discriminate|].
  cbn zeta in H. step H. apply N.eqb_eq in E. set (key := N.shiftr c (lowest c)) in *.
  assert (K : forall v, valid ts (Free g key) v -> valid ts (Free g c) v).
  { intros v. rewrite <- E. apply valid_ge. apply shift_eq. }
  destruct (Table.find key t) as [v|] eqn:F.
  - apply ok_pair in H as [<- <-]. split; [assumption|]. auto.
  - step H. clear E0. step H. destruct a1 as [lo t1]. step H. destruct a1 as [hi t2].
    eapply options_left in E0 as [H1 H2]; eauto using lows_none; [|intros s; apply in_after_moves].
    eapply options_right in E1 as [H3 H4]; eauto using highs_none.
    apply ok_pair in H as [<- <-].
    assert (V : valid ts (Free g key) (from_options ts lo hi)).
    { eapply from_options_valid; [|exact H2|exact H4]. cbn beta. intros d Hd. right.
      pose proof Hd as Hd'. apply in_moves_free in Hd' as [i [Hi ->]]. eexists. split; [|reflexivity].
      now apply in_after_moves. }
    split; [|auto]. intros k v Hk. apply find_add in Hk as [[<- <-]|Hk]; auto.
Qed.

(** ** Static reasons *)
Definition won (s : N) (x : Z) (left : bool) : Prop :=
  if left then gf (Add (Free g s) (Num x)) Zero else ge (Add (Free g s) (Num x)) Zero.

Lemma valid_nothing l : forall e v, valid l e v ->
  ge e (quarters (fst (nothing v))) /\ gf e (quarters (snd (nothing v))).
Proof.
  induction l as [|t l IH]; intros e [[s f]|a b] H; cbn in *; try tauto. apply IH. tauto.
Qed.

Lemma decide_ok width s cut necks x left t t' : table_ok t ->
  decide g pieces width s cut necks x left t = Ok t' -> table_ok t' /\ won s x left.
Proof.
  intros Ht H. unfold decide in H. step H. step H. step H. destruct a1 as [v t2].
  eapply add_classes_ok in E1 as [H1 H2]; eauto using vector_of_ok, zero_valid.
  rewrite zero_add in H2. apply is_cut_ge in E0. apply valid_ge with (e' := Free g s) in H2; [|assumption].
  apply valid_nothing in H2 as [H2 H3]. destruct (nothing v) as [second first]. cbn [fst snd] in *.
  step H. injection H as <-. split; [assumption|]. unfold won. apply Z.leb_le in E1.
  assert (Q : forall q, (0 <= q + 4 * x / 65536)%Z -> ge (Add (quarters q) (Num x)) Zero).
  { intros q Hq. unfold quarters. rewrite num_add, <- num_zero. apply num_ge. lia. }
  destruct left.
  - apply gf_ge with (Add (quarters first) (Num x)); [now apply add_gf_l|auto].
  - apply ge_trans with (Add (quarters second) (Num x)); [now apply add_ge_l|auto].
Qed.
End Vectors.

(** ** Nodes *)
Section Walk.
Variable v : view.
Variable pieces : N.
Hypothesis some : 0 < tile_length v.
Notation g := (shape_of v).

Definition state_ok (st : state) : Prop :=
  table_ok g (vectors st) /\
  forall c l, Table.find c (known st) = Some l -> forall x left, In (x, left) l -> won g c x left.

Lemma won_eq s t x left : Free g s == Free g t -> won g s x left -> won g t x left.
Proof. intros H. unfold won. destruct left; now rewrite H. Qed.

Lemma is_known_ok s x left st : sub s (full v) -> state_ok st -> is_known v s x left st = true -> won g s x left.
Proof.
  intros Hs [_ Hk] H. apply existsb_exists in H as [[y b] [Hin H]]. apply andb_true_iff in H as [H1 H2].
  apply Z.eqb_eq in H1. apply eqb_prop in H2. cbn in H1, H2. subst y b. unfold proven_for in Hin.
  destruct (Table.find _ _) as [l|] eqn:F; [|destruct Hin]. specialize (Hk _ _ F _ _ Hin).
  eapply won_eq; [|eassumption]. symmetry. now apply canonical_eq.
Qed.
Lemma remember_ok s x left st : sub s (full v) -> state_ok st -> won g s x left -> state_ok (remember v s x left st).
Proof.
  intros Hs [Ht Hk] H. split; [exact Ht|]. cbn. intros c l Hc y b Hin.
  apply find_add in Hc as [[<- <-]|Hc]; [|eauto]. destruct Hin as [[= <- <-]|Hin].
  - eapply won_eq; [|eassumption]. now apply canonical_eq.
  - unfold proven_for in Hin. destruct (Table.find (canonical v s) (known st)) as [l|] eqn:F; [eauto|destruct Hin].
Qed.

Lemma reason_ok s x left m st st' : state_ok st -> reason v pieces s x left m st = Ok st' -> state_ok st' /\ won g s x left.
Proof.
  intros [Ht Hk] H. unfold reason in H. step H. eapply decide_ok in E as [H1 H2]; eauto using distinct_along.
  injection H as <-. split; [split; assumption|assumption].
Qed.
Lemma static_ok tag s x left st st' : sub s (full v) -> state_ok st -> static v pieces tag s x left st = Ok st' ->
  state_ok st' /\ won g s x left.
Proof.
  intros Hs Hst H. unfold static in H.
  destruct (tag =? 3); [step H; injection H as <-; split; [assumption|]; eapply is_known_ok; eassumption|].
  destruct (tag =? 4); [eapply reason_ok; eassumption|].
  destruct (tag =? 5); [eapply reason_ok; eassumption|].
  destruct ((tag =? 6) || (tag =? 7)).
  { step H. destruct a as [m rest]. eapply reason_ok in H; eauto. }
  destruct ((16 <=? tag) && (tag <? 32)); [|discriminate].
  destruct (take _ _) as [[m l]|]; [|discriminate]. eapply reason_ok in H; eauto.
Qed.

Lemma each_ok {A : Type} (f : A -> state -> result state) (P : A -> Prop) l : forall st st', state_ok st ->
  (forall a st st', In a l -> state_ok st -> f a st = Ok st' -> state_ok st' /\ P a) ->
  each f l st = Ok st' -> state_ok st' /\ forall a, In a l -> P a.
Proof.
  induction l as [|a l IH]; intros st st' Hst Hf H; cbn [each] in H.
  - injection H as <-. split; [assumption|intros ? []].
  - step H. apply Hf in E as [H1 H2]; [|now left|assumption].
    apply IH in H as [H3 H4]; [|assumption|intros; eapply Hf; eauto; now right].
    split; [assumption|]. intros b [<-|Hb]; auto.
Qed.

Theorem walk_ok fuel : forall s x left st st', sub s (full v) -> state_ok st ->
  walk v pieces fuel s x left st = Ok st' -> state_ok st' /\ won g s x left.
Proof.
  induction fuel as [|fuel IH]; intros s x left st st' Hs Hst H; cbn [walk] in H; [discriminate|].
  step H. destruct a as [tag rest]. cbn zeta in H.
  set (kind := if 128 <=? tag then tag - 128 else tag) in *.
  destruct (kind <=? 2); [|eapply static_ok in H; eauto].
  assert (After : forall t, sub (N.ldiff s t) (full v)) by (intros t c Hc; apply in_ldiff in Hc; now apply Hs).
  step H. injection H as <-.
  assert (W : state_ok a /\ won g s x left).
  2: { destruct W. destruct (128 <=? tag); split; try assumption. now apply remember_ok. }
  destruct (kind =? 0).
  - step E0. destruct left; [discriminate|]. step E0. cbn [negb side_of] in *.
    eapply each_ok with (P := fun i => won g (N.ldiff s (tile (far g R) i)) x true) in E2 as [H1 H2]; [|exact Hst|].
    2: { cbn beta. intros i st1 st2 _ Hst1 Hw. eapply IH in Hw; eauto. }
    eapply each_ok with (P := fun y => won g s y true) in E0 as [H3 H4]; [|exact H1|].
    2: { cbn beta. intros y st1 st2 _ Hst1 Hw. eapply IH in Hw; eauto. }
    split; [assumption|]. cbn [won] in *. constructor; [|intros ? []].
    intros e He. apply in_moves_add in He as [[d [Hd ->]]|[d [Hd ->]]].
    + apply in_moves_free in Hd as [i [Hi ->]]. apply H2. apply in_elements, in_starts. assumption.
    + cbn [moves] in Hd. apply in_map_iff in Hd as [y [<- Hy]]. now apply H4.
  - step E0. destruct left; [|discriminate]. cbn [negb side_of] in *. destruct (kind =? 1).
    + step E0. destruct a1 as [c rest2]. step E0. apply andb_true_iff in E3 as [_ Ec].
      apply in_starts in Ec. apply IH in E0 as [H1 H2]; [|apply After|exact Hst].
      split; [assumption|]. cbn [won] in *. eapply Gf_l; [|exact H2]. apply moves_l, in_moves_free. eauto.
    + destruct (number_moves L x) as [|y l] eqn:En; [discriminate|].
      apply IH in E0 as [H1 H2]; [|assumption|exact Hst]. split; [assumption|]. cbn [won] in *.
      eapply Gf_l; [|exact H2]. apply moves_r. cbn [moves]. rewrite En. now left.
Qed.

End Walk.

Theorem check_walk_ok fuel v s n rest : 0 < tile_length v -> check_walk fuel v s = Ok (n, rest) ->
  won (shape_of v) (free v) (number_beside v) (left_first v).
Proof.
  intros Hv H. unfold check_walk in H. step H. destruct a as [pieces s2]. step H. clear H E.
  eapply walk_ok in E0; [exact (proj2 E0)|assumption| |].
  - intros c Hc. unfold free in Hc. apply in_ldiff in Hc. tauto.
  - split; intros c l Hc; discriminate Hc.
Qed.
