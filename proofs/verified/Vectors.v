(** * Switch vectors

    A vector of a game holds, for each set X of switches, two numbers: the game plus X is at least the
    one, and greater than or confused with the other. It is a tree: the first half is for the sets
    without the first switch, the second for those with it. *)

From Coq Require Import NArith ZArith List Lia Bool Setoid Morphisms.
From Crosscram Require Import Rules Cells Games Numbers.
Import ListNotations.
Open Scope Z_scope.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Inductive tree (A : Type) : Type := Leaf (a : A) | Pair (without_it with_it : tree A).
Arguments Leaf {A}. Arguments Pair {A}.

Fixpoint mapt {A B : Type} (f : A -> B) (v : tree A) : tree B :=
  match v with Leaf a => Leaf (f a) | Pair a b => Pair (mapt f a) (mapt f b) end.
Fixpoint merge {A : Type} (f : A -> A -> A) (v w : tree A) : tree A :=
  match v, w with
  | Leaf a, Leaf b => Leaf (f a b)
  | Pair a b, Pair c d => Pair (merge f a c) (merge f b d)
  | _, _ => v
  end.

(** Numbers are in quarters; a leaf is [(second, first)]. *)
Definition vector : Type := tree (Z * Z).
Definition quarters (s : Z) : game := Num (16384 * s).

Fixpoint valid (ts : list Z) (e : game) (v : vector) : Prop :=
  match ts, v with
  | [], Leaf (s, f) => ge e (quarters s) /\ gf e (quarters f)
  | t :: ts, Pair a b => valid ts e a /\ valid ts (Add e (Switch (16384 * t))) b
  | _, _ => False
  end.

Lemma valid_ge ts : forall e e' v, ge e' e -> valid ts e v -> valid ts e' v.
Proof.
  induction ts as [|t ts IH]; intros e e' [[s f]|a b] H; cbn; try tauto.
  - intros []. split; [eapply ge_trans|eapply ge_gf]; eassumption.
  - intros []. split; eauto. eapply IH; [|eassumption]. now apply add_ge_l.
Qed.
#[global] Instance valid_proper ts : Proper (eq_game ==> eq ==> iff) (valid ts).
Proof. intros e e' [H1 H2] v w ->. split; now apply valid_ge. Qed.

(** ** Sums *)
Definition better (a b : Z * Z) : Z * Z := (Z.max (fst a) (fst b), Z.max (snd a) (snd b)).
Definition best : vector -> vector -> vector := merge better.

Lemma valid_best ts : forall e v w, valid ts e v -> valid ts e w -> valid ts e (best v w).
Proof.
  induction ts as [|t ts IH]; intros e [[s f]|a b] [[s' f']|c d]; cbn; try tauto.
  - intros [] []. split; [destruct (Z.max_spec s s') as [[_ ->]|[_ ->]]|destruct (Z.max_spec f f') as [[_ ->]|[_ ->]]]; assumption.
  - intros [] []. split; apply IH; assumption.
Qed.

