(** * Sets of cells in two machine words

    The cells 0 to 125 as two native integers of 63 bits. Each operation is here with what it means for the
    binary number that the set stands for. *)

From Coq Require Import NArith ZArith List Lia Bool Uint63.
From Crosscram Require Import Rules Cells.
Import ListNotations.
Open Scope N_scope.

Inductive set := Words (low high : int).

Definition word (x : int) : N := Z.to_N (to_Z x).
Definition cells (s : set) : N := match s with Words a b => N.lor (word a) (N.shiftl (word b) 63) end.
Definition number (x : int) : N := word x.

Lemma word_bit x i : N.testbit (word x) i = Z.testbit (to_Z x) (Z.of_N i).
Proof.
  unfold word. pose proof (to_Z_bounded x). rewrite <- (Z2N.id (to_Z x)) at 2 by lia. now rewrite Z.testbit_of_N.
Qed.
Lemma word_high x i : 63 <= i -> N.testbit (word x) i = false.
Proof.
  intros Hi. rewrite word_bit. pose proof (to_Z_bounded x) as H.
  destruct (Z.eq_dec (to_Z x) 0) as [->|Hn]; [apply Z.bits_0|].
  apply Z.bits_above_log2; [lia|]. assert (Z.log2 (to_Z x) < 63)%Z by (apply Z.log2_lt_pow2; [lia|apply H]). lia.
Qed.
Lemma cells_bit a b i : N.testbit (cells (Words a b)) i = if i <? 63 then N.testbit (word a) i else N.testbit (word b) (i - 63).
Proof.
  unfold cells. rewrite N.lor_spec. destruct (N.ltb_spec i 63).
  - rewrite N.shiftl_spec_low by assumption. apply orb_false_r.
  - rewrite N.shiftl_spec_high' by assumption. now rewrite word_high.
Qed.

Lemma word_land x y i : N.testbit (word (x land y)) i = N.testbit (word x) i && N.testbit (word y) i.
Proof. rewrite !word_bit, land_spec'. apply Z.land_spec. Qed.
Lemma word_lor x y i : N.testbit (word (x lor y)) i = N.testbit (word x) i || N.testbit (word y) i.
Proof. rewrite !word_bit, lor_spec'. apply Z.lor_spec. Qed.
Lemma word_lxor x y i : N.testbit (word (x lxor y)) i = xorb (N.testbit (word x) i) (N.testbit (word y) i).
Proof. rewrite !word_bit, lxor_spec'. apply Z.lxor_spec. Qed.
Lemma word_lsr x d i : N.testbit (word (x >> d)) i = N.testbit (word x) (i + word d).
Proof.
  rewrite !word_bit, lsr_spec, <- Z.shiftr_div_pow2 by apply to_Z_bounded.
  rewrite Z.shiftr_spec by lia. f_equal. unfold word. pose proof (to_Z_bounded d). lia.
Qed.
Lemma word_lsl x d i : N.testbit (word (x << d)) i = (i <? 63) && (word d <=? i) && N.testbit (word x) (i - word d).
Proof.
  rewrite word_bit, lsl_spec. pose proof (to_Z_bounded d). change wB with (2 ^ 63)%Z.
  destruct (N.ltb_spec i 63).
  - rewrite Z.mod_pow2_bits_low, <- Z.shiftl_mul_pow2, Z.shiftl_spec by lia. cbn [andb].
    destruct (N.leb_spec (word d) i) as [Hd|Hd]; unfold word in Hd.
    + rewrite word_bit. cbn [andb]. f_equal. unfold word. lia.
    + rewrite Z.testbit_neg_r by lia. reflexivity.
  - now rewrite Z.mod_pow2_bits_high by lia.
Qed.

