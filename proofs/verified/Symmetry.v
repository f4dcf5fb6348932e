(** * Reflections and transposition

    A map of cells that maps tiles to tiles keeps the game; one that exchanges the tiles of the players
    turns it into its negative. *)

From Coq Require Import NArith ZArith List Lia Bool Setoid Morphisms Arith.
From Crosscram Require Import Rules Cells Games Pieces Checker.
Import ListNotations.
Open Scope N_scope.

Lemma in_image f s c : c ∈ image f s <-> exists d, d ∈ s /\ c = f d.
Proof.
  unfold image. setoid_rewrite <- in_elements at 2.
  enough (G : forall l t, c ∈ fold_left (fun t c => N.setbit t (f c)) l t <-> c ∈ t \/ exists d, In d l /\ c = f d).
  { rewrite G. split; [intros [H|H]; [elim (in_0 _ H)|assumption]|auto]. }
  induction l as [|a l IH]; intros t; cbn [fold_left In].
  - split; [auto|intros [H|[d [[] _]]]; assumption].
  - rewrite IH, N.setbit_iff. split.
    + intros [[<-|H]|[d [Hd ->]]]; eauto.
    + intros [H|[d [[<-|Hd] ->]]]; eauto.
Qed.

(** One half of an isomorphism: cells of [B] go to [B'] and come back, tiles to tiles. *)
Definition half (g g' : shape) (turn : side -> side) (B B' : N) (f f' : N -> N) : Prop :=
  (forall c, c ∈ B -> f c ∈ B' /\ f' (f c) = c) /\
  (forall p i, sub (tile (far g p) i) B -> exists i', tile (far g' (turn p)) i' = image f (tile (far g p) i)).

Section Isomorphism.
Variables (g g' : shape) (turn : side -> side) (B B' : N) (f f' : N -> N).
Hypothesis there : half g g' turn B B' f f'.
Hypothesis back : half g' g turn B' B f' f.

Lemma image_back t : sub t B' -> image f (image f' t) = t.
Proof.
  intros H. apply set_ext. intros c. rewrite in_image. setoid_rewrite in_image. split.
  - intros [d [[e [He ->]] ->]]. destruct back as [Hb _]. now rewrite (proj2 (Hb e (H e He))).
  - intros Hc. exists (f' c). split; [eauto|]. destruct back as [Hb _]. now rewrite (proj2 (Hb c (H c Hc))).
Qed.
Lemma image_sub s : sub s B -> sub (image f s) B'.
Proof. intros H c Hc. apply in_image in Hc as [d [Hd ->]]. apply there. auto. Qed.
Lemma in_image_iff s c : sub s B -> c ∈ B -> (f c ∈ image f s <-> c ∈ s).
Proof.
  intros Hs Hc. rewrite in_image. destruct there as [Ht _]. split; [|eauto].
  intros [d [Hd E]]. apply (f_equal f') in E. rewrite (proj2 (Ht c Hc)), (proj2 (Ht d (Hs d Hd))) in E. now subst.
Qed.

Lemma image_ldiff s t : sub s B -> sub t B -> image f (N.ldiff s t) = N.ldiff (image f s) (image f t).
Proof.
  intros Hs Ht. apply set_ext. intros c. rewrite in_ldiff, !in_image. setoid_rewrite in_ldiff. split.
  - intros [d [[H1 H2] ->]]. split; [eauto|]. intros H. apply H2.
    apply (in_image_iff t d Ht (Hs d H1)). now apply in_image.
  - intros [[d [H1 ->]] H2]. exists d. split; [|reflexivity]. split; [assumption|]. intros H. apply H2. eauto.
Qed.

(** Moves there and moves back. *)
Lemma move_there p s i : sub s B -> sub (tile (far g p) i) s ->
  exists i', sub (tile (far g' (turn p)) i') (image f s) /\
    image f (N.ldiff s (tile (far g p) i)) = N.ldiff (image f s) (tile (far g' (turn p)) i').
Proof.
  intros Hs Hi. destruct there as [_ Ht]. destruct (Ht p i) as [i' E]; [firstorder|]. exists i'. rewrite E. split.
  - intros c Hc. apply in_image in Hc as [d [Hd ->]]. apply in_image. eauto.
  - apply image_ldiff; [assumption|firstorder].
Qed.
Lemma move_back p s i' : (forall q, turn (turn q) = q) -> sub s B -> sub (tile (far g' p) i') (image f s) ->
  exists i, sub (tile (far g (turn p)) i) s /\
    image f (N.ldiff s (tile (far g (turn p)) i)) = N.ldiff (image f s) (tile (far g' p) i').
Proof.
  intros Htt Hs Hi. assert (HB : sub (tile (far g' p) i') B') by (intros c Hc; apply (image_sub s Hs); auto).
  destruct back as [Hb1 Hb]. destruct (Hb p i' HB) as [i E]. exists i.
  assert (Ei : image f (tile (far g (turn p)) i) = tile (far g' p) i') by (rewrite E; now apply image_back).
  assert (Hsub : sub (tile (far g (turn p)) i) s).
  { intros c Hc. rewrite E in Hc. apply in_image in Hc as [d [Hd ->]].
    pose proof (Hi d Hd) as H. apply in_image in H as [e [He ->]]. destruct there as [Ht _].
    now rewrite (proj2 (Ht e (Hs e He))). }
  split; [assumption|]. rewrite <- Ei. apply image_ldiff; [assumption|firstorder].
Qed.

Lemma ldiff_sub s t : sub s B -> sub (N.ldiff s t) B.
Proof. intros H c Hc. apply in_ldiff in Hc. apply H. tauto. Qed.
Hint Resolve ldiff_sub : core.

Theorem image_eq s : (forall p, turn p = p) -> sub s B -> Free g' (image f s) == Free g s.
Proof.
  intros T Hs. symmetry.
  apply (copy_eq (fun a b => exists s, sub s B /\ a = Free g s /\ b = Free g' (image f s))); [| |eauto]; clear s Hs.
  - intros p a b a' [s [Hs [-> ->]]] H. apply in_moves_free in H as [i [Hi ->]].
    destruct (move_there p s i Hs Hi) as [i' [H1 H2]]. rewrite T in *.
    eexists. split; [apply in_moves_free; exists i'; split; [exact H1|reflexivity]|]. rewrite <- H2. eauto.
  - intros p a b b' [s [Hs [-> ->]]] H. apply in_moves_free in H as [i' [Hi ->]].
    destruct (move_back p s i') as [i [H1 H2]]; [intros; now rewrite !T|assumption|assumption|]. rewrite T in *.
    eexists. split; [apply in_moves_free; exists i; split; [exact H1|reflexivity]|]. rewrite <- H2. eauto.
Qed.
Theorem image_neg s : (forall p, turn p = flip p) -> sub s B -> Free g' (image f s) == Neg (Free g s).
Proof.
  intros T Hs. symmetry.
  apply (copy_eq (fun a b => exists s, sub s B /\ a = Neg (Free g s) /\ b = Free g' (image f s))); [| |eauto]; clear s Hs.
  - intros p a b a' [s [Hs [-> ->]]] H. apply in_moves_neg in H as [d [H ->]]. apply in_moves_free in H as [i [Hi ->]].
    destruct (move_there (flip p) s i Hs Hi) as [i' [H1 H2]]. rewrite T in *.
    replace (flip (flip p)) with p in * by now destruct p.
    eexists. split; [apply in_moves_free; exists i'; split; [exact H1|reflexivity]|]. rewrite <- H2. eauto.
  - intros p a b b' [s [Hs [-> ->]]] H. apply in_moves_free in H as [i' [Hi ->]].
    destruct (move_back p s i') as [i [H1 H2]]; [intros []; now rewrite !T|assumption|assumption|]. rewrite T in *.
    eexists. split; [apply in_moves_neg; eexists; split; [apply in_moves_free; exists i; split; [exact H1|reflexivity]|reflexivity]|].
    rewrite <- H2. eauto.
Qed.
End Isomorphism.

(** ** Tiles on a board, by line and offset *)
Lemma in_multiples d : forall n from c, In c (multiples d from n) <-> exists j, j < N.of_nat n /\ c = from + j * d.
Proof.
  induction n as [|n IH]; intros from c; cbn [multiples In].
  - split; [intros []|intros [j []]; lia].
  - rewrite IH. split.
    + intros [<-|[j [Hj ->]]]; [exists 0; lia|exists (j + 1); lia].
    + intros [j [Hj ->]]. destruct (N.eq_dec j 0) as [->|]; [left; lia|right; exists (j - 1); split; [lia|]].
      replace j with (j - 1 + 1) at 1 by lia. lia.
Qed.
Lemma in_line d k i c : 0 < k -> (c ∈ tile (far_cells d k) i <-> exists j, j < k /\ c = i + j * d).
Proof.
  intros Hk. rewrite in_tile. unfold far_cells. setoid_rewrite in_multiples. split.
  - intros [->|[e [[j [Hj ->]] ->]]]; [exists 0; lia|exists (j + 1); lia].
  - intros [j [Hj ->]]. destruct (N.eq_dec j 0) as [->|]; [left; lia|right].
    exists (j * d). split; [exists (j - 1); split; [lia|]|reflexivity]. replace j with (j - 1 + 1) at 1 by lia. lia.
Qed.
Lemma distinct_along v : NoDup (0 :: along (shape_of v)).
Proof.
  assert (G : forall n from, 0 < from -> NoDup (multiples 1 from n) /\ ~ In 0 (multiples 1 from n)).
  { induction n as [|n IH]; intros from Hf; cbn [multiples]; [split; [constructor|auto]|].
    destruct (IH (from + 1)) as [H1 H2]; [lia|]. split.
    - constructor; [|assumption]. rewrite in_multiples. intros [j [_ Hj]]. lia.
    - intros [H|H]; [lia|auto]. }
  cbn [along shape_of]. destruct (G (pred (N.to_nat (tile_length v))) 1) as [H1 H2]; [lia|]. now constructor.
Qed.

Lemma divmod w r o : o < w -> (r * w + o) / w = r /\ (r * w + o) mod w = o.
Proof.
  intros H. split.
  - rewrite N.div_add_l, N.div_small by lia. lia.
  - rewrite N.add_comm, N.mod_add, N.mod_small by lia. reflexivity.
Qed.
Lemma in_full_lines w n : forall l c, n < w -> (c ∈ full_lines w n l <-> c / w < N.of_nat l /\ c mod w < n).
Proof.
  induction l as [|l IH]; intros c Hw; cbn [full_lines].
  - split; [intros H; elim (in_0 _ H)|intros [H _]; elim (N.nlt_0_r _ H)].
  - rewrite in_lor, IH, in_shiftl by assumption. pose proof (N.div_mod c w ltac:(lia)) as Hc.
    pose proof (N.mod_lt c w ltac:(lia)). split.
    + intros [[e [He ->]]|]; [|lia]. destruct (N.lt_ge_cases e n) as [Hl|Hl].
      * rewrite N.add_comm. destruct (divmod w (N.of_nat l) e) as [-> ->]; lia.
      * rewrite N.ones_spec_high in He by assumption. discriminate.
    + intros [H1 H2]. destruct (N.eq_dec (c / w) (N.of_nat l)) as [E|]; [left|right; lia].
      exists (c mod w). split; [now apply N.ones_spec_low|]. rewrite E in Hc. lia.
Qed.
Lemma in_full v c : c ∈ full v <-> c / width v < lines v /\ c mod width v < offsets v.
Proof. unfold full. rewrite in_full_lines, N2Nat.id by (unfold width; lia). reflexivity. Qed.
Lemma at_full v l o : l * width v + o ∈ full v /\ o < width v <-> l < lines v /\ o < offsets v.
Proof.
  rewrite in_full. assert (offsets v < width v) by (unfold width; lia). split.
  - intros [H1 H2]. destruct (divmod (width v) l o H2) as [E1 E2]. now rewrite E1, E2 in H1.
  - intros [H1 H2]. destruct (divmod (width v) l o) as [E1 E2]; [lia|]. rewrite E1, E2. lia.
Qed.

(** How far cell [j] of a tile is from the first one, in lines and in offsets. *)
Definition down (p : side) (j : N) : N := match p with L => j | R => 0 end.
Definition aside (p : side) (j : N) : N := match p with L => 0 | R => j end.

Section Coordinates.
Variable v : view.
Hypothesis some : 0 < tile_length v.
Notation w := (width v).
Notation k := (tile_length v).

Lemma in_board_tile p l o c : c ∈ tile (far (shape_of v) p) (l * w + o) <->
  exists j, j < k /\ c = (l + down p j) * w + (o + aside p j).
Proof.
  destruct p; cbn [far shape_of across along down aside]; rewrite in_line by assumption;
    split; intros [j [Hj ->]]; exists j; (split; [assumption|lia]).
Qed.

(** A tile on the board lies within lines and offsets. *)
Lemma tile_on_board p i : sub (tile (far (shape_of v) p) i) (full v) ->
  exists l o, i = l * w + o /\ forall j, j < k -> l + down p j < lines v /\ o + aside p j < offsets v.
Proof.
  intros H. assert (w0 : w <> 0) by (unfold width; lia).
  exists (i / w), (i mod w). pose proof (N.div_mod i w w0) as E. split; [lia|].
  assert (Hw : offsets v < w) by (unfold width; lia).
  assert (C : forall j, j < k -> (i / w + down p j) * w + (i mod w + aside p j) ∈ full v).
  { intros j Hj. apply H. replace i with (i / w * w + i mod w) at 1 by lia. apply in_board_tile. eauto. }
  destruct p; cbn [down aside] in *.
  - intros j Hj. specialize (C j Hj). rewrite N.add_0_r in *. apply at_full. split; [assumption|]. now apply N.mod_lt.
  - assert (G : forall j, j < k -> i mod w + j < offsets v).
    { intros j. induction j as [|j IH] using N.peano_ind; intros Hj.
      - specialize (C 0 Hj). rewrite !N.add_0_r in *. apply (at_full v (i / w)). split; [assumption|now apply N.mod_lt].
      - specialize (IH ltac:(lia)). specialize (C _ Hj). rewrite N.add_0_r in C.
        apply (at_full v (i / w)). split; [assumption|lia]. }
    intros j Hj. split; [|auto]. specialize (C j Hj). specialize (G j Hj).
    apply (at_full v (i / w + 0) (i mod w + j)). split; [assumption|lia].
Qed.
End Coordinates.

Ltac ext_tile := apply set_ext; intros c; rewrite in_image; setoid_rewrite in_board_tile; [|assumption..].

Section Reflections.
Variable v : view.
Notation w := (width v).
Notation g := (shape_of v).

Lemma width_pos : offsets v < w.
Proof. unfold width. lia. Qed.

Lemma flip_lines_at l o : o < w -> flip_lines v (l * w + o) = (lines v - 1 - l) * w + o.
Proof. intros H. unfold flip_lines. now destruct (divmod w l o H) as [-> ->]. Qed.
Lemma flip_offsets_at l o : o < w -> flip_offsets v (l * w + o) = l * w + (offsets v - 1 - o).
Proof. intros H. unfold flip_offsets. now destruct (divmod w l o H) as [-> ->]. Qed.

Lemma cell_at c : c ∈ full v -> exists l o, c = l * w + o /\ l < lines v /\ o < offsets v.
Proof.
  rewrite in_full. intros []. exists (c / w), (c mod w). split; [|auto].
  pose proof (N.div_mod c w). pose proof width_pos. lia.
Qed.
Lemma full_at l o : l < lines v -> o < offsets v -> l * w + o ∈ full v.
Proof. intros. now apply at_full. Qed.

Hypothesis some : 0 < tile_length v.

Lemma half_lines : half g g (fun p => p) (full v) (full v) (flip_lines v) (flip_lines v).
Proof.
  pose proof width_pos as Hw. split.
  - intros c Hc. apply cell_at in Hc as [l [o [-> [Hl Ho]]]]. rewrite !flip_lines_at by lia. split.
    + apply full_at; lia.
    + f_equal. f_equal. lia.
  - intros p i Hi. apply tile_on_board in Hi as [l [o [-> Hr]]]; [|assumption].
    exists ((lines v - 1 - l - down p (tile_length v - 1)) * w + o).
    pose proof (Hr 0 some) as H0. pose proof (Hr (tile_length v - 1) ltac:(lia)) as H1.
    ext_tile. split.
    + intros [j [Hj ->]]. eexists. split; [exists (match p with L => tile_length v - 1 - j | R => j end); split; [destruct p; lia|reflexivity]|].
      specialize (Hr (match p with L => tile_length v - 1 - j | R => j end) ltac:(destruct p; lia)).
      rewrite flip_lines_at by lia. destruct p; cbn [down aside] in *; f_equal; f_equal; lia.
    + intros [d [[j [Hj ->]] ->]]. exists (match p with L => tile_length v - 1 - j | R => j end). split; [destruct p; lia|].
      specialize (Hr j Hj). rewrite flip_lines_at by lia. destruct p; cbn [down aside] in *; f_equal; f_equal; lia.
Qed.
Lemma half_offsets : half g g (fun p => p) (full v) (full v) (flip_offsets v) (flip_offsets v).
Proof.
  pose proof width_pos as Hw. split.
  - intros c Hc. apply cell_at in Hc as [l [o [-> [Hl Ho]]]]. rewrite !flip_offsets_at by lia. split.
    + apply full_at; lia.
    + f_equal. lia.
  - intros p i Hi. apply tile_on_board in Hi as [l [o [-> Hr]]]; [|assumption].
    exists (l * w + (offsets v - 1 - o - aside p (tile_length v - 1))).
    pose proof (Hr 0 some) as H0. pose proof (Hr (tile_length v - 1) ltac:(lia)) as H1.
    ext_tile. split.
    + intros [j [Hj ->]]. eexists. split; [exists (match p with R => tile_length v - 1 - j | L => j end); split; [destruct p; lia|reflexivity]|].
      specialize (Hr (match p with R => tile_length v - 1 - j | L => j end) ltac:(destruct p; lia)).
      rewrite flip_offsets_at by lia. destruct p; cbn [down aside] in *; f_equal; lia.
    + intros [d [[j [Hj ->]] ->]]. exists (match p with R => tile_length v - 1 - j | L => j end). split; [destruct p; lia|].
      specialize (Hr j Hj). rewrite flip_offsets_at by lia. destruct p; cbn [down aside] in *; f_equal; lia.
Qed.

Lemma flip_lines_eq s : sub s (full v) -> Free g (image (flip_lines v) s) == Free g s.
Proof. intros. now apply (image_eq g g (fun p => p) (full v) (full v) _ _ half_lines half_lines). Qed.
Lemma flip_offsets_eq s : sub s (full v) -> Free g (image (flip_offsets v) s) == Free g s.
Proof. intros. now apply (image_eq g g (fun p => p) (full v) (full v) _ _ half_offsets half_offsets). Qed.

Theorem canonical_eq s : sub s (full v) -> Free g s == Free g (canonical v s).
Proof.
  intros Hs. unfold canonical. cbn zeta.
  assert (H1 : Free g (image (flip_lines v) s) == Free g s) by now apply flip_lines_eq.
  assert (H2 : Free g (image (flip_offsets v) s) == Free g s) by now apply flip_offsets_eq.
  assert (H3 : Free g (image (flip_offsets v) (image (flip_lines v) s)) == Free g s).
  { rewrite flip_offsets_eq; [assumption|]. now apply (image_sub g g (fun p => p) (full v) (full v) _ (flip_lines v) half_lines). }
  repeat match goal with |- context [N.min ?a ?b] => destruct (N.min_dec a b) as [-> | ->] end; now symmetry.
Qed.
End Reflections.
