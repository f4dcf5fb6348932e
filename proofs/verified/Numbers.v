(** * Numbers

    A sum of numbers is worth the sum of their values. Proof by play: after a move of Right the total is
    positive and a multiple of the smallest step of the terms; Left takes this step. *)

From Coq Require Import NArith ZArith List Lia Bool Setoid Morphisms.
From Crosscram Require Import Rules Cells Games.
Import ListNotations.
Open Scope Z_scope.

(** [numeric e x m]: the game is made of numbers alone, their sum is [x], their smallest step 2^[m]. *)
Inductive numeric : game -> Z -> Z -> Prop :=
| numeric_zero : numeric Zero 0 16
| numeric_num x m : 0 <= m <= 16 -> Z.gcd x unit = 2 ^ m -> numeric (Num x) x m
| numeric_add a b x y m n : numeric a x m -> numeric b y n -> numeric (Add a b) (x + y) (Z.min m n)
| numeric_neg a x m : numeric a x m -> numeric (Neg a) (- x) m.

Lemma numeric_number x : exists m, numeric (Num x) x m.
Proof. destruct (step_power x) as [m [H1 H2]]. exists m. now constructor. Qed.

Lemma power_divides m n x : 0 <= m <= n -> (2 ^ n | x) -> (2 ^ m | x).
Proof.
  intros H D. apply Z.divide_trans with (2 ^ n); [|assumption].
  exists (2 ^ (n - m)). rewrite <- Z.pow_add_r by lia. f_equal. lia.
Qed.

Lemma numeric_step e x m : numeric e x m -> 0 <= m <= 16 /\ (2 ^ m | x).
Proof.
  induction 1 as [|x m Hm E|a b x y m n _ IHa _ IHb|a x m _ IH].
  - split; [lia|apply Z.divide_0_r].
  - split; [assumption|]. rewrite <- E. apply Z.gcd_divide_l.
  - destruct IHa, IHb. split; [lia|]. apply Z.divide_add_r; [apply power_divides with m|apply power_divides with n]; auto; lia.
  - destruct IH. split; [assumption|now apply Z.divide_opp_r].
Qed.

Lemma number_option p x : Z.gcd x unit < unit \/ (match p with L => 0 < x | R => x < 0 end) ->
  In (Num (match p with L => x - Z.gcd x unit | R => x + Z.gcd x unit end)) (moves p (Num x)).
Proof.
  intros H. cbn [moves]. apply in_map. unfold number_moves.
  destruct p; (destruct orb eqn:E; [now left|]); rewrite orb_false_iff, !Z.ltb_ge in E; lia.
Qed.

Definition towards (p : side) (x d : Z) : Z := match p with L => x - d | R => x + d end.

(** Both players can take the smallest step, unless it is 1. *)
Lemma small_step e x m : numeric e x m -> m < 16 ->
  forall p, exists e' m', In e' (moves p e) /\ numeric e' (towards p x (2 ^ m)) m'.
