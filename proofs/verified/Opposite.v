(** * Exactly one player wins

    The opposite of a claim is about the transposed board; one of the two holds, and not both. *)

From Coq Require Import NArith ZArith List Lia Bool Setoid Morphisms Arith.
From Crosscram Require Import Rules Cells Games Numbers Pieces Checker Symmetry Sound Bridge.
Import ListNotations.
Open Scope N_scope.

Definition well (v : view) : Prop :=
  0 < tile_length v /\ (0 < lines v /\ 0 < offsets v) /\ sub (blocked v) (full v).

Notation turned v := (transpose (width v) (lines v)).

Lemma transpose_at v l o : o < width v -> turned v (l * width v + o) = o * (lines v + 1) + l.
Proof. intros H. unfold transpose. now destruct (divmod (width v) l o H) as [-> ->]. Qed.

(** Transposition exchanges the players' tiles, between any two boards that are each other's transposed. *)
Lemma half_transpose v u : 0 < tile_length v -> lines u = offsets v -> offsets u = lines v -> tile_length u = tile_length v ->
  half (shape_of v) (shape_of u) flip (full v) (full u) (turned v) (turned u).
Proof.
  intros Hk El Eo Et. pose proof (width_pos v) as Hw. pose proof (width_pos u) as Hw'.
  assert (Ew : width u = lines v + 1) by (unfold width; now rewrite Eo). split.
  - intros c Hc. apply cell_at in Hc as [l [o [-> [Hl Ho]]]]. rewrite transpose_at by lia. rewrite <- Ew. split.
    + apply full_at; lia.
    + rewrite transpose_at by lia. rewrite El. reflexivity.
  - intros p i Hi. apply tile_on_board in Hi as [l [o [-> Hr]]]; [|assumption].
    exists (o * width u + l). apply set_ext. intros c. rewrite in_image. setoid_rewrite in_board_tile; [|lia|lia].
    assert (T : forall j, j < tile_length v -> turned v ((l + down p j) * width v + (o + aside p j)) =
      (o + down (flip p) j) * width u + (l + aside (flip p) j)).
    { intros j Hj. specialize (Hr j Hj). rewrite transpose_at by lia. rewrite Ew. now destruct p. }
    rewrite Et. split.
    + intros [j [Hj ->]]. eexists. split; [exists j; split; [assumption|reflexivity]|]. now rewrite T.
    + intros [d [[j [Hj ->]] ->]]. exists j. split; [assumption|]. now apply T.
Qed.

Section Opposite.
Variable v : view.
Hypothesis Hv : well v.

Lemma well_opposite : well (opposite v).
Proof.
  destruct Hv as [Hk [[Hl Ho] Hb]]. split; [exact Hk|]. split; [split; assumption|]. cbn [blocked opposite].
  eapply image_sub; [|exact Hb]. eapply half_transpose; auto.
Qed.

Lemma free_opposite : free (opposite v) = image (turned v) (free v).
Proof.
  destruct Hv as [Hk [_ Hb]]. set (u := opposite v).
  assert (H1 : half (shape_of v) (shape_of u) flip (full v) (full u) (turned v) (turned u)) by now apply half_transpose.
  assert (H2 : half (shape_of u) (shape_of v) flip (full u) (full v) (turned u) (turned v)) by now apply half_transpose.
  unfold free. rewrite (image_ldiff _ _ _ _ _ _ _ H1); [|intros c Hc; exact Hc|exact Hb].
  change (blocked u) with (image (turned v) (blocked v)). f_equal.
  apply set_ext. intros c. rewrite in_image. split.
  - intros Hc. exists (turned u c). destruct H2 as [H2 _]. destruct (H2 c Hc) as [Hf Hi]. now rewrite Hi.
  - intros [d [Hd ->]]. now apply H1.
Qed.

Lemma game_opposite :
  Add (Free (shape_of (opposite v)) (free (opposite v))) (Num (number_beside (opposite v))) ==
  Neg (Add (Free (shape_of v) (free v)) (Num (number_beside v))).
Proof.
  destruct Hv as [Hk [_ Hb]]. rewrite neg_add, num_neg, free_opposite. apply add_proper; [|reflexivity].
  assert (H1 : half (shape_of v) (shape_of (opposite v)) flip (full v) (full (opposite v)) (turned v) (turned (opposite v)))
    by now apply half_transpose.
  assert (H2 : half (shape_of (opposite v)) (shape_of v) flip (full (opposite v)) (full v) (turned (opposite v)) (turned v))
    by now apply half_transpose.
  apply (image_neg _ _ _ _ _ _ _ H1 H2); [reflexivity|]. intros c Hc. unfold free in Hc. apply in_ldiff in Hc. tauto.
Qed.

Theorem one_of_two : wins_view v \/ wins_view (opposite v).
Proof.
  unfold wins_view, won. cbn [left_first opposite]. pose proof game_opposite as E.
  destruct (left_first v); cbn [negb]; rewrite E, <- neg_zero.
  - destruct (one_wins Zero (Add (Free (shape_of v) (free v)) (Num (number_beside v)))) as [H|H].
    + right. now apply neg_ge.
    + left. now rewrite neg_zero.
  - destruct (one_wins (Add (Free (shape_of v) (free v)) (Num (number_beside v))) Zero) as [H|H].
    + left. now rewrite neg_zero.
    + right. now apply neg_ge.
Qed.
Theorem not_both_views : wins_view v -> wins_view (opposite v) -> False.
Proof.
  unfold wins_view, won. cbn [left_first opposite]. pose proof game_opposite as E.
  destruct (left_first v); cbn [negb]; rewrite E, <- neg_zero; intros H1 H2; apply neg_ge in H2;
    rewrite !neg_neg in H2; rewrite neg_zero in *; eapply not_both; eassumption.
Qed.
End Opposite.
