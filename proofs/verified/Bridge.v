(** * From the winner's view to the rules

    What a claim says in the words of Rules.v, and why a game that Left wins in the view is a game that
    the claim's winner wins on the board. *)

From Coq Require Import NArith ZArith List Lia Bool Setoid Morphisms Arith.
From Crosscram Require Import Rules Cells Games Pieces Checker Symmetry Sound.
Import ListNotations.
Open Scope N_scope.

(** ** What a claim says *)
Definition winner (v : view) : player := if transposed v then Horizontal else Vertical.
Definition first (v : view) : player := if left_first v then winner v else other (winner v).
Definition line (v : view) (c : cell) : N := if transposed v then snd c else fst c.
Definition offset (v : view) (c : cell) : N := if transposed v then fst c else snd c.
Definition free_cells (v : view) : cells := fun c =>
  line v c < lines v /\ offset v c < offsets v /\ ~ line v c * width v + offset v c ∈ blocked v.
Definition signed (v : view) (x : Z) : Z := if transposed v then (- x)%Z else x.

Definition holds (v : view) : Prop :=
  wins_with (tile_length v) (winner v) (first v) (free_cells v) (signed v (number_beside v)).

(** ** Games in the view *)
Definition wins_view (v : view) : Prop := won (shape_of v) (free v) (number_beside v) (left_first v).

Section Bridge.
Variable v : view.
Hypothesis some : 0 < tile_length v.
Notation w := (width v).
Notation k := (tile_length v).
Notation g := (shape_of v).

Definition player_of (p : side) : player := match p with L => winner v | R => other (winner v) end.
Definition code (c : cell) : N := line v c * w + offset v c.
Definition cell_of (l o : N) : cell := if transposed v then (o, l) else (l, o).

Lemma line_cell l o : line v (cell_of l o) = l.
Proof. unfold line, cell_of. now destruct (transposed v). Qed.
Lemma offset_cell l o : offset v (cell_of l o) = o.
Proof. unfold offset, cell_of. now destruct (transposed v). Qed.

Lemma in_tile_iff p f c : Rules.in_tile k (player_of p) f c <->
  exists j, j < k /\ line v c = line v f + down p j /\ offset v c = offset v f + aside p j.
Proof.
  unfold player_of, winner, line, offset. destruct f as [fr fc], c as [r c].
  destruct (transposed v), p; cbn [other Rules.in_tile down aside fst snd];
    (split; [|intros [j [H1 [H2 H3]]]; subst; lia]); intros [H1 [H2 H3]].
  - exists (c - fc). lia.
  - exists (r - fr). lia.
  - exists (r - fr). lia.
  - exists (c - fc). lia.
Qed.

Definition matches (P : cells) (s : N) : Prop := forall c, P c <-> offset v c < offsets v /\ code c ∈ s.

Lemma tile_iff p f c : (forall j, j < k -> offset v f + aside p j < offsets v) -> offset v c < offsets v ->
  (code c ∈ tile (far g p) (code f) <-> Rules.in_tile k (player_of p) f c).
Proof.
  intros Hf Hc. assert (offsets v < w) by (unfold width; lia).
  unfold code at 1. rewrite (in_board_tile v some), in_tile_iff. split; intros [j [Hj E]]; exists j; (split; [assumption|]).
  - specialize (Hf j Hj). unfold code in E.
    destruct (divmod w (line v c) (offset v c)) as [E1 E2]; [lia|].
    destruct (divmod w (line v f + down p j) (offset v f + aside p j)) as [E3 E4]; [lia|].
    rewrite E in E1, E2. rewrite E1 in E3. rewrite E2 in E4. auto.
  - unfold code. destruct E as [-> ->]. reflexivity.
Qed.

Lemma matches_after p f P P' s : matches P s ->
  (forall j, j < k -> offset v f + aside p j < offsets v) ->
  (forall c, P' c <-> P c /\ ~ Rules.in_tile k (player_of p) f c) ->
  matches P' (N.ldiff s (tile (far g p) (code f))).
Proof.
  intros HP Hf HP' c. rewrite HP', (HP c), in_ldiff. split.
  - intros [[H1 H2] H3]. split; [assumption|]. split; [assumption|]. now rewrite tile_iff.
  - intros [H1 [H2 H3]]. split; [auto|]. now rewrite tile_iff in H3.
Qed.

Lemma move_to_tile p P P' s : matches P s -> move k (player_of p) P P' ->
  exists i, sub (tile (far g p) i) s /\ matches P' (N.ldiff s (tile (far g p) i)).
Proof.
  intros HP [f [H1 H2]]. exists (code f).
  assert (G : forall j, j < k -> offset v f + aside p j < offsets v /\
    (line v f + down p j) * w + (offset v f + aside p j) ∈ s).
  { intros j Hj. pose proof (H1 (cell_of (line v f + down p j) (offset v f + aside p j))) as H.
    rewrite in_tile_iff, line_cell, offset_cell in H. specialize (H ltac:(eauto)).
    apply HP in H. unfold code in H. rewrite line_cell, offset_cell in H. exact H. }
  split.
  - intros c Hc. unfold code in Hc. apply (in_board_tile v some) in Hc as [j [Hj ->]]. now apply G.
  - apply matches_after with P; auto. intros j Hj. now apply G.
Qed.

Lemma tile_to_move p P s i : sub s (full v) -> matches P s -> sub (tile (far g p) i) s ->
  exists P', move k (player_of p) P P' /\ matches P' (N.ldiff s (tile (far g p) i)).
Proof.
  intros Hs HP Hi. destruct (tile_on_board v some p i) as [l [o [-> Hr]]]; [intros c Hc; auto|].
  set (f := cell_of l o). assert (Ef : code f = l * w + o) by (unfold code, f; now rewrite line_cell, offset_cell).
  assert (Ho : forall j, j < k -> offset v f + aside p j < offsets v).
  { intros j Hj. unfold f. rewrite offset_cell. now apply Hr. }
  exists (fun c => P c /\ ~ Rules.in_tile k (player_of p) f c). split.
  - exists f. split; [|reflexivity]. intros c Hc. apply HP.
    assert (offset v c < offsets v) by (apply in_tile_iff in Hc as [j [Hj [_ ->]]]; auto).
    split; [assumption|]. apply Hi. rewrite <- Ef. now apply tile_iff.
  - rewrite <- Ef. apply matches_after with P; auto. reflexivity.
Qed.

Lemma number_move_iff p x y : number_move (player_of p) (signed v x) y <-> exists z, In z (number_moves p x) /\ y = signed v z.
Proof.
  unfold number_move, player_of, winner, signed, number_moves.
  destruct (transposed v), p; cbn [other]; rewrite ?Z.gcd_opp_l; cbn zeta;
    (match goal with |- context [if ?b then _ else _] => destruct b eqn:E end);
    rewrite ?orb_true_iff, ?orb_false_iff, ?Z.ltb_lt, ?Z.ltb_ge in E;
    (split; [intros [H1 H2]; first [exfalso; lia|eexists; split; [left; reflexivity|lia]]
            |intros [z [Hz Hy]]; cbn in Hz; first [tauto|destruct Hz as [<-|[]]; lia]]).
Qed.

Lemma won_wins : forall e s x left P, e = Add (Free g s) (Num x) -> sub s (full v) -> matches P s -> won g s x left ->
  wins_with k (winner v) (if left then winner v else other (winner v)) P (signed v x).
Proof.
  intros e. induction e as [e IH] using (well_founded_induction later_ends). intros s x left P -> Hs HP H.
  assert (Hsub : forall t, sub (N.ldiff s t) (full v)) by (intros t c Hc; apply in_ldiff in Hc; now apply Hs).
  destruct left; cbn [won] in H.
  - inversion H as [? ? e' He Hge|? ? e' He]; subst; [|destruct He]. pose proof He as He'.
    apply in_moves_add in He as [[d [Hd ->]]|[d [Hd ->]]].
    + apply in_moves_free in Hd as [i [Hi ->]]. destruct (tile_to_move L P s i Hs HP Hi) as [P' [Hm HP']].
      apply own_tile with P'; [exact Hm|].
      apply (IH _ ltac:(constructor; exists L; exact He') _ x false P' eq_refl (Hsub _) HP' Hge).
    + cbn [moves] in Hd. apply in_map_iff in Hd as [y [<- Hy]].
      apply own_number with (signed v y); [apply (number_move_iff L); eauto|].
      apply (IH _ ltac:(constructor; exists L; exact He') _ y false P eq_refl Hs HP Hge).
  - apply other_turn.
    + intros P' Hm. apply (move_to_tile R _ _ s HP) in Hm as [i [Hi HP']].
      assert (He : In (Add (Free g (N.ldiff s (tile (far g R) i))) (Num x)) (moves R (Add (Free g s) (Num x))))
        by (apply moves_l, in_moves_free; eauto).
      apply (IH _ ltac:(constructor; exists R; exact He) _ x true P' eq_refl (Hsub _) HP'). eapply ge_l; eassumption.
    + intros y Hy. apply (number_move_iff R) in Hy as [z [Hz ->]].
      assert (He : In (Add (Free g s) (Num z)) (moves R (Add (Free g s) (Num x))))
        by (apply moves_r; cbn [moves]; now apply in_map).
      apply (IH _ ltac:(constructor; exists R; exact He) _ z true P eq_refl Hs HP). eapply ge_l; eassumption.
Qed.

Theorem wins_view_holds : wins_view v -> holds v.
Proof.
  intros H. unfold holds, first.
  refine (won_wins _ (free v) (number_beside v) (left_first v) (free_cells v) eq_refl _ _ H).
  - intros c Hc. unfold free in Hc. apply in_ldiff in Hc. tauto.
  - intros c. unfold free_cells, free, code. rewrite in_ldiff. split.
    + intros [H1 [H2 H3]]. split; [assumption|]. split; [|assumption]. now apply at_full.
    + intros [H1 [H2 H3]]. split; [|auto]. apply (at_full v _ (offset v c)). split; [assumption|unfold width; lia].
Qed.
End Bridge.