Proof.
  induction 1 as [|x m Hm E|a b x y m n Ha IHa Hb IHb|a x m Ha IH]; intros Hlt p.
  - lia.
  - destruct (numeric_number (towards p x (2 ^ m))) as [m' Hm']. exists (Num (towards p x (2 ^ m))), m'.
    split; [|assumption]. unfold towards. rewrite <- E. apply number_option. left. rewrite E.
    change unit with (2 ^ 16). apply Z.pow_lt_mono_r; lia.
  - destruct (Z.le_ge_cases m n).
    + rewrite Z.min_l in * by assumption. destruct (IHa Hlt p) as [a' [m' [H1 H2]]].
      exists (Add a' b), (Z.min m' n). split; [auto with play|].
      replace (towards p (x + y) (2 ^ m)) with (towards p x (2 ^ m) + y) by (destruct p; cbn; lia). now constructor.
    + rewrite Z.min_r in * by assumption. destruct (IHb Hlt p) as [b' [m' [H1 H2]]].
      exists (Add a b'), (Z.min m m'). split; [auto with play|].
      replace (towards p (x + y) (2 ^ n)) with (x + towards p y (2 ^ n)) by (destruct p; cbn; lia). now constructor.
  - destruct (IH Hlt (flip p)) as [a' [m' [H1 H2]]]. exists (Neg a'), m'. split; [apply in_moves_neg; eauto|].
    replace (towards p (- x) (2 ^ m)) with (- towards (flip p) x (2 ^ m)) by (destruct p; cbn; lia). now constructor.
Qed.

(** If the terms are integers, a player takes 1 from a sum that is on that side. *)
Lemma unit_step e x m : numeric e x m -> m = 16 ->
  forall p, (match p with L => 0 < x | R => x < 0 end) ->
  exists e' m', In e' (moves p e) /\ numeric e' (towards p x (2 ^ m)) m'.
Proof.
  induction 1 as [|x m Hm E|a b x y m n Ha IHa Hb IHb|a x m Ha IH]; intros Hm16 p Hp.
  - destruct p; lia.
  - destruct (numeric_number (towards p x (2 ^ m))) as [m' Hm']. exists (Num (towards p x (2 ^ m))), m'.
    split; [|assumption]. unfold towards. rewrite <- E. apply number_option. now right.
  - destruct (numeric_step _ _ _ Ha) as [? _], (numeric_step _ _ _ Hb) as [? _].
    assert (m = 16) as -> by lia. assert (n = 16) as -> by lia.
    destruct (Z.lt_ge_cases (match p with L => 0 | R => x end) (match p with L => x | R => 0 end)) as [Hx|Hx].
    + destruct (IHa eq_refl p) as [a' [m' [Hin Hnum]]]; [destruct p; lia|].
      exists (Add a' b), (Z.min m' 16). split; [auto with play|].
      replace (towards p (x + y) _) with (towards p x (2 ^ 16) + y) by (destruct p; cbn; lia). now constructor.
    + destruct (IHb eq_refl p) as [b' [m' [Hin Hnum]]]; [destruct p; lia|].
      exists (Add a b'), (Z.min 16 m'). split; [auto with play|].
      replace (towards p (x + y) _) with (x + towards p y (2 ^ 16)) by (destruct p; cbn; lia). now constructor.
  - destruct (IH Hm16 (flip p)) as [a' [m' [Hin Hnum]]]; [destruct p; cbn; lia|].
    exists (Neg a'), m'. split; [apply in_moves_neg; eauto|].
    replace (towards p (- x) (2 ^ m)) with (- towards (flip p) x (2 ^ m)) by (destruct p; cbn; lia). now constructor.
Qed.

Lemma numeric_move e x m : numeric e x m -> forall p e', In e' (moves p e) ->
  exists d m', 0 < d /\ numeric e' (towards p x d) m'.
Proof.
  induction 1 as [|x m Hm E|a b x y m n Ha IHa Hb IHb|a x m Ha IH]; intros p e' He.
  - destruct He.
  - cbn [moves] in He. apply in_map_iff in He as [y [<- H]]. apply number_moves_inv in H as [_ ->].
    destruct (numeric_number (towards p x (Z.gcd x unit))) as [m' Hm'].
    exists (Z.gcd x unit), m'. split; [apply step_pos|assumption].
  - apply in_moves_add in He as [[z [H ->]]|[z [H ->]]].
    + destruct (IHa _ _ H) as [d [m' [Hd Hn]]]. exists d, (Z.min m' n). split; [assumption|].
      replace (towards p (x + y) d) with (towards p x d + y) by (destruct p; cbn; lia). now constructor.
    + destruct (IHb _ _ H) as [d [m' [Hd Hn]]]. exists d, (Z.min m m'). split; [assumption|].
      replace (towards p (x + y) d) with (x + towards p y d) by (destruct p; cbn; lia). now constructor.
  - apply in_moves_neg in He as [z [H ->]]. destruct (IH _ _ H) as [d [m' [Hd Hn]]]. exists d, m'.
    split; [assumption|]. replace (towards p (- x) d) with (- towards (flip p) x d) by (destruct p; cbn; lia).
    now constructor.
Qed.

Lemma positive_option e x m : numeric e x m -> 0 < x ->
  exists e' y m', In e' (moves L e) /\ numeric e' y m' /\ 0 <= y.
Proof.
  intros H Hx. destruct (numeric_step _ _ _ H) as [Hm D].
  apply Z.divide_pos_le in D; [|assumption].
  destruct (Z.eq_dec m 16) as [E|E].
  - destruct (unit_step _ _ _ H E L Hx) as [e' [m' [H1 H2]]]. exists e', (x - 2 ^ m), m'.
    repeat split; [assumption|assumption|lia].
  - destruct (small_step _ _ _ H ltac:(lia) L) as [e' [m' [H1 H2]]]. exists e', (x - 2 ^ m), m'.
    repeat split; [assumption|assumption|lia].
Qed.

Lemma numeric_ge_zero : forall e x m, numeric e x m -> 0 <= x -> ge e Zero.
Proof.
  intros e. induction e as [e IH] using (well_founded_induction later_ends). intros x m H Hx.
  constructor; [|intros ? []]. intros e' He. destruct (numeric_move _ _ _ H _ _ He) as [d [m' [Hd Hn]]].
  cbn in Hn. destruct (positive_option _ _ _ Hn) as [e2 [y [m2 [H1 [H2 H3]]]]]; [lia|].
  apply Gf_l with e2; [assumption|]. apply (IH e2) with y m2; try assumption.
  eapply Relation_Operators.t_trans; constructor; eexists; eassumption.
Qed.
Lemma numeric_gf_zero e x m : numeric e x m -> 0 < x -> gf e Zero.
Proof.
  intros H Hx. destruct (positive_option _ _ _ H Hx) as [e' [y [m' [H1 [H2 H3]]]]].
  apply Gf_l with e'; [assumption|]. eapply numeric_ge_zero; eassumption.