Definition empty : set := Words 0 0.
Definition both (s t : set) : set := match s, t with Words a b, Words c d => Words (a land c) (b land d) end.
Definition union (s t : set) : set := match s, t with Words a b, Words c d => Words (a lor c) (b lor d) end.
(** [s] without [t]. *)
Definition minus (s t : set) : set := match s, t with Words a b, Words c d => Words (a lxor (a land c)) (b lxor (b land d)) end.
Definition is_empty (s : set) : bool := match s with Words a b => (a lor b =? 0)%uint63 end.
Definition equal (s t : set) : bool := match s, t with Words a b, Words c d => (a =? c)%uint63 && (b =? d)%uint63 end.
Definition down (s : set) (d : int) : set :=
  match s with Words a b =>
    if (d <? 63)%uint63 then Words ((a >> d) lor (b << (63 - d))) (b >> d) else Words (b >> (d - 63)) 0
  end.
Definition up (s : set) (d : int) : set :=
  match s with Words a b =>
    if (d <? 63)%uint63 then Words (a << d) ((b << d) lor (a >> (63 - d))) else Words 0 (a << (d - 63))
  end.

Lemma cells_both s t : cells (both s t) = N.land (cells s) (cells t).
Proof.
  destruct s, t. apply N.bits_inj. intros i. rewrite N.land_spec. unfold both. rewrite !cells_bit.
  destruct (i <? 63); apply word_land.
Qed.
Lemma cells_union s t : cells (union s t) = N.lor (cells s) (cells t).
Proof.
  destruct s, t. apply N.bits_inj. intros i. rewrite N.lor_spec. unfold union. rewrite !cells_bit.
  destruct (i <? 63); apply word_lor.
Qed.
Lemma cells_minus s t : cells (minus s t) = N.ldiff (cells s) (cells t).
Proof.
  destruct s, t. apply N.bits_inj. intros i. rewrite N.ldiff_spec. unfold minus. rewrite !cells_bit.
  destruct (i <? 63); rewrite word_lxor, word_land; destruct (N.testbit (word _) _), (N.testbit (word _) _); reflexivity.
Qed.
Lemma word_0 x : word x = 0 -> x = 0%uint63.
Proof. unfold word. pose proof (to_Z_bounded x). intros H0. apply to_Z_inj. change (to_Z 0) with 0%Z. lia. Qed.
Lemma cells_empty : cells empty = 0.
Proof. reflexivity. Qed.
Lemma is_empty_cells s : is_empty s = (cells s =? 0).
Proof.
  destruct s as [a b]. apply eq_true_iff_eq. unfold is_empty. rewrite Uint63.eqb_spec, N.eqb_eq. split.
  - intros H. apply N.bits_inj. intros i. rewrite cells_bit, N.bits_0.
    assert (G : forall j, N.testbit (word (a lor b)%uint63) j = false) by (intros j; rewrite H; apply N.bits_0).
    setoid_rewrite word_lor in G. destruct (i <? 63); [specialize (G i)|specialize (G (i - 63))];
      now apply orb_false_iff in G.
  - intros H. apply word_0, N.bits_inj. intros i. rewrite word_lor, N.bits_0.
    destruct (N.lt_ge_cases i 63) as [Hi|Hi].
    + pose proof (f_equal (fun n => N.testbit n i) H) as H1. pose proof (f_equal (fun n => N.testbit n (i + 63)) H) as H2.
      cbv beta in H1, H2. rewrite cells_bit, N.bits_0 in H1, H2. replace (i <? 63) with true in H1 by (symmetry; now apply N.ltb_lt).
      replace (i + 63 <? 63) with false in H2 by (symmetry; apply N.ltb_ge; lia).
      replace (i + 63 - 63) with i in H2 by lia. now rewrite H1, H2.
    + now rewrite !word_high.
Qed.
Lemma equal_eq s t : equal s t = true -> s = t.
Proof. destruct s, t. unfold equal. rewrite andb_true_iff, !Uint63.eqb_spec. now intros [-> ->]. Qed.