Fixpoint plus (v w : vector) : vector :=
  match v, w with
  | Leaf (s, f), Leaf (s', f') => Leaf (s + s', Z.max (f + s') (s + f'))
  | Pair a b, Pair c d => Pair (best (plus a c) (plus b d)) (best (plus a d) (plus b c))
  | _, _ => v
  end.

(** A switch is its own negative. *)
Lemma switch_neg t : Neg (Switch t) == Switch t.
Proof.
  split; constructor; intros e; cbn; intros [<-|[]].
  - eapply Gf_r; [now left|]. now rewrite num_neg.
  - eapply Gf_l; [now left|]. cbn. rewrite num_neg, Z.opp_involutive. reflexivity.
  - eapply Gf_r; [now left|]. cbn. now rewrite num_neg.
  - eapply Gf_l; [now left|]. cbn. rewrite num_neg, Z.opp_involutive. reflexivity.
Qed.
Lemma switch_twice t : Add (Switch t) (Switch t) == Zero.
Proof. rewrite <- (switch_neg t) at 2. apply sub_self. Qed.

Lemma quarters_add a b : Add (quarters a) (quarters b) == quarters (a + b).
Proof. unfold quarters. rewrite num_add. now replace (16384 * a + 16384 * b) with (16384 * (a + b)) by ring. Qed.
Lemma quarters_ge a b : b <= a -> ge (quarters a) (quarters b).
Proof. intros. apply num_ge. lia. Qed.
Lemma quarters_gf a b : b < a -> gf (quarters a) (quarters b).
Proof. intros. apply num_gf. lia. Qed.

Lemma valid_plus ts : forall d e v w, valid ts d v -> valid ts e w -> valid ts (Add d e) (plus v w).
Proof.
  induction ts as [|t ts IH]; intros x y [[s f]|a b] [[s' f']|c d]; cbn; try tauto.
  - intros [H1 H2] [H3 H4]. split.
    + rewrite <- quarters_add. now apply add_ge.
    + destruct (Z.max_spec (f + s') (s + f')) as [[_ ->]|[_ ->]]; rewrite <- quarters_add.
      * rewrite (add_comm x), (add_comm (quarters s)). now apply add_gf.
      * now apply add_gf.
  - intros [H1 H2] [H3 H4]. split; apply valid_best.
    + now apply IH.
    + pose proof (IH _ _ _ _ H2 H4) as H. now rewrite add_swap, switch_twice, add_zero in H.
    + pose proof (IH _ _ _ _ H1 H4) as H. now rewrite add_assoc in H.
    + pose proof (IH _ _ _ _ H2 H3) as H. now rewrite <- add_assoc, (add_comm (Switch _)), add_assoc in H.
Qed.

(** Adding a game that is at least an integer. *)
Definition shift (n : Z) : vector -> vector := mapt (fun a => (fst a + n, snd a + n)).
Lemma valid_shift ts n : forall d e v, ge e (quarters n) -> valid ts d v -> valid ts (Add d e) (shift n v).
Proof.
  induction ts as [|t ts IH]; intros x y [[s f]|a b] H; cbn; try tauto.
  - intros [H1 H2]. rewrite <- !quarters_add. split; [now apply add_ge|now apply add_gf].
  - intros [H1 H2]. split; [now apply IH|].
    rewrite <- add_assoc, (add_comm y), add_assoc. now apply IH.
Qed.

(** ** A game from its options *)
Definition least (hi : option Z) (a : option Z) : option Z :=
  match hi, a with Some x, Some y => Some (Z.min x y) | None, a => a | _, None => hi end.
Definition greatest (lo : option Z) (a : option Z) : option Z :=
  match lo, a with Some x, Some y => Some (Z.max x y) | None, a => a | _, None => lo end.

(** The simplest number above [lo] and not above [hi], if there is one. *)
Definition simplest (lo hi : option Z) : Z :=
  match lo, hi with
  | None, None => 0
  | None, Some h => if 0 <=? h then 0 else 4 * (h / 4)
  | Some l, None => if l <? 0 then 0 else 4 * (l / 4 + 1)
  | Some l, Some h =>
      if l <? 0 then
        if 0 <=? h then 0
        else if l <? 4 * (h / 4) then 4 * (h / 4)
        else if l <? 2 * (h / 2) then 2 * (h / 2)
        else h
      else if 4 * (l / 4 + 1) <=? h then 4 * (l / 4 + 1)
      else if 2 * (l / 2 + 1) <=? h then 2 * (l / 2 + 1)
      else l + 1
  end.

Definition from_leaf (lo hi : option Z) : Z * Z :=
  match lo, hi with
  | Some l, Some h => if l <? h then let y := simplest lo hi in (y, y - 1) else (h, l)
  | _, _ => let y := simplest lo hi in (y, y - 1)
  end.

Fixpoint from_options (ts : list Z) (lo hi : tree (option Z)) : vector :=
  match ts, lo, hi with
  | [], Leaf l, Leaf h => Leaf (from_leaf l h)
  | t :: ts, Pair lo lo', Pair hi hi' =>
      let v := from_options ts lo hi in
      Pair v (from_options ts (merge greatest lo' (mapt (fun a => Some (fst a + t)) v))
                              (merge least hi' (mapt (fun a => Some (snd a - t)) v)))
  | _, _, _ => Leaf (0, 0)
  end.

(** Left's option of a number in quarters. *)
Lemma quarters_left y e : In e (moves L (quarters y)) ->
  exists z, e = quarters z /\ z < y /\
  ((y mod 4 = 0 /\ 0 < y /\ z = y - 4) \/ (y mod 4 = 2 /\ z = y - 2) \/ ((y mod 4 = 1 \/ y mod 4 = 3) /\ z = y - 1)).
Proof.
  unfold quarters. cbn [moves]. intros H. apply in_map_iff in H as [x [<- H]].
  apply number_moves_inv in H. cbn zeta in H.
  change unit with (16384 * 4) in H. rewrite Z.gcd_mul_mono_l, (Z.gcd_comm y 4), <- (Z.gcd_mod y 4) in H by lia.
  change (Z.abs 16384) with 16384 in H. destruct H as [H ->].
  assert (M : y mod 4 = 0 \/ y mod 4 = 1 \/ y mod 4 = 2 \/ y mod 4 = 3) by lia.
  destruct M as [M|[M|[M|M]]]; rewrite M in *;
    [change (Z.gcd 0 4) with 4 in *|change (Z.gcd 1 4) with 1 in *|change (Z.gcd 2 4) with 2 in *|change (Z.gcd 3 4) with 1 in *].
  - exists (y - 4). split; [f_equal; ring|lia].
  - exists (y - 1). split; [f_equal; ring|lia].
  - exists (y - 2). split; [f_equal; ring|lia].
  - exists (y - 1). split; [f_equal; ring|lia].
Qed.

(** What there is to know of the options of a game plus all sets of switches: an option of Left is at
    least [lo], and all options of Right are greater than or confused with [hi]. *)
Fixpoint lows (ts : list Z) (e : game) (lo : tree (option Z)) : Prop :=
  match ts, lo with
  | [], Leaf None => True
  | [], Leaf (Some l) => exists e', In e' (moves L e) /\ ge e' (quarters l)
  | t :: ts, Pair a b => lows ts e a /\ lows ts (Add e (Switch (16384 * t))) b
  | _, _ => False
  end.
Fixpoint highs (ts : list Z) (options : game -> Prop) (hi : tree (option Z)) : Prop :=
  match ts, hi with
  | [], Leaf None => forall e, ~ options e
  | [], Leaf (Some h) => forall e, options e -> gf e (quarters h)
  | t :: ts, Pair a b =>
      highs ts options a /\
      highs ts (fun e => exists d, options d /\ e = Add d (Switch (16384 * t))) b
  | _, _ => False
  end.

Lemma from_leaf_valid e lo hi :
  lows [] e (Leaf lo) -> highs [] (fun d => In d (moves R e)) (Leaf hi) -> valid [] e (Leaf (from_leaf lo hi)).
Proof.
  intros Hlo Hhi.
  assert (Simple : forall y, y = simplest lo hi ->
    (forall l, lo = Some l -> forall h, hi = Some h -> l < h) -> valid [] e (Leaf (y, y - 1))).
  { intros y Hy Hlt. enough (H : ge e (quarters y)).
    { split; [assumption|]. eapply ge_gf; [eassumption|]. apply quarters_gf. lia. }
    constructor.
    - intros d Hd. destruct hi as [h|]; [|elim (Hhi _ Hd)].
      apply gf_ge with (quarters h); [now apply Hhi|]. apply quarters_ge. subst y.
      destruct lo as [l|]; unfold simplest; [specialize (Hlt _ eq_refl _ eq_refl)|];
        repeat match goal with |- context [if ?b then _ else _] => destruct b eqn:? end; lia.
    - intros d Hd. apply quarters_left in Hd as [z [-> [Hz Hc]]].
      assert (G : exists l, lo = Some l /\ z <= l).
      { subst y. destruct lo as [l|], hi as [h|]; unfold simplest in *; [specialize (Hlt _ eq_refl _ eq_refl)|..];
        repeat match goal with H : context [if ?b then _ else _] |- _ => destruct b eqn:? end;
          ((exists l; split; [reflexivity|lia]) || exfalso; lia). }
      destruct G as [l [-> Hl]]. cbn in Hlo. destruct Hlo as [c [Hc1 Hc2]].
      apply Gf_l with c; [assumption|]. eapply ge_trans; [eassumption|]. now apply quarters_ge. }
  unfold from_leaf. destruct lo as [l|], hi as [h|]; [destruct (l <? h) eqn:E| | |]; cbn zeta.
  - apply Simple; [reflexivity|]. intros ? [= <-] ? [= <-]. lia.
  - cbn in *. destruct Hlo as [c [Hc1 Hc2]]. split.
    + constructor; [assumption|]. intros d Hd. apply quarters_left in Hd as [z [-> [Hz _]]].
      apply Gf_l with c; [assumption|]. eapply ge_trans; [eassumption|]. apply quarters_ge. lia.
    + now apply Gf_l with c.
  - apply Simple; [reflexivity|]. discriminate.
  - apply Simple; [reflexivity|]. discriminate.
  - apply Simple; [reflexivity|]. discriminate.
Qed.

Lemma lows_option ts : forall e e' v, In e' (moves L e) -> valid ts e' v -> lows ts e (mapt (fun a => Some (fst a)) v).
Proof.
  induction ts as [|t ts IH]; intros e e' [[s f]|a b] H; cbn; try tauto.
  - intros []. eauto.
  - intros []. split; [eauto|]. eapply IH; [|eassumption]. auto with play.
Qed.
Lemma lows_greatest ts : forall e a b, lows ts e a -> lows ts e b -> lows ts e (merge greatest a b).
Proof.
  induction ts as [|t ts IH]; intros e [[l|]|a b] [[l'|]|c d]; cbn; try tauto.
  - intros ? ?. destruct (Z.max_spec l l') as [[_ ->]|[_ ->]]; assumption.
  - intros [] []. auto.
Qed.
Lemma highs_mono ts : forall (P Q : game -> Prop) h, (forall e, Q e -> P e) -> highs ts P h -> highs ts Q h.
Proof.
  induction ts as [|t ts IH]; intros P Q [[h|]|a b] H; cbn; try tauto.
  - eauto.
  - intros H1 e He. apply (H1 e). auto.
  - intros []. split; [eauto|]. eapply IH; [|eassumption]. cbn. intros e [d []]. eauto.
Qed.
Lemma highs_option ts : forall e v, valid ts e v -> highs ts (eq e) (mapt (fun a => Some (snd a)) v).
Proof.
  induction ts as [|t ts IH]; intros e [[s f]|a b]; cbn; try tauto.
  - intros [] d <-. assumption.
  - intros []. split; [eauto|]. eapply highs_mono; [|apply IH; eassumption]. cbn. intros d [c [<- ->]]. reflexivity.
Qed.
Lemma highs_least ts : forall (P Q : game -> Prop) a b,
  highs ts P a -> highs ts Q b -> highs ts (fun e => P e \/ Q e) (merge least a b).
Proof.
  induction ts as [|t ts IH]; intros P Q [[h|]|a b] [[h'|]|c d]; cbn; try tauto.
  - intros H1 H2 e [H|H]; (eapply gf_ge; [eauto|]); apply quarters_ge; lia.
  - intros H1 H2 e [H|H]; [eauto|elim (H2 _ H)].
  - intros H1 H2 e [H|H]; [elim (H1 _ H)|eauto].
  - intros H1 H2 e [H|H]; [elim (H1 _ H)|elim (H2 _ H)].
  - intros [] []. split; [auto|]. eapply highs_mono; [|apply IH; eassumption]. cbn.
    intros e [f [[Hf|Hf] ->]]; eauto.
Qed.

Lemma mapt_mapt {A B C} (f : A -> B) (g : B -> C) v : mapt g (mapt f v) = mapt (fun a => g (f a)) v.
Proof. induction v; cbn; congruence. Qed.

Theorem from_options_valid ts : forall e (options : game -> Prop) lo hi,
  (forall d, In d (moves R e) -> options d) ->
  lows ts e lo -> highs ts options hi -> valid ts e (from_options ts lo hi).
Proof.
  induction ts as [|t ts IH]; intros e options [l|lo lo'] [h|hi hi'] Ho Hlo Hhi; cbn in Hlo, Hhi; try tauto.
  - apply from_leaf_valid; [assumption|]. eapply (highs_mono []); [|exact Hhi]. assumption.
  - destruct Hlo as [L1 L2], Hhi as [H1 H2]. cbn. assert (V : valid ts e (from_options ts lo hi)) by eauto.
    split; [assumption|].
    set (v := from_options ts lo hi) in *. set (x := Switch (16384 * t)) in *.
    eapply (IH _ (fun d => (exists c, options c /\ d = Add c x) \/ Add e (quarters (- t)) = d)).
    + intros d Hd. apply in_moves_add in Hd as [[c [Hc ->]]|[c [Hc ->]]]; [left; eauto|right].
      cbn [moves In x] in Hc. destruct Hc as [<-|[]]. unfold quarters. now rewrite Z.mul_opp_r.
    + apply lows_greatest; [assumption|].
      pose proof (valid_shift ts t _ (quarters t) _ (ge_refl _) V) as S.
      eapply lows_option with (e := Add e x) in S; [|apply moves_r; now left].
      unfold shift in S. rewrite mapt_mapt in S. exact S.
    + apply highs_least; [assumption|].
      pose proof (valid_shift ts (- t) _ (quarters (- t)) _ (ge_refl _) V) as S.
      apply highs_option in S. unfold shift in S. rewrite mapt_mapt in S. exact S.
Qed.

(** ** The three switches of the format: temperatures 0, 1/2 and 1 *)
Definition temperatures : list Z := [4; 2; 0].
Fixpoint none (n : nat) : tree (option Z) := match n with O => Leaf None | S n => Pair (none n) (none n) end.
Definition no_options : tree (option Z) := Eval compute in none 3.
Definition zero : vector := Eval compute in from_options temperatures no_options no_options.

Lemma lows_none e : lows temperatures e no_options.
Proof. cbn. tauto. Qed.
Lemma highs_none : highs temperatures (fun _ => False) no_options.
Proof. cbn. firstorder. Qed.
Lemma zero_valid : valid temperatures Zero zero.
Proof.
  change zero with (from_options temperatures no_options no_options).
  apply from_options_valid with (fun _ => False); [intros ? []|apply lows_none|apply highs_none].
Qed.
