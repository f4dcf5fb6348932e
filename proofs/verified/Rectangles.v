(** * Rules for empty rectangles (section 6 of the format) *)

From Coq Require Import NArith ZArith List Lia Bool Setoid Morphisms Arith.
From Crosscram Require Import Rules Cells Games Numbers Vectors Pieces Checker Symmetry Sound Bridge Opposite.
Import ListNotations.
Open Scope N_scope.
Ltac Zify.zify_post_hook ::= idtac.

(** The view of an empty rectangle, and its game. *)
Definition rectangle (k n l : N) : view := View l n k 0 0 true false.
Definition G (k n l : N) : game := Free (shape_of (rectangle k n l)) (full (rectangle k n l)).

Lemma wins_rectangle v : blocked v = 0 ->
  (wins_view v <-> let e := Add (G (tile_length v) (offsets v) (lines v)) (Num (number_beside v)) in
                   if left_first v then gf e Zero else ge e Zero).
Proof. intros H. unfold wins_view, won, free. rewrite H, N.ldiff_0_r. reflexivity. Qed.

(** ** narrow: Right has no room *)
Lemma left_tiles_ge g (f : nat -> N) n : forall s, (forall i, ~ sub (tile (far g R) i) s) ->
  (forall m, (m < n)%nat -> sub (tile (far g L) (f m)) s) ->
  (forall m m', (m < m' < n)%nat -> disjoint (tile (far g L) (f m)) (tile (far g L) (f m'))) ->
  ge (Free g s) (quarters (4 * Z.of_nat n)).
Proof.
  induction n as [|n IH]; intros s Hr Hs Hd; constructor; try (intros e He; apply in_moves_free in He as [i [Hi _]]; elim (Hr i Hi));
    intros e He; apply unit_left in He as [m [E ->]]; [discriminate|]. injection E as <-.
  apply Gf_l with (Free g (N.ldiff s (tile (far g L) (f n)))); [apply in_moves_free; eauto|].
  apply IH.
  - intros i Hi. apply sub_ldiff in Hi as [Hi _]. elim (Hr i Hi).
  - intros m Hm. apply sub_ldiff. split; [apply Hs; lia|apply Hd; lia].
  - intros m m' Hm. apply Hd. lia.
Qed.

Lemma narrow_ge k n l : 0 < k -> n < k -> ge (G k n l) (quarters (4 * Z.of_N (n * (l / k)))).
Proof.
  intros Hk Hn. set (v := rectangle k n l). change k with (tile_length v) in Hk.
  replace (Z.of_N (n * (l / k))) with (Z.of_nat (N.to_nat (n * (l / k)))) by lia.
  assert (D : forall m, (m < N.to_nat (n * (l / k)))%nat ->
    N.of_nat m / n < l / k /\ N.of_nat m mod n < n).
  { intros m Hm. assert (n <> 0) by (intros ->; lia). split; [apply N.div_lt_upper_bound; lia|now apply N.mod_lt]. }
  assert (K : k * (l / k) <= l) by (apply N.mul_div_le; cbn in Hk; lia).
  apply left_tiles_ge with (f := fun m => N.of_nat m / n * k * width v + N.of_nat m mod n).
  - intros i Hi. apply (tile_on_board v Hk R) in Hi as [a [o [_ Hr]]].
    specialize (Hr (k - 1) ltac:(cbn in *; lia)). cbn in Hr. lia.
  - intros m Hm c Hc. apply (in_board_tile v Hk L) in Hc as [j [Hj ->]]. destruct (D m Hm) as [H1 H2].
    cbn [down aside tile_length] in *. rewrite N.add_0_r. apply full_at; cbn [lines offsets v rectangle]; [|assumption].
    cbn in Hj. nia.
  - intros m m' Hm c Hc Hc'. apply (in_board_tile v Hk L) in Hc as [j [Hj ->]], Hc' as [j' [Hj' E]].
    destruct (D m ltac:(lia)) as [H1 H2], (D m' ltac:(lia)) as [H3 H4]. cbn [down aside] in E. rewrite !N.add_0_r in E.
    assert (Hw : n < width v) by (unfold width; cbn; lia). change (tile_length v) with k in *.
    destruct (divmod (width v) (N.of_nat m / n * k + j) (N.of_nat m mod n)) as [E1 E2]; [lia|].
    destruct (divmod (width v) (N.of_nat m' / n * k + j') (N.of_nat m' mod n)) as [E3 E4]; [lia|].
    rewrite E in E1, E2. rewrite E1 in E3. rewrite E2 in E4.
    destruct (divmod k (N.of_nat m / n) j Hj) as [E5 _], (divmod k (N.of_nat m' / n) j' Hj') as [E6 _].
    rewrite E3, E6 in E5. assert (n <> 0) by (intros ->; lia).
    pose proof (N.div_mod (N.of_nat m) n ltac:(lia)). pose proof (N.div_mod (N.of_nat m') n ltac:(lia)).
    rewrite E4, E5 in *. lia.
Qed.

Lemma rule_narrow_ok v : 0 < tile_length v -> rule_narrow v = true -> wins_view v.
Proof.
  intros Hk H. unfold rule_narrow in H. cbn zeta in H. rewrite !andb_true_iff in H. destruct H as [[Hb Hn] Hx].
  apply N.eqb_eq in Hb. apply N.ltb_lt in Hn. rewrite wins_rectangle by assumption. cbn zeta.
  pose proof (add_ge_l _ _ (Num (number_beside v)) (narrow_ge _ _ (lines v) Hk Hn)) as Hg.
  unfold quarters in Hg. rewrite num_add in Hg. unfold unit in Hx.
  destruct (left_first v); rewrite <- num_zero.
  - apply Z.ltb_lt in Hx. eapply ge_gf; [exact Hg|]. apply num_gf. lia.
  - apply Z.leb_le in Hx. eapply ge_trans; [exact Hg|]. apply num_ge. lia.
Qed.

(** ** add: cut between lines *)
Lemma in_G k n l c : c ∈ full (rectangle k n l) <-> c / (n + 1) < l /\ c mod (n + 1) < n.
Proof. apply (in_full (rectangle k n l)). Qed.

Lemma cut_lines k n a b : 0 < k -> ge (G k n (a + b)) (Add (G k n a) (G k n b)).
Proof.
  intros Hk. set (v := rectangle k n (a + b)). set (w := n + 1).
  set (low := N.shiftl (full (rectangle k n b)) (a * w)).
  assert (In_low : forall c, c ∈ low <-> a <= c / w < a + b /\ c mod w < n).
  { intros c. unfold low. rewrite in_shiftl. setoid_rewrite in_G. fold w. assert (Hw : w <> 0) by (unfold w; lia). split.
    - intros [e [[H1 H2] ->]]. rewrite N.div_add, N.mod_add by assumption. pose proof (N.le_0_l (e / w)). lia.
    - intros [H1 H2]. exists (c - a * w). pose proof (N.div_mod c w Hw) as E.
      assert (a * w <= c) by (transitivity (c / w * w); [apply N.mul_le_mono_r, H1|rewrite N.mul_comm; now apply N.mul_div_le]). assert (E' : c = c - a * w + a * w) by lia. rewrite E' in H1, H2.
      rewrite N.div_add in H1 by assumption. rewrite N.mod_add in H2 by assumption. split; [|assumption]. split; [lia|assumption]. }
  assert (Nonneg : forall c, 0 <= c / w) by (intros; apply N.le_0_l).
  assert (E : Free (shape_of v) low == G k n b) by apply (shift_eq (shape_of v)).
  rewrite <- E. rewrite <- (add_zero (Free (shape_of v) low)).
  apply (pieces_ge (shape_of v) (full v) (fun j => match j with O => full (rectangle k n a) | _ => low end) 2). split.
  - intros i Hi. apply (tile_on_board v Hk R) in Hi as [l [o [-> Hr]]]. pose proof (Hr 0 Hk) as [Hl _]. cbn in Hl.
    assert (C : forall c, c ∈ tile (far (shape_of v) R) (l * width v + o) -> c / w = l /\ c mod w < n).
    { intros c Hc. apply (in_board_tile v Hk R) in Hc as [j [Hj ->]]. specialize (Hr j Hj) as [_ Ho]. cbn in Ho.
      cbn [down aside]. rewrite N.add_0_r. change (width v) with w.
      destruct (divmod w l (o + j)) as [-> ->]; [unfold w; lia|]. auto. }
    destruct (N.lt_ge_cases l a) as [Ha|Ha]; [exists O|exists 1%nat]; (split; [lia|]); intros c Hc; apply C in Hc as [H1 H2].
    + apply in_G. fold w. lia.
    + apply In_low. lia.
  - intros i j Hj Hs. split.
    + intros c Hc. apply Hs in Hc. apply in_G. fold w. destruct j; [apply in_G in Hc; fold w in Hc|apply In_low in Hc]; lia.
    + intros j' Hj' Hn c Hc Hc'. apply Hs in Hc. destruct j as [|[|]], j' as [|[|]]; try lia;
        [apply in_G in Hc; fold w in Hc; apply In_low in Hc'|apply In_low in Hc; apply in_G in Hc'; fold w in Hc']; lia.
Qed.

Lemma no_lines k n : G k n 0 == Zero.
Proof.
  unfold G. change (full (rectangle k n 0)) with 0.
  split; constructor; try (intros ? []); intros e He; apply in_moves_free in He as [i [Hi _]];
    elim (in_0 i); apply Hi, start_in_tile.
Qed.
Lemma square_neg k n : 0 < k -> Neg (G k n n) == G k n n.
Proof.
  intros Hk. set (v := rectangle k n n).
  assert (H : half (shape_of v) (shape_of v) flip (full v) (full v) (turned v) (turned v)) by now apply half_transpose.
  pose proof (image_neg _ _ _ _ _ _ _ H H (full v) ltac:(reflexivity) ltac:(intros c Hc; exact Hc)) as E.
  replace (image (turned v) (full v)) with (full v) in E; [now symmetry|].
  apply set_ext. intros c. rewrite in_image. split.
  - intros Hc. exists (turned v c). destruct H as [H _]. destruct (H c Hc) as [Hf Hi]. now rewrite Hi.
  - intros [d [Hd ->]]. now apply H.
Qed.
Lemma two_squares k n : 0 < k -> ge (G k n (n + n)) Zero.
Proof.
  intros Hk. transitivity (Add (G k n n) (G k n n)); [now apply cut_lines|].
  rewrite <- (square_neg k n Hk) at 2. now rewrite sub_self.
Qed.
Lemma even_squares k n m : 0 < k -> ge (G k n (2 * m * n)) Zero.
Proof.
  intros Hk. induction m as [|m IH] using N.peano_ind.
  - replace (2 * 0 * n) with 0 by lia. now rewrite no_lines.
  - replace (2 * N.succ m * n) with (2 * m * n + (n + n)) by lia.
    eapply ge_trans; [now apply cut_lines|]. rewrite <- (add_zero Zero). apply add_ge; [assumption|now apply two_squares].
Qed.

Lemma firsts_cons p l : firsts (p :: l) = (if left_first p then 1 else 0) + firsts l.
Proof. reflexivity. Qed.

(** The parts together, with their numbers. *)
Lemma premises_sum k n l rest : 0 < k -> ge (G k n rest) Zero ->
  (forall p, In p l -> tile_length p = k /\ blocked p = 0 /\ offsets p = n /\ wins_view p) ->
  let e := Add (G k n (sum_of lines N.add 0 l + rest)) (Num (numbers l)) in
  (firsts l = 0 -> ge e Zero) /\ (firsts l = 1 -> gf e Zero).
Proof.
  intros Hk Hrest. induction l as [|p l IH]; intros Hl; cbn zeta.
  - split; [|discriminate]. intros _. cbn. now rewrite num_zero, add_zero.
  - destruct IH as [IH0 IH1]; [intros q Hq; apply Hl; now right|].
    destruct (Hl p ltac:(now left)) as (Ht & Hb & Ho & Hw). rewrite wins_rectangle in Hw by assumption.
    rewrite Ht, Ho in Hw. cbn zeta in Hw. rewrite firsts_cons.
    change (numbers (p :: l)) with (number_beside p + numbers l)%Z.
    change (sum_of lines N.add 0 (p :: l)) with (lines p + sum_of lines N.add 0 l). rewrite <- N.add_assoc.
    set (q := sum_of lines N.add 0 l + rest) in *.
    assert (C : ge (Add (G k n (lines p + q)) (Num (number_beside p + numbers l)))
      (Add (Add (G k n (lines p)) (Num (number_beside p))) (Add (G k n q) (Num (numbers l))))).
    { rewrite <- num_add, (add_swap (G k n (lines p))). apply add_ge_l. now apply cut_lines. }
    destruct (left_first p); split; intros Hf.
    + lia.
    + eapply ge_gf; [exact C|]. rewrite <- (add_zero Zero). apply add_gf; [assumption|]. apply IH0. lia.
    + eapply ge_trans; [exact C|]. rewrite <- (add_zero Zero). apply add_ge; [assumption|]. now apply IH0.
    + eapply ge_gf; [exact C|]. rewrite <- (add_zero Zero), (add_comm (Add (G k n (lines p)) _)). apply add_gf; [|assumption]. now apply IH1.
Qed.

Lemma rule_add_ok v squares l : 0 < tile_length v -> rule_add v squares l = true ->
  (forall p, In p l -> well p /\ wins_view p) -> wins_view v.
Proof.
  intros Hk H Hl. unfold rule_add in H. rewrite !andb_true_iff, !forallb_forall in H.
  destruct H as [[[[[[Hb Hp] Hs] Ho] Hsum] Hn] Hf].
  apply N.eqb_eq in Hb, Hs, Hsum. apply Z.leb_le in Hn.
  assert (Hsq : ge (G (tile_length v) (offsets v) (squares * offsets v)) Zero).
  { replace squares with (2 * (squares / 2)); [now apply even_squares|].
    pose proof (N.div_mod squares 2 ltac:(discriminate)). lia. }
  destruct (premises_sum (tile_length v) (offsets v) l (squares * offsets v) Hk Hsq) as [H0 H1].
  { intros p Hin. specialize (Hp p Hin). apply andb_true_iff in Hp as [Hp1 Hp2]. specialize (Ho p Hin).
    apply N.eqb_eq in Hp1, Hp2, Ho. destruct (Hl p Hin). auto. }
  rewrite Hsum in H0, H1. rewrite wins_rectangle by assumption. cbn zeta.
  set (g := G (tile_length v) (offsets v) (lines v)) in *. set (y := numbers l) in *. set (x := number_beside v) in *.
  assert (E : Add g (Num x) == Add (Add g (Num y)) (Num (x - y))).
  { rewrite <- add_assoc, num_add. now replace (y + (x - y))%Z with x by lia. }
  assert (P : ge (Num (x - y)) Zero) by (rewrite <- num_zero; apply num_ge; lia).
  destruct (firsts l =? 0) eqn:F.
  - apply N.eqb_eq in F. specialize (H0 F). destruct (left_first v); cbn [negb orb] in Hf; rewrite E, <- (add_zero Zero).
    + apply Z.ltb_lt in Hf. rewrite add_comm. apply add_gf; [|assumption]. rewrite <- num_zero. apply num_gf. lia.
    + now apply add_ge.
  - apply andb_true_iff in Hf as [Hf ->]. apply N.eqb_eq in Hf. rewrite E, <- (add_zero Zero). apply add_gf; auto.
Qed.

(** ** Two pieces *)
Lemma two_pieces g s P Q : sub P s -> sub Q s -> disjoint P Q ->
  (forall i, sub (tile (far g R) i) s -> sub (tile (far g R) i) P \/ sub (tile (far g R) i) Q) ->
  ge (Free g s) (Add (Free g P) (Free g Q)).
Proof.
  intros HP HQ Hd HR. rewrite <- (add_zero (Free g Q)).
  apply (pieces_ge g s (fun j => match j with O => P | _ => Q end) 2). split.
  - intros i Hi. destruct (HR i Hi); [exists O|exists 1%nat]; (split; [lia|assumption]).
  - intros i j Hj Hi. split.
    + intros c Hc. apply Hi in Hc. destruct j; auto.
    + intros j' Hj' Hn c Hc Hc'. apply Hi in Hc. destruct j as [|[|]], j' as [|[|]]; try lia; eauto.
Qed.

(** ** corner: two squares without a corner *)
Lemma rule_corner_ok v : well v -> rule_corner v = true -> wins_view v.
Proof.
  intros [_ [[_ Hn] _]] H. unfold rule_corner in H. rewrite !andb_true_iff in H. destruct H as [[[[Hb Ht] Hl] Hf] Hx].
  apply N.eqb_eq in Hb, Ht, Hl. apply Z.leb_le in Hx. rewrite wins_rectangle by assumption. rewrite Hf, Ht, Hl. cbn zeta.
  set (n := offsets v) in *. set (x := number_beside v) in *. clearbody n x. clear v Hb Ht Hl Hf.
  assert (Hk : 0 < tile_length (rectangle 2 n (2 * n))) by (cbn; lia).
  set (v := rectangle 2 n (2 * n)) in *. set (u := rectangle 2 n n). set (w := n + 1).
  assert (Hw : n < w) by (unfold w; lia).
  set (s := N.ldiff (full v) (tile (far (shape_of v) L) ((n - 1) * w + 0))).
  assert (Cell : forall c, exists l o, c = l * w + o /\ o < w /\ c / w = l /\ c mod w = o).
  { intros c. exists (c / w), (c mod w). pose proof (N.div_mod c w ltac:(lia)). pose proof (N.mod_lt c w ltac:(lia)). repeat split; lia. }
  assert (Inj : forall l o l' o', o < w -> o' < w -> l * w + o = l' * w + o' -> l = l' /\ o = o').
  { intros l o l' o' H1 H2 E. destruct (divmod w l o H1) as [E1 E2], (divmod w l' o' H2) as [E3 E4]. rewrite E in E1, E2. lia. }
  assert (In_s : forall l o, o < w -> (l * w + o ∈ s <-> l < 2 * n /\ o < n /\ ~ (o = 0 /\ (l = n - 1 \/ l = n)))).
  { intros l o Ho. unfold s. rewrite in_ldiff. change w with (width v). rewrite (in_board_tile v Hk L).
    change (width v) with w. cbn [down aside]. change (tile_length v) with 2. unfold v at 1. rewrite in_G. fold w.
    destruct (divmod w l o Ho) as [-> ->]. split.
    - intros [H1 H2]. split; [lia|]. split; [lia|]. intros [-> [-> | ->]]; apply H2; [exists 0|exists 1]; (split; [lia|]); [lia|].
      replace (n - 1 + 1) with n by lia. lia.
    - intros [H1 [H2 H3]]. split; [lia|]. intros [j [Hj E]]. apply Inj in E as [E1 E2]; [|lia|lia]. lia. }
  set (A := N.ldiff (full u) 1).
  assert (In_A : forall l o, o < w -> (l * w + o ∈ A <-> l < n /\ o < n /\ ~ (o = 0 /\ l = 0))).
  { intros l o Ho. unfold A. rewrite in_ldiff. unfold u at 1. rewrite in_G. fold w. destruct (divmod w l o Ho) as [-> ->].
    assert (One : l * w + o ∈ 1 <-> l = 0 /\ o = 0).
    { split.
      - intros H. assert (l * w + o = 0) by (destruct (l * w + o) as [|[]]; [reflexivity|discriminate..]).
        apply (Inj l o 0 0); lia.
      - intros [-> ->]. reflexivity. }
    rewrite One. lia. }
  assert (HA : sub A (full u)) by (intros c Hc; apply in_ldiff in Hc; tauto).
  set (P := image (flip_lines u) A). set (Q := N.shiftl A (n * w)).
  assert (In_P : forall l o, o < w -> (l * w + o ∈ P <-> l < n /\ o < n /\ ~ (o = 0 /\ l = n - 1))).
  { intros l o Ho. unfold P. rewrite in_image. split.
    - intros [d [Hd E]]. destruct (Cell d) as [l' [o' [-> [Ho' _]]]]. apply In_A in Hd; [|assumption].
      change w with (width u) in E at 2. rewrite flip_lines_at in E by assumption. apply Inj in E as [-> ->]; [|assumption..].
      cbn [lines u rectangle]. lia.
    - intros H. exists ((n - 1 - l) * w + o). rewrite In_A by assumption. split; [lia|].
      change w with (width u) at 2. rewrite flip_lines_at by assumption. cbn [lines u rectangle]. change (width u) with w. f_equal. f_equal. lia. }
  assert (In_Q : forall l o, o < w -> (l * w + o ∈ Q <-> n <= l < 2 * n /\ o < n /\ ~ (o = 0 /\ l = n))).
  { intros l o Ho. unfold Q. rewrite in_shiftl. split.
    - intros [d [Hd E]]. destruct (Cell d) as [l' [o' [-> [Ho' _]]]]. apply In_A in Hd; [|assumption].
      replace (l' * w + o' + n * w) with ((l' + n) * w + o') in E by lia. apply Inj in E as [-> ->]; [|assumption..]. lia.
    - intros H. exists ((l - n) * w + o). rewrite In_A by assumption. split; [lia|].
      replace l with (l - n + n) at 1 by lia. lia. }
  assert (EP : Free (shape_of v) P == Free (shape_of v) A) by (apply (flip_lines_eq u); [cbn; lia|assumption]).
  assert (EQ : Free (shape_of v) Q == Free (shape_of v) A) by apply shift_eq.
  assert (EA : Free (shape_of v) A == Neg (Free (shape_of v) A)).
  { assert (H : half (shape_of u) (shape_of u) flip (full u) (full u) (turned u) (turned u)) by (apply half_transpose; cbn; auto; lia).
    pose proof (image_neg _ _ _ _ _ _ _ H H A ltac:(reflexivity) HA) as E.
    replace (image (turned u) A) with A in E; [exact E|].
    apply set_ext. intros c. rewrite in_image.
    assert (T : forall l o, o < w -> l < n -> turned u (l * w + o) = o * w + l).
    { intros l o Ho _. change w with (width u). rewrite transpose_at by assumption. reflexivity. }
    split.
    - intros Hc. destruct (Cell c) as [l [o [-> [Ho _]]]]. apply In_A in Hc; [|assumption].
      exists (o * w + l). rewrite T by lia. split; [apply In_A; lia|reflexivity].
    - intros [d [Hd ->]]. destruct (Cell d) as [l [o [-> [Ho _]]]]. apply In_A in Hd; [|assumption].
      rewrite T by lia. apply In_A; lia. }
  assert (S : ge (Free (shape_of v) s) Zero).
  { transitivity (Add (Free (shape_of v) P) (Free (shape_of v) Q)).
    - apply two_pieces.
      + intros c Hc. destruct (Cell c) as [l [o [-> [Ho _]]]]. apply In_P in Hc; [|assumption]. apply In_s; [assumption|]. lia.
      + intros c Hc. destruct (Cell c) as [l [o [-> [Ho _]]]]. apply In_Q in Hc; [|assumption]. apply In_s; [assumption|]. lia.
      + intros c Hc Hc'. destruct (Cell c) as [l [o [-> [Ho _]]]]. apply In_P in Hc; [|assumption]. apply In_Q in Hc'; [|assumption]. lia.
      + intros i Hi. destruct (tile_on_board v Hk R i) as [l [o [-> Hr]]].
        { intros c Hc. apply Hi in Hc. unfold s in Hc. apply in_ldiff in Hc. tauto. }
        assert (C : forall c, c ∈ tile (far (shape_of v) R) (l * width v + o) -> exists j, c = l * w + j /\ j < w /\ l * w + j ∈ s).
        { intros c Hc. pose proof (Hi c Hc) as Hs. apply (in_board_tile v Hk R) in Hc as [j [Hj ->]].
          specialize (Hr j Hj). cbn [down aside] in *. rewrite N.add_0_r in *. exists (o + j).
          change (width v) with w in *. cbn in Hr. split; [reflexivity|]. split; [lia|assumption]. }
        destruct (N.lt_ge_cases l n) as [Ha|Ha]; [left|right]; intros c Hc; apply C in Hc as [j [-> [Hj Hs]]]; apply In_s in Hs; try assumption;
          [apply In_P|apply In_Q]; try assumption; lia.
    - rewrite EP, EQ. rewrite EA at 2. now rewrite sub_self. }
  apply Gf_l with (Add (Free (shape_of v) s) (Num x)).
  - apply moves_l, in_moves_free. exists ((n - 1) * w + 0). split; [|reflexivity].
    intros c Hc. apply (in_board_tile v Hk L) in Hc as [j [Hj ->]]. cbn [down aside].
    apply (full_at v (n - 1 + j) (0 + 0)); cbn [lines offsets v rectangle tile_length] in *; lia.
  - rewrite <- (add_zero Zero). apply add_ge; [assumption|]. rewrite <- num_zero. now apply num_ge.
Qed.

(** ** split: a tile of Left across all lines *)
Lemma no_offsets k l : G k 0 l == Zero.
Proof.
  assert (E : full (rectangle k 0 l) = 0).
  { apply set_ext. intros c. rewrite in_G. split; [intros [_ H]; elim (N.nlt_0_r _ H)|intros H; elim (in_0 _ H)]. }
  unfold G. rewrite E. split; constructor; try (intros ? []); intros e He; apply in_moves_free in He as [i [Hi _]];
    elim (in_0 i); apply Hi, start_in_tile.
Qed.

(** A rectangle within a longer one of as many lines. *)
Definition within (v u : view) (d c : N) : N := c / width u * width v + (c mod width u + d).
Definition without (v u : view) (d c : N) : N := c / width v * width u + (c mod width v - d).

Lemma within_eq k l n m d : 0 < k -> d + m <= n ->
  let v := rectangle k n l in let u := rectangle k m l in
  Free (shape_of v) (image (within v u d) (full u)) == G k m l.
Proof.
  intros Hk Hd v u. assert (Hv : 0 < tile_length v) by exact Hk. assert (Hu : 0 < tile_length u) by exact Hk.
  assert (Hw : n < width v) by (unfold width; cbn; lia). assert (Hw' : m < width u) by (unfold width; cbn; lia).
  assert (At : forall a o, o < width u -> within v u d (a * width u + o) = a * width v + (o + d)).
  { intros a o Ho. unfold within. now destruct (divmod (width u) a o Ho) as [-> ->]. }
  assert (Back : forall a o, o < width v -> without v u d (a * width v + o) = a * width u + (o - d)).
  { intros a o Ho. unfold without. now destruct (divmod (width v) a o Ho) as [-> ->]. }
  set (B := image (within v u d) (full u)).
  assert (InB : forall c, c ∈ B <-> exists a o, c = a * width v + (o + d) /\ a < l /\ o < m).
  { intros c. unfold B. rewrite in_image. split.
    - intros [e [He ->]]. apply cell_at in He as [a [o [-> [Ha Ho]]]]. cbn in Ha, Ho. exists a, o. rewrite At by lia. auto.
    - intros [a [o [-> [Ha Ho]]]]. exists (a * width u + o). rewrite At by lia. split; [|reflexivity]. now apply full_at. }
  assert (there : half (shape_of u) (shape_of v) (fun p => p) (full u) B (within v u d) (without v u d)).
  { split.
    - intros c Hc. split; [apply in_image; eauto|]. apply cell_at in Hc as [a [o [-> [Ha Ho]]]]. cbn in Ha, Ho.
      rewrite At, Back by lia. f_equal. lia.
    - intros p i Hi. apply (tile_on_board u Hu) in Hi as [a [o [-> Hr]]]. exists (a * width v + (o + d)).
      apply set_ext. intros c. rewrite in_image, (in_board_tile v Hv). setoid_rewrite (in_board_tile u Hu).
      change (tile_length v) with k. change (tile_length u) with k. cbn in Hr. split.
      + intros [j [Hj ->]]. eexists. split; [exists j; split; [assumption|reflexivity]|]. specialize (Hr j Hj).
        rewrite At by lia. f_equal. lia.
      + intros [e [[j [Hj ->]] ->]]. exists j. split; [assumption|]. specialize (Hr j Hj). rewrite At by lia. f_equal. lia. }
  assert (back : half (shape_of v) (shape_of u) (fun p => p) B (full u) (without v u d) (within v u d)).
  { split.
    - intros c Hc. apply InB in Hc as [a [o [-> [Ha Ho]]]]. rewrite Back by lia. split; [apply full_at; cbn; lia|].
      rewrite At by lia. f_equal. lia.
    - intros p i Hi.
      assert (Hf : sub B (full v)). { intros c Hc. apply InB in Hc as [a [o [-> [Ha Ho]]]]. apply full_at; cbn; lia. }
      destruct (tile_on_board v Hv p i) as [a [o [-> Hr]]]; [intros c Hc; auto|]. cbn in Hr.
      assert (Ho : forall j, j < k -> d <= o + aside p j < d + m).
      { intros j Hj. specialize (Hr j Hj). assert (Hc : (a + down p j) * width v + (o + aside p j) ∈ B).
        { apply Hi, (in_board_tile v Hv). exists j. auto. }
        apply InB in Hc as [a' [o' [E [Ha' Ho']]]].
        destruct (divmod (width v) (a + down p j) (o + aside p j)) as [_ E1]; [lia|].
        destruct (divmod (width v) a' (o' + d)) as [_ E2]; [lia|]. rewrite E in E1. lia. }
      pose proof (Ho 0 Hk) as Ho0. replace (aside p 0) with 0 in Ho0 by now destruct p.
      exists (a * width u + (o - d)). apply set_ext. intros c. rewrite in_image, (in_board_tile u Hu). setoid_rewrite (in_board_tile v Hv).
      change (tile_length v) with k. change (tile_length u) with k. split.
      + intros [j [Hj ->]]. eexists. split; [exists j; split; [assumption|reflexivity]|]. specialize (Hr j Hj). specialize (Ho j Hj).
        rewrite Back by lia. f_equal. lia.
      + intros [e [[j [Hj ->]] ->]]. exists j. split; [assumption|]. specialize (Hr j Hj). specialize (Ho j Hj). rewrite Back by lia. f_equal. lia. }
  apply (image_eq _ _ _ _ _ _ _ there back); [reflexivity|intros c Hc; exact Hc].
Qed.

Lemma split_gf k n m x : 0 < k -> ge (Add (Add (G k n k) (G k m k)) (Num x)) Zero -> gf (Add (G k (n + m + 1) k) (Num x)) Zero.
Proof.
  intros Hk H. set (v := rectangle k (n + m + 1) k). assert (Hv : 0 < tile_length v) by exact Hk.
  assert (Hw : width v = n + m + 2) by (unfold width; cbn; lia).
  set (t := tile (far (shape_of v) L) (0 * width v + n)).
  apply Gf_l with (Add (Free (shape_of v) (N.ldiff (full v) t)) (Num x)).
  - apply moves_l, in_moves_free. exists (0 * width v + n). split; [|reflexivity].
    intros c Hc. apply (in_board_tile v Hv L) in Hc as [j [Hj ->]]. cbn [down aside]. rewrite N.add_0_r. apply full_at; cbn in *; lia.
  - eapply ge_trans; [|exact H]. apply add_ge_l.
    rewrite <- (within_eq k k (n + m + 1) n 0), <- (within_eq k k (n + m + 1) m (n + 1)) by lia. fold v.
    set (P := image (within v (rectangle k n k) 0) (full (rectangle k n k))).
    set (Q := image (within v (rectangle k m k) (n + 1)) (full (rectangle k m k))).
    assert (InI : forall q d c, c ∈ image (within v (rectangle k q k) d) (full (rectangle k q k)) <->
      exists a o, c = a * width v + (o + d) /\ a < k /\ o < q).
    { intros q d c. rewrite in_image.
      assert (W : forall a o, o < q -> within v (rectangle k q k) d (a * width (rectangle k q k) + o) = a * width v + (o + d)).
      { intros a o Ho. unfold within. destruct (divmod (width (rectangle k q k)) a o) as [-> ->]; [unfold width; cbn; lia|reflexivity]. }
      split.
      - intros [e [He ->]]. apply cell_at in He as [a [o [-> [Ha Ho]]]]. cbn in Ha, Ho. exists a, o. rewrite W by lia. auto.
      - intros [a [o [-> [Ha Ho]]]]. exists (a * width (rectangle k q k) + o). rewrite W by lia. split; [|reflexivity]. now apply full_at. }
    assert (NotT : forall a o, o < width v -> o <> n -> ~ a * width v + o ∈ t).
    { intros a o Ho Hn Ht. apply (in_board_tile v Hv L) in Ht as [j [Hj E]]. cbn [down aside] in E.
      destruct (divmod (width v) a o Ho) as [_ E1]. destruct (divmod (width v) (0 + j) (n + 0)) as [_ E2]; [lia|]. rewrite E in E1. lia. }
    apply two_pieces.
    + intros c Hc. apply InI in Hc as [a [o [-> [Ha Ho]]]]. apply in_ldiff. split; [apply full_at; cbn; lia|]. apply NotT; lia.
    + intros c Hc. apply InI in Hc as [a [o [-> [Ha Ho]]]]. apply in_ldiff. split; [apply full_at; cbn; lia|]. apply NotT; lia.
    + intros c Hc Hc'. apply InI in Hc as [a [o [-> [Ha Ho]]]]. apply InI in Hc' as [a' [o' [E [Ha' Ho']]]].
      destruct (divmod (width v) a (o + 0)) as [_ E1]; [lia|]. destruct (divmod (width v) a' (o' + (n + 1))) as [_ E2]; [lia|]. rewrite E in E1. lia.
    + intros i Hi. apply sub_ldiff in Hi as [Hi Hd]. destruct (tile_on_board v Hv R i Hi) as [a [o [-> Hr]]]. cbn [lines offsets v rectangle tile_length down aside] in Hr.
      assert (Ho : forall j, j < k -> o + j <> n).
      { intros j Hj E. apply (Hd (a * width v + n)).
        - apply (in_board_tile v Hv R). exists j. cbn [down aside]. split; [assumption|]. lia.
        - apply (in_board_tile v Hv L). exists a. specialize (Hr j Hj). cbn [down aside]. split; [cbn; lia|lia]. }
      pose proof (Hr 0 Hk) as H0. pose proof (Ho 0 Hk) as H1.
      destruct (N.lt_ge_cases o n) as [Hl|Hl].
      * left. intros c Hc. apply (in_board_tile v Hv R) in Hc as [j [Hj ->]]. cbn [down aside].
        assert (G1 : forall j, j < k -> o + j < n).
        { intros i. induction i as [|i IH] using N.peano_ind; intros Hik; [lia|]. specialize (IH ltac:(lia)). specialize (Ho _ Hik). lia. }
        apply InI. exists a, (o + j). specialize (G1 j Hj). split; [lia|]. lia.
      * right. intros c Hc. apply (in_board_tile v Hv R) in Hc as [j [Hj ->]]. cbn [down aside].
        apply InI. exists a, (o + j - (n + 1)). specialize (Hr j Hj). split; [|lia].
        replace (o + j - (n + 1) + (n + 1)) with (o + j) by lia. lia.
Qed.

Lemma rule_split_ok v l : 0 < tile_length v -> rule_split v l = true ->
  (forall p, In p l -> well p /\ wins_view p) -> wins_view v.
Proof.
  intros Hk H Hl. unfold rule_split in H. rewrite !andb_true_iff, !forallb_forall in H.
  destruct H as [[[[[[[[Hb Hp] Ht] Hli] Hsum] Hle] Hf] Hfi] Hx].
  apply N.eqb_eq in Hb, Ht, Hsum, Hfi. apply Z.leb_le in Hx. apply N.leb_le in Hle.
  rewrite wins_rectangle by assumption. rewrite Hf, Ht. cbn zeta.
  set (k := tile_length v) in *. set (x := number_beside v) in *.
  assert (W : forall p, In p l -> left_first p = false -> ge (Add (G k (offsets p) k) (Num (number_beside p))) Zero).
  { intros p Hin Hfp. specialize (Hp p Hin). apply andb_true_iff in Hp as [Hp1 Hp2]. specialize (Hli p Hin).
    apply N.eqb_eq in Hp1, Hp2, Hli. destruct (Hl p Hin) as [_ Hw]. rewrite wins_rectangle in Hw by assumption.
    rewrite Hfp in Hw. cbn zeta in Hw. now rewrite Hp1, Hli, Ht in Hw. }
  assert (Sum : forall n m y z, (y + z <= x)%Z -> ge (Add (G k n k) (Num y)) Zero -> ge (Add (G k m k) (Num z)) Zero ->
    ge (Add (Add (G k n k) (G k m k)) (Num x)) Zero).
  { intros n m y z Hyz H1 H2. eapply ge_trans with (Add (Add (G k n k) (G k m k)) (Add (Num y) (Num z))).
    - apply add_ge; [reflexivity|]. rewrite num_add. now apply num_ge.
    - rewrite add_swap, <- (add_zero Zero). now apply add_ge. }
  assert (E : ge (Add (G k 0 k) (Num 0)) Zero) by now rewrite no_offsets, num_zero, add_zero.
  destruct l as [|p [|q [|]]]; cbn [sum_of fold_right numbers firsts] in *; unfold numbers, firsts, sum_of in *; cbn [fold_right] in *.
  - rewrite <- Hsum. apply (split_gf k 0 0 x Hk). apply Sum with 0%Z 0%Z; [lia|assumption|assumption].
  - rewrite <- Hsum. apply (split_gf k (offsets p) 0 x Hk). apply Sum with (number_beside p) 0%Z; [lia| |assumption].
    apply W; [now left|]. destruct (left_first p); [lia|reflexivity].
  - rewrite <- Hsum, N.add_0_r. apply (split_gf k (offsets p) (offsets q) x Hk).
    apply Sum with (number_beside p) (number_beside q); [lia| |]; apply W; cbn; auto.
    + destruct (left_first p); [lia|reflexivity].
    + destruct (left_first q); [destruct (left_first p); lia|reflexivity].
  - cbn in Hle. lia.
Qed.