Qed.

Lemma sub_ge a b : ge (Add a (Neg b)) Zero -> ge a b.
Proof. intros H. apply cancel_ge with (Neg b). now rewrite sub_self. Qed.
Lemma sub_gf a b : gf (Add a (Neg b)) Zero -> gf a b.
Proof. intros H. apply cancel_gf with (Neg b). now rewrite sub_self. Qed.

Lemma numeric_ge a b x y m n : numeric a x m -> numeric b y n -> y <= x -> ge a b.
Proof.
  intros Ha Hb H. apply sub_ge, numeric_ge_zero with (x + - y) (Z.min m n); [|lia]. now repeat constructor.
Qed.
Lemma numeric_eq a b x m n : numeric a x m -> numeric b x n -> a == b.
Proof. intros Ha Hb. split; eapply numeric_ge; eauto; lia. Qed.

Lemma num_ge x y : y <= x -> ge (Num x) (Num y).
Proof. destruct (numeric_number x), (numeric_number y). intros. eapply numeric_ge; eassumption. Qed.
Lemma num_gf x y : y < x -> gf (Num x) (Num y).
Proof.
  destruct (numeric_number x) as [m Hx], (numeric_number y) as [n Hy]. intros.
  apply sub_gf, numeric_gf_zero with (x + - y) (Z.min m n); [|lia]. constructor; [|constructor]; assumption.
Qed.
Lemma num_add x y : Add (Num x) (Num y) == Num (x + y).
Proof.
  destruct (numeric_number x), (numeric_number y), (numeric_number (x + y)).
  eapply numeric_eq; [constructor; eassumption|eassumption].
Qed.
Lemma num_neg x : Neg (Num x) == Num (- x).
Proof. destruct (numeric_number x), (numeric_number (- x)). eapply numeric_eq; [constructor|]; eassumption. Qed.
Lemma num_zero : Num 0 == Zero.
Proof. split; constructor; intros ? []. Qed.
