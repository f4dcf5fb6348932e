(** * Games, their order and their sums

    A game is a tree: the list of positions that each player can move to. Here the trees are written
    as terms, a set of free cells, a number, a switch, a sum or a negative, and [moves] unfolds them.
    The order is defined by play: [ge a b] if Left, moving second, does not lose a - b, and [gf a b] if
    Left, moving first, wins it. *)

From Coq Require Import NArith ZArith List Lia Bool Setoid Morphisms.
From Coq Require Import Znumtheory Zpow_facts Relation_Operators Wellfounded.Transitive_Closure.
From Crosscram Require Import Rules Cells.
Import ListNotations.

Inductive side := L | R.
Definition flip (p : side) : side := match p with L => R | R => L end.

(** How the tiles of both players lie: the distances of a tile's other cells from its first one. *)
Record shape := Shape { across : list N; along : list N }.
Definition far (g : shape) (p : side) : list N := match p with L => across g | R => along g end.

(** The moves in a number, as in [number_move]. *)
Definition number_moves (p : side) (x : Z) : list Z :=
  let step := Z.gcd x unit in
  match p with
  | L => if ((step <? unit) || (0 <? x))%Z%bool then [(x - step)%Z] else []
  | R => if ((step <? unit) || (x <? 0))%Z%bool then [(x + step)%Z] else []
  end.

Inductive game : Set :=
| Zero
| Free (g : shape) (s : N)
| Num (x : Z)
| Switch (t : Z)
| Add (a b : game)
| Neg (a : game).

Fixpoint moves (p : side) (e : game) : list game :=
  match e with
  | Zero => []
  | Free g s => map (fun i => Free g (N.ldiff s (tile (far g p) i))) (elements (starts (far g p) s))
  | Num x => map Num (number_moves p x)
  | Switch t => [Num (match p with L => t | R => - t end)]
  | Add a b => map (fun a' => Add a' b) (moves p a) ++ map (Add a) (moves p b)
  | Neg a => map Neg (moves (flip p) a)
  end.

Lemma in_moves_free p g s e :
  In e (moves p (Free g s)) <->
  exists i, sub (tile (far g p) i) s /\ e = Free g (N.ldiff s (tile (far g p) i)).
Proof.
  cbn. rewrite in_map_iff. setoid_rewrite in_elements. setoid_rewrite in_starts.
  split; intros [i []]; exists i; auto.
Qed.

Lemma in_moves_add p a b e :
  In e (moves p (Add a b)) <->
  (exists a', In a' (moves p a) /\ e = Add a' b) \/ (exists b', In b' (moves p b) /\ e = Add a b').
Proof.
  cbn. rewrite in_app_iff, !in_map_iff.
  split; (intros [[x []]|[x []]]; [left|right]; exists x; auto).
Qed.
Lemma moves_l p a b a' : In a' (moves p a) -> In (Add a' b) (moves p (Add a b)).
Proof. intros. apply in_moves_add. eauto. Qed.
Lemma moves_r p a b b' : In b' (moves p b) -> In (Add a b') (moves p (Add a b)).
Proof. intros. apply in_moves_add. eauto. Qed.

Lemma in_moves_neg p a e : In e (moves p (Neg a)) <-> exists a', In a' (moves (flip p) a) /\ e = Neg a'.
Proof. cbn. rewrite in_map_iff. split; intros [x []]; exists x; auto. Qed.

(** ** Play ends *)
Definition after (e' e : game) : Prop := exists p, In e' (moves p e).

Lemma number_moves_inv p x y :
  In y (number_moves p x) ->
  let step := Z.gcd x unit in
  (step < unit \/ match p with L => 0 < x | R => x < 0 end)%Z /\
  y = (match p with L => x - step | R => x + step end)%Z.
Proof.
  unfold number_moves. destruct p; (destruct orb eqn:E; [|intros []]); intros [<-|[]];
    rewrite orb_true_iff, !Z.ltb_lt in E; auto.
Qed.

(** Moves in a number lead to a number with a smaller denominator, or to an integer nearer to zero. *)
Lemma step_power x : exists m, (0 <= m <= 16 /\ Z.gcd x unit = 2 ^ m)%Z.
Proof.
  destruct (Zdivide_power_2 (Z.gcd x unit) 2 16) as [m Hm]; try lia.
  - apply Z.gcd_nonneg.
  - exact prime_2.
  - change (2 ^ 16)%Z with unit. apply Z.gcd_divide_r.
  - assert (0 < Z.gcd x unit)%Z.
    { pose proof (Z.gcd_nonneg x unit). pose proof (Z.gcd_eq_0_r x unit). unfold unit in *. lia. }
    assert (Z.gcd x unit <= 2 ^ 16)%Z by (apply Z.divide_pos_le; [lia|apply Z.gcd_divide_r]).
    exists m. repeat split; [|rewrite Hm in *|assumption].
    + destruct (Z.lt_ge_cases m 0); [|assumption]. rewrite (Z.pow_neg_r 2 m) in Hm; lia.
    + apply (Z.pow_le_mono_r_iff 2); lia.
Qed.

Lemma step_pos x : (0 < Z.gcd x unit <= unit)%Z.
Proof.
  destruct (step_power x) as [m [Hm ->]]. change unit with (2 ^ 16)%Z. split.
  - apply Z.pow_pos_nonneg; lia.
  - apply Z.pow_le_mono_r; lia.
Qed.

Lemma step_doubles x s : (Z.gcd x unit < unit -> s = 1 \/ s = -1 ->
  Z.gcd x unit < Z.gcd (x + s * Z.gcd x unit) unit)%Z.
Proof.
  intros Hlt Hs. destruct (step_power x) as [m [Hm E]].
  pose proof (Z.gcd_divide_l x unit) as [o Ho].
  assert (m < 16)%Z. { apply (Z.pow_lt_mono_r_iff 2); try lia. rewrite <- E. exact Hlt. }
  assert (Hodd : ~ (2 | o)%Z).
  { intros [q ->].
    assert (D : (2 ^ (m + 1) | Z.gcd x unit)%Z).
    { apply Z.gcd_greatest.
      - exists q. rewrite Z.pow_add_r by lia. rewrite Ho at 1. rewrite E. ring.
      - exists (2 ^ (16 - (m + 1)))%Z. rewrite <- Z.pow_add_r by lia.
        replace (16 - (m + 1) + (m + 1))%Z with 16%Z by lia. reflexivity. }
    apply Z.divide_pos_le in D; [|pose proof (step_pos x); lia].
    rewrite E in D. apply Z.pow_le_mono_r_iff in D; lia. }
  assert (D : (2 ^ (m + 1) | Z.gcd (x + s * Z.gcd x unit) unit)%Z).
  { apply Z.gcd_greatest.
    - assert (Heven : (2 | o + s)%Z).
      { destruct (Zeven_odd_dec o) as [He|He].
        - elim Hodd. apply Zeven_ex in He as [q ->]. exists q. ring.
        - apply Zodd_ex in He as [q ->]. destruct Hs as [-> | ->]; [exists (q + 1)%Z|exists q]; ring. }
      destruct Heven as [q Hq]. exists q. rewrite Z.pow_add_r by lia. rewrite <- E.
      rewrite Ho at 1. replace (q * (Z.gcd x unit * 2 ^ 1))%Z with ((q * 2) * Z.gcd x unit)%Z by ring.
      rewrite <- Hq. ring.
    - exists (2 ^ (16 - (m + 1)))%Z. rewrite <- Z.pow_add_r by lia.
      replace (16 - (m + 1) + (m + 1))%Z with 16%Z by lia. reflexivity. }
  apply Z.divide_pos_le in D; [|pose proof (step_pos (x + s * Z.gcd x unit)); lia].
  rewrite E in *. rewrite Z.pow_add_r in D by lia. assert (0 < 2 ^ m)%Z by (apply Z.pow_pos_nonneg; lia).
  lia.
Qed.

Lemma acc_integer n : forall q, (Z.abs q <= Z.of_nat n)%Z -> Acc after (Num (q * unit)).
Proof.
  assert (S : forall q, Z.gcd (q * unit) unit = unit) by (intros; apply Z.gcd_unique_alt; [easy|]; intros d;
    split; [intros; split; [now apply Z.divide_mul_r|assumption]|tauto]).
  induction n as [|n IH]; intros q Hq; constructor; intros e [p H];
    cbn [moves] in H; apply in_map_iff in H as [y [<- H]]; apply number_moves_inv in H; cbn zeta in H; rewrite S in H;
    destruct p, H as [[H|H] ->]; try (unfold unit in H; lia).
  - replace (q * unit - unit)%Z with ((q - 1) * unit)%Z by ring. apply IH. unfold unit in *; lia.
  - replace (q * unit + unit)%Z with ((q + 1) * unit)%Z by ring. apply IH. unfold unit in *; lia.
Qed.

Lemma acc_num : forall x, Acc after (Num x).
Proof.
  enough (G : forall n x, (unit - Z.gcd x unit <= Z.of_nat n)%Z -> Acc after (Num x)).
  { intros x. apply (G (Z.to_nat unit)). pose proof (step_pos x). rewrite Z2Nat.id by easy. lia. }
  induction n as [|n IH]; intros x Hx; pose proof (step_pos x) as Hp.
  - pose proof (Z.gcd_divide_l x unit) as [q Hq]. replace (Z.gcd x unit) with unit in Hq by lia.
    rewrite Hq. apply (acc_integer (Z.to_nat (Z.abs q))). lia.
  - destruct (Z.eq_dec (Z.gcd x unit) unit) as [E|E].
    + pose proof (Z.gcd_divide_l x unit) as [q Hq]. rewrite E in Hq.
      rewrite Hq. apply (acc_integer (Z.to_nat (Z.abs q))). lia.
    + constructor. intros e [p H]. cbn [moves] in H. apply in_map_iff in H as [y [<- H]].
      apply number_moves_inv in H. cbn zeta in H. destruct H as [_ ->]. apply IH.
      destruct p; [pose proof (step_doubles x (-1))|pose proof (step_doubles x 1)];
        [replace (x - Z.gcd x unit)%Z with (x + -1 * Z.gcd x unit)%Z by ring|replace (x + Z.gcd x unit)%Z with (x + 1 * Z.gcd x unit)%Z by ring]; lia.
Qed.

Lemma acc_add a b : Acc after a -> Acc after b -> Acc after (Add a b).
Proof.
  intros Ha. revert b. induction Ha as [a _ IHa]. intros b Hb. induction Hb as [b Hb IHb].
  constructor. intros e [p H]. apply in_moves_add in H as [[a' [H ->]]|[b' [H ->]]].
  - apply IHa; [exists p; assumption|constructor; assumption].
  - apply IHb. exists p; assumption.
Qed.

Lemma acc_neg a : Acc after a -> Acc after (Neg a).
Proof.
  induction 1 as [a _ IH]. constructor. intros e [p H].
  apply in_moves_neg in H as [a' [H ->]]. apply IH. eexists; eassumption.
Qed.

Lemma play_ends : well_founded after.
Proof.
  intros e. induction e as [|g s|x|t|a IHa b IHb|a IHa].
  - constructor. intros e [p []].
  - induction s as [s IH] using (well_founded_induction N.lt_wf_0).
    constructor. intros e [p H]. apply in_moves_free in H as [i [H ->]]. apply IH, tile_lt, H.
  - apply acc_num.
  - constructor. intros e [p [<-|[]]]. apply acc_num.
  - now apply acc_add.
  - now apply acc_neg.
Qed.

(** Induction over sums of games: what is shown may be used after one or more moves in any of them. *)
Definition later : game -> game -> Prop := clos_trans game after.
Lemma later_ends : well_founded later.
Proof. apply wf_clos_trans, play_ends. Qed.
Lemma later_l p a b a' : In a' (moves p a) -> later (Add a' b) (Add a b).
Proof. constructor. exists p. now apply moves_l. Qed.
Lemma later_r p a b b' : In b' (moves p b) -> later (Add a b') (Add a b).
Proof. constructor. exists p. now apply moves_r. Qed.
Lemma later_rl p a b c b' : In b' (moves p b) -> later (Add a (Add b' c)) (Add a (Add b c)).
Proof. intros. now apply later_r with p, moves_l. Qed.
Lemma later_rr p a b c c' : In c' (moves p c) -> later (Add a (Add b c')) (Add a (Add b c)).
Proof. intros. now apply later_r with p, moves_r. Qed.
Lemma later_both p q a b a' b' : In a' (moves p a) -> In b' (moves q b) -> later (Add a' b') (Add a b).
Proof. intros. eapply t_trans; [eapply later_l; eassumption|eapply later_r; eassumption]. Qed.
#[global] Hint Resolve moves_l moves_r later_l later_r later_rl later_rr later_both : play.

Lemma pair_induction (P : game -> game -> Prop) :
  (forall a b, (forall a' b', later (Add a' b') (Add a b) -> P a' b') -> P a b) -> forall a b, P a b.
Proof.
  intros H a b. enough (G : forall e a b, e = Add a b -> P a b) by eauto. clear a b.
  intros e. induction e as [e IH] using (well_founded_induction later_ends). intros a b ->.
  apply H. intros a' b' Hl. eapply IH; [exact Hl|reflexivity].
Qed.
Lemma triple_induction (P : game -> game -> game -> Prop) :
  (forall a b c, (forall a' b' c', later (Add a' (Add b' c')) (Add a (Add b c)) -> P a' b' c') -> P a b c) ->
  forall a b c, P a b c.
Proof.
  intros H a b c. enough (G : forall e a b c, e = Add a (Add b c) -> P a b c) by eauto. clear a b c.
  intros e. induction e as [e IH] using (well_founded_induction later_ends). intros a b c ->.
  apply H. intros a' b' c' Hl. eapply IH; [exact Hl|reflexivity].
Qed.

(** ** The order *)
Inductive ge : game -> game -> Prop :=
| Ge a b : (forall a', In a' (moves R a) -> gf a' b) ->
           (forall b', In b' (moves L b) -> gf a b') -> ge a b
with gf : game -> game -> Prop :=
| Gf_l a b a' : In a' (moves L a) -> ge a' b -> gf a b
| Gf_r a b b' : In b' (moves R b) -> ge a b' -> gf a b.

Lemma ge_l a b a' : ge a b -> In a' (moves R a) -> gf a' b.
Proof. destruct 1; auto. Qed.
Lemma ge_r a b b' : ge a b -> In b' (moves L b) -> gf a b'.
Proof. destruct 1; auto. Qed.

(** Copying: if each move of Right in [a] has a copy in [b], and each move of Left in [b] has one in
    [a], then [a] is at least [b]. *)
Lemma copy (same : game -> game -> Prop) :
  (forall a b a', same a b -> In a' (moves R a) -> exists b', In b' (moves R b) /\ same a' b') ->
  (forall a b b', same a b -> In b' (moves L b) -> exists a', In a' (moves L a) /\ same a' b') ->
  forall a b, same a b -> ge a b.
Proof.
  intros HR HL. apply (pair_induction (fun a b => same a b -> ge a b)). intros a b IH Hs. constructor.
  - intros a' Ha. destruct (HR _ _ _ Hs Ha) as [b' [Hb Hs']]. apply Gf_r with b'; eauto with play.
  - intros b' Hb. destruct (HL _ _ _ Hs Hb) as [a' [Ha Hs']]. apply Gf_l with a'; eauto with play.
Qed.

Lemma ge_refl a : ge a a.
Proof. apply (copy eq); [intros x y x' -> H|intros x y y' -> H|reflexivity]; eauto. Qed.

Lemma ge_trans_all : forall a b c,
  (ge a b -> ge b c -> ge a c) /\ (ge a b -> gf b c -> gf a c) /\ (gf a b -> ge b c -> gf a c).
Proof.
  apply triple_induction. intros a b c IH. split; [|split].
  - intros Hab Hbc. constructor.
    + intros a' Ha. destruct (IH a' b c) as (_ & _ & T); eauto using ge_l with play.
    + intros c' Hc. destruct (IH a b c') as (_ & T & _); eauto using ge_r with play.
  - intros Hab Hbc. destruct Hbc as [b c b' Hb H|b c c' Hc H].
    + destruct (IH a b' c) as (_ & _ & T); eauto using ge_r with play.
    + apply Gf_r with c'; [assumption|]. destruct (IH a b c') as (T & _ & _); eauto with play.
  - intros Hab Hbc. destruct Hab as [a b a' Ha H|a b b' Hb H].
    + apply Gf_l with a'; [assumption|]. destruct (IH a' b c) as (T & _ & _); eauto with play.
    + destruct (IH a b' c) as (_ & T & _); eauto using ge_l with play.
Qed.
Lemma ge_trans a b c : ge a b -> ge b c -> ge a c.
Proof. apply ge_trans_all. Qed.
Lemma ge_gf a b c : ge a b -> gf b c -> gf a c.
Proof. apply ge_trans_all. Qed.
Lemma gf_ge a b c : gf a b -> ge b c -> gf a c.
Proof. apply ge_trans_all. Qed.

Lemma add_mono_all : forall a b c,
  (ge a b -> ge (Add a c) (Add b c)) /\ (gf a b -> gf (Add a c) (Add b c)).
Proof.
  apply triple_induction. intros a b c IH. split.
  - intros H. constructor.
    + intros e He. apply in_moves_add in He as [[a' [Ha ->]]|[c' [Hc ->]]].
      * apply (IH a' b c); eauto using ge_l with play.
      * apply Gf_r with (Add b c'); [auto with play|]. apply (IH a b c'); eauto with play.
    + intros e He. apply in_moves_add in He as [[b' [Hb ->]]|[c' [Hc ->]]].
      * apply (IH a b' c); eauto using ge_r with play.
      * apply Gf_l with (Add a c'); [auto with play|]. apply (IH a b c'); eauto with play.
  - intros H. destruct H as [a b a' Ha H|a b b' Hb H].
    + apply Gf_l with (Add a' c); [auto with play|]. apply (IH a' b c); eauto with play.
    + apply Gf_r with (Add b' c); [auto with play|]. apply (IH a b' c); eauto with play.
Qed.
Lemma add_ge_l a b c : ge a b -> ge (Add a c) (Add b c).
Proof. apply add_mono_all. Qed.
Lemma add_gf_l a b c : gf a b -> gf (Add a c) (Add b c).
Proof. apply add_mono_all. Qed.

(** ** Equality, and the laws of sums *)
Definition eq_game (a b : game) : Prop := ge a b /\ ge b a.
Infix "==" := eq_game (at level 70).

Lemma copy_eq (same : game -> game -> Prop) :
  (forall p a b a', same a b -> In a' (moves p a) -> exists b', In b' (moves p b) /\ same a' b') ->
  (forall p a b b', same a b -> In b' (moves p b) -> exists a', In a' (moves p a) /\ same a' b') ->
  forall a b, same a b -> a == b.
Proof.
  intros H1 H2 a b H. split; [apply (copy same)|apply (copy (fun b a => same a b))]; eauto.
Qed.

#[global] Instance eq_equivalence : Equivalence eq_game.
Proof.
  split.
  - intros a. split; apply ge_refl.
  - intros a b [H1 H2]. now split.
  - intros a b c [] []. split; eauto using ge_trans.
Qed.
#[global] Instance ge_preorder : PreOrder ge.
Proof. split; [exact ge_refl|exact ge_trans]. Qed.
#[global] Instance ge_proper : Proper (eq_game ==> eq_game ==> iff) ge.
Proof. intros a a' [] b b' []. split; intros; eauto using ge_trans. Qed.
#[global] Instance gf_proper : Proper (eq_game ==> eq_game ==> iff) gf.
Proof. intros a a' [] b b' []. split; intros; eauto using ge_gf, gf_ge. Qed.

Lemma add_comm a b : Add a b == Add b a.
Proof.
  apply (copy_eq (fun x y => exists a b, x = Add a b /\ y = Add b a)); [| |eauto].
  - intros p x y x' [c [d [-> ->]]] H. apply in_moves_add in H as [[z [H ->]]|[z [H ->]]]; eauto 7 with play.
  - intros p x y y' [c [d [-> ->]]] H. apply in_moves_add in H as [[z [H ->]]|[z [H ->]]]; eauto 7 with play.
Qed.
Lemma add_assoc a b c : Add a (Add b c) == Add (Add a b) c.
Proof.
  apply (copy_eq (fun x y => exists a b c, x = Add a (Add b c) /\ y = Add (Add a b) c)); [| |eauto].
  - intros p x y x' [d [e [f [-> ->]]]] H.
    apply in_moves_add in H as [[z [H ->]]|[z [H ->]]]; [|apply in_moves_add in H as [[u [H ->]]|[u [H ->]]]];
      eauto 9 with play.
  - intros p x y y' [d [e [f [-> ->]]]] H.
    apply in_moves_add in H as [[z [H ->]]|[z [H ->]]]; [apply in_moves_add in H as [[u [H ->]]|[u [H ->]]]|];
      eauto 9 with play.
Qed.
Lemma add_zero a : Add a Zero == a.
Proof.
  apply (copy_eq (fun x y => x = Add y Zero)); [| |reflexivity].
  - intros p x y x' -> H. apply in_moves_add in H as [[z [H ->]]|[z [[] ->]]]; eauto.
  - intros p x y y' -> H. eauto with play.
Qed.
Lemma zero_add a : Add Zero a == a.
Proof. rewrite add_comm. apply add_zero. Qed.

#[global] Instance add_ge : Proper (ge ==> ge ==> ge) Add.
Proof.
  intros a b H c d H'. transitivity (Add b c); [now apply add_ge_l|].
  rewrite (add_comm b c), (add_comm b d). now apply add_ge_l.
Qed.
#[global] Instance add_proper : Proper (eq_game ==> eq_game ==> eq_game) Add.
Proof. intros a b [H1 H2] c d [H3 H4]. split; now apply add_ge. Qed.
Lemma add_gf a b c d : gf a b -> ge c d -> gf (Add a c) (Add b d).
Proof.
  intros H1 H2. apply gf_ge with (Add b c); [now apply add_gf_l|].
  now apply add_ge.
Qed.
Lemma add_swap a b c d : Add (Add a b) (Add c d) == Add (Add a c) (Add b d).
Proof. rewrite <- !add_assoc. apply add_proper; [reflexivity|]. rewrite !add_assoc, (add_comm b c). reflexivity. Qed.

Lemma neg_ge : forall a b, (ge a b -> ge (Neg b) (Neg a)) /\ (gf a b -> gf (Neg b) (Neg a)).
Proof.
  apply pair_induction. intros a b IH. split.
  - intros H. constructor; intros e He; apply in_moves_neg in He as [z [Hz ->]].
    + apply (IH a z); eauto using ge_r with play.
    + apply (IH z b); eauto using ge_l with play.
  - intros H. destruct H as [a b a' Ha H|a b b' Hb H].
    + apply Gf_r with (Neg a'); [apply in_moves_neg; eauto|]. apply (IH a' b); eauto with play.
    + apply Gf_l with (Neg b'); [apply in_moves_neg; eauto|]. apply (IH a b'); eauto with play.
Qed.
#[global] Instance neg_proper : Proper (eq_game ==> eq_game) Neg.
Proof. intros a b [H1 H2]. split; now apply neg_ge. Qed.

Lemma neg_neg a : Neg (Neg a) == a.
Proof.
  apply (copy_eq (fun x y => x = Neg (Neg y))); [| |reflexivity].
  - intros p x y x' -> H. apply in_moves_neg in H as [z [H ->]]. apply in_moves_neg in H as [u [H ->]].
    exists u. destruct p; auto.
  - intros p x y y' -> H. exists (Neg (Neg y')). split; [|reflexivity].
    apply in_moves_neg. eexists. split; [|reflexivity]. apply in_moves_neg. exists y'. destruct p; auto.
Qed.
Lemma neg_zero : Neg Zero == Zero.
Proof. split; constructor; intros ? []. Qed.

Lemma neg_add a b : Neg (Add a b) == Add (Neg a) (Neg b).
Proof.
  apply (copy_eq (fun u v => exists x y, u = Neg (Add x y) /\ v = Add (Neg x) (Neg y))); [| |eauto].
  - intros p u v u' [c [d [-> ->]]] Hu. apply in_moves_neg in Hu as [z [Hz ->]].
    apply in_moves_add in Hz as [[t [Ht ->]]|[t [Ht ->]]]; eexists;
      (split; [|eauto]); [apply moves_l|apply moves_r]; apply in_moves_neg; eauto.
  - intros p u v v' [c [d [-> ->]]] Hv. apply in_moves_add in Hv as [[t [Ht ->]]|[t [Ht ->]]];
      apply in_moves_neg in Ht as [z [Hz ->]]; eexists; (split; [|eauto]); apply in_moves_neg; eauto with play.
Qed.

Lemma sub_self a : Add a (Neg a) == Zero.
Proof.
  assert (G : forall a b : game, ge (Add a (Neg a)) Zero).
  { apply (pair_induction (fun a _ => ge (Add a (Neg a)) Zero)). intros c d IH. constructor; [|intros ? []].
    intros e He. apply in_moves_add in He as [[z [H ->]]|[z [H ->]]].
    - apply Gf_l with (Add z (Neg z)); [|eauto with play]. apply moves_r, in_moves_neg. eauto.
    - apply in_moves_neg in H as [u [H ->]].
      apply Gf_l with (Add u (Neg u)); [|eauto with play]. auto with play. }
  split; [now apply G|].
  assert (H : ge (Neg Zero) (Neg (Add (Neg a) (Neg (Neg a))))) by now apply neg_ge, G.
  rewrite neg_zero in H. transitivity (Neg (Add (Neg a) (Neg (Neg a)))); [assumption|].
  rewrite neg_add, !neg_neg. reflexivity.
Qed.

(** What is added on both sides can be taken away. *)
Lemma cancel_ge a b c : ge (Add a c) (Add b c) -> ge a b.
Proof.
  intros H. rewrite <- (add_zero a), <- (add_zero b), <- (sub_self c), !add_assoc. now apply add_ge_l.
Qed.
Lemma cancel_gf a b c : gf (Add a c) (Add b c) -> gf a b.
Proof.
  intros H. rewrite <- (add_zero a), <- (add_zero b), <- (sub_self c), !add_assoc. now apply add_gf_l.
Qed.

(** ** Exactly one player wins *)
Lemma gf_irreflexive a : ~ gf a a.
Proof.
  induction a as [a IH] using (well_founded_induction later_ends). intros H.
  inversion H as [? ? a' Ha Hg|? ? a' Ha Hg]; subst.
  - apply (IH a'); [constructor; now exists L|]. eapply ge_r; eassumption.
  - apply (IH a'); [constructor; now exists R|]. eapply ge_l; eassumption.
Qed.
Lemma not_both a b : ge a b -> gf b a -> False.
Proof. intros H1 H2. apply (gf_irreflexive a). eapply ge_gf; eassumption. Qed.

Lemma all_or_one {A : Type} (P Q : A -> Prop) l :
  (forall x, In x l -> P x \/ Q x) -> (forall x, In x l -> P x) \/ (exists x, In x l /\ Q x).
Proof.
  induction l as [|x l IH]; intros H; [left; intros ? []|].
  destruct (H x) as [Hx|Hx]; [now left| |right; exists x; cbn; auto].
  destruct IH as [Hl|[y [Hy Hq]]]; [intros; apply H; now right| |right; exists y; cbn; auto].
  left. intros y [<-|Hy]; auto.
Qed.
Lemma one_wins : forall a b, ge a b \/ gf b a.
Proof.
  enough (G : forall a b, (ge a b \/ gf b a) /\ (ge b a \/ gf a b)) by (intros; apply G).
  assert (H : forall a b,
    (forall a', In a' (moves R a) -> ge b a' \/ gf a' b) -> (forall b', In b' (moves L b) -> ge b' a \/ gf a b') ->
    ge a b \/ gf b a).
  { intros a b Ha Hb.
    destruct (all_or_one (fun a' => gf a' b) (fun a' => ge b a') (moves R a)) as [H1|[a' [H1 H2]]];
      [intros x Hx; destruct (Ha x Hx); auto| |right; eapply Gf_r; eassumption].
    destruct (all_or_one (fun b' => gf a b') (fun b' => ge b' a) (moves L b)) as [H3|[b' [H3 H4]]];
      [intros x Hx; destruct (Hb x Hx); auto| |right; eapply Gf_l; eassumption].
    left. now constructor. }
  apply (pair_induction (fun a b => (ge a b \/ gf b a) /\ (ge b a \/ gf a b))). intros a b IH.
  split; apply H; intros x Hx.
  - destruct (IH x b); eauto with play.
  - destruct (IH a x); eauto with play.
  - destruct (IH a x); eauto with play.
  - destruct (IH x b); eauto with play.
Qed.