Lemma word_sub63 d : (d <? 63)%uint63 = true -> word (63 - d) = 63 - word d.
Proof.
  intros H%ltb_spec. change (to_Z 63) with 63%Z in H. unfold word. rewrite sub_spec, Z.mod_small; change (to_Z 63) with 63%Z;
    pose proof (to_Z_bounded d); change wB with (2 ^ 63)%Z; lia.
Qed.
Lemma word_sub d : (d <? 63)%uint63 = false -> word (d - 63) = word d - 63 /\ 63 <= word d.
Proof.
  intros H. assert (H' : ~ (to_Z d < 63)%Z) by (intros G; apply (Bool.diff_true_false); rewrite <- H; symmetry; now apply ltb_spec).
  pose proof (to_Z_bounded d). unfold word. rewrite sub_spec. change (to_Z 63) with 63%Z in *. rewrite Z.mod_small; lia.
Qed.
Lemma word_lt d : (d <? 63)%uint63 = true -> word d < 63.
Proof. intros H%ltb_spec. change (to_Z 63) with 63%Z in H. unfold word. pose proof (to_Z_bounded d). lia. Qed.

Ltac cases := repeat match goal with
  | |- context [N.ltb ?a ?b] => destruct (N.ltb_spec a b); try lia
  | |- context [N.leb ?a ?b] => destruct (N.leb_spec a b); try lia
  end; cbn [andb orb].

Lemma cells_down s d : cells (down s d) = N.shiftr (cells s) (word d).
Proof.
  destruct s as [a b]. apply N.bits_inj. intros i. rewrite N.shiftr_spec'. unfold down.
  destruct (d <? 63)%uint63 eqn:E.
  - pose proof (word_lt _ E). rewrite !cells_bit, word_lor, !word_lsr, word_lsl, word_sub63 by assumption. cases.
    + apply orb_false_r.
    + rewrite word_high by lia. rewrite orb_false_l. f_equal. lia.
    + f_equal. lia.
  - apply word_sub in E as [E1 E2]. rewrite !cells_bit, word_lsr, E1. cases.
    + f_equal. lia.
    + change (word 0) with 0. rewrite N.bits_0. rewrite word_high; [reflexivity|lia].
Qed.

(** The cells that a set moved up has: those for which there is room. *)
Lemma in_up s d c : c ∈ cells (up s d) <-> c < 126 /\ c ∈ N.shiftl (cells s) (word d).
Proof.
  destruct s as [a b]. rewrite <- N.ltb_lt, <- andb_true_iff.
  enough (cells (up (Words a b) d) = N.land (N.ones 126) (N.shiftl (cells (Words a b)) (word d))) as ->.
  { rewrite N.land_spec. destruct (N.ltb_spec c 126); [now rewrite N.ones_spec_low|now rewrite N.ones_spec_high]. }
  apply N.bits_inj. intros i. rewrite N.land_spec. unfold up.
  assert (S : N.testbit (N.shiftl (cells (Words a b)) (word d)) i =
    (word d <=? i) && N.testbit (cells (Words a b)) (i - word d)).
  { destruct (N.leb_spec (word d) i); [now rewrite N.shiftl_spec_high'|now rewrite N.shiftl_spec_low]. }
  rewrite S. clear S.
  assert (O : N.testbit (N.ones 126) i = (i <? 126)).
  { destruct (N.ltb_spec i 126); [now rewrite N.ones_spec_low|now rewrite N.ones_spec_high]. }
  rewrite O. clear O. destruct (d <? 63)%uint63 eqn:E.
  - pose proof (word_lt _ E). rewrite !cells_bit, word_lor, word_lsr, !word_lsl, word_sub63 by assumption. cases; try reflexivity.
    + f_equal. lia.
    + rewrite (word_high a) by lia. rewrite orb_false_r. f_equal. lia.
    + now rewrite word_high by lia.
  - apply word_sub in E as [E1 E2]. rewrite !cells_bit, word_lsl, E1. change (word 0) with 0. rewrite !N.bits_0. cases; try reflexivity.
    f_equal. lia.
Qed.
