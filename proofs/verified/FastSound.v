(** * The walk in machine words is sound

    Each function of Fast.v on sets means that of the proofs on binary numbers; then the proofs of Sound.v
    go through once more. *)

From Coq Require Import NArith ZArith List Lia Bool Setoid Morphisms Arith Uint63 Sint63 PArray.
From Crosscram Require Import Rules Cells Games Numbers Vectors Pieces Checker Symmetry Sound Bridge Correct Small Words Sums Tables Fast.
Import ListNotations.
Open Scope N_scope.
#[local] Opaque enough.

Lemma grammar_ok b u : grammar b = Ok u -> b = true.
Proof. destruct b; [reflexivity|discriminate]. Qed.

(** ** Sets *)
Lemma cells_starts far : forall found s,
  cells (starts_in far found s) = fold_left (fun f d => N.land f (N.shiftr (cells s) d)) (map word far) (cells found).
Proof.
  induction far as [|d far IH]; intros found s; cbn [starts_in map fold_left]; [reflexivity|].
  now rewrite IH, cells_both, cells_down.
Qed.
Lemma cells_room s c : c ∈ cells s -> c < 126.
Proof.
  destruct s as [a b]. rewrite cells_bit. destruct (N.ltb_spec c 63); [lia|]. intros H1.
  destruct (N.lt_ge_cases (c - 63) 63); [lia|]. rewrite word_high in H1 by assumption. discriminate.
Qed.
Lemma in_grow_up far : forall found s c,
  c ∈ cells (grow_up far found s) <->
  c ∈ cells found \/ c < 126 /\ exists d x, In d (map word far) /\ x ∈ cells s /\ c = x + d.
Proof.
  induction far as [|d far IH]; intros found s c; cbn [grow_up map In].
  - split; [auto|]. intros [H|[_ [? [? [[] _]]]]]. assumption.
  - rewrite IH, cells_union, in_lor, in_up, in_shiftl. split.
    + intros [[H|[H [x [Hx ->]]]]|[H [d' [x [Hd Hx]]]]]; [now left|right; split; [assumption|]; eauto 6|right; split; [assumption|]; eauto 6].
    + intros [H|[H [d' [x [[<-|Hd] [Hx ->]]]]]]; [auto|left; right; split; [assumption|]; eauto|right; split; [assumption|]; eauto 6].
Qed.
Lemma in_single i c : c ∈ cells (single i) <-> c = word i /\ c < 126.
Proof.
  unfold single. rewrite in_up, in_shiftl. assert (W : forall x, x ∈ cells (Words 1 0) <-> x = 0).
  { intros x. change (cells (Words 1 0)) with 1. destruct x as [|[]]; cbn; intuition discriminate. }
  setoid_rewrite W. split; [intros [H [x [-> ->]]]; split; [lia|assumption]|]. intros [-> H]. split; [assumption|]. exists 0. split; [reflexivity|lia].
Qed.
Lemma meets_single i s : meets (single i) s = true -> word i ∈ cells s.
Proof.
  unfold meets. rewrite negb_true_iff, is_empty_cells, N.eqb_neq. intros H.
  destruct (N.testbit (cells s) (word i)) eqn:E; [reflexivity|]. elim H. apply set_ext. intros c.
  rewrite cells_both, in_land, in_single. split; [|intros Hc; elim (in_0 _ Hc)].
  intros [[-> _] Hc]. rewrite E in Hc. discriminate.
Qed.
Lemma subset_sub s t : is_empty (minus s t) = true -> sub (cells s) (cells t).
Proof. rewrite is_empty_cells, cells_minus. apply subb_sub. Qed.

Section Board.
Variable e : board.
Notation v := (seen e).
Notation g := (shape_of v).
Hypothesis some : 0 < tile_length v.
Hypothesis left_ok : map word (left_far e) = across g.
Hypothesis right_ok : map word (right_far e) = along g.

Lemma far_ok p : map word (far_of e p) = far g p.
Proof. destruct p; assumption. Qed.
Lemma cells_can p s : cells (can e p s) = starts (far g p) (cells s).
Proof. unfold can, starts. now rewrite cells_starts, far_ok. Qed.
Lemma can_empty p s : is_empty (can e p s) = (starts (far g p) (cells s) =? 0).
Proof. now rewrite is_empty_cells, cells_can. Qed.
Lemma cells_after p s i : cells (after e p s i) = N.ldiff (cells s) (tile (far g p) (word i)).
Proof.
  unfold after. rewrite cells_minus. apply set_ext. intros c. rewrite !in_ldiff, in_grow_up, in_tile, far_ok.
  setoid_rewrite in_single. split; intros [Hc Hn]; (split; [assumption|]); apply cells_room in Hc; intros H; apply Hn.
  - destruct H as [->|[d [Hd ->]]]; [auto|]. right. split; [assumption|]. exists d, (word i). repeat split; [assumption|lia].
  - destruct H as [[-> _]|[_ [d [x [Hd [[-> _] ->]]]]]]; [auto|]. right. eauto.
Qed.
Lemma in_can p s i : meets (single i) (can e p s) = true -> sub (tile (far g p) (word i)) (cells s).
Proof. intros H%meets_single. rewrite cells_can in H. now apply in_starts. Qed.

(** ** Cuts *)
Lemma cells_in_two l : forall found seen,
  cells (in_two found seen l) = N.lor (cells found) (shared (cells seen) (map cells l)).
Proof.
  induction l as [|s l IH]; intros found seen; cbn [in_two map shared]; [now rewrite N.lor_0_r|].
  now rewrite IH, !cells_union, cells_both, N.lor_assoc.
Qed.
Lemma cells_right_starts l : forall found, cells (right_starts e found l) =
  N.lor (cells found) (fold_right (fun p found => N.lor (starts (far g R) p) found) 0 (map cells l)).
Proof.
  induction l as [|s l IH]; intros found; cbn [right_starts map fold_right]; [now rewrite N.lor_0_r|].
  now rewrite IH, cells_union, cells_can, N.lor_assoc.
Qed.
Lemma left_within_ok s l : left_within e s l = true ->
  forallb (fun p => subb (starts (far g L) p) (starts (far g L) (N.land (cells s) p))) (map cells l) = true.
Proof.
  induction l as [|p l IH]; cbn [left_within map forallb]; [reflexivity|].
  rewrite is_empty_cells, cells_minus, !cells_can, cells_both. unfold subb at 1.
  destruct (_ =? 0); [intros H; rewrite IH by assumption; reflexivity|discriminate].
Qed.
Lemma cuts_ok s l : cuts e s l = true -> ge (Free g (cells s)) (sum g (map cells l)).
Proof.
  unfold cuts. rewrite is_empty_cells, cells_minus, cells_right_starts, cells_can. intros H. apply is_cut_ge.
  unfold is_cut. change (cells empty) with 0 in H. rewrite N.lor_0_l in H. unfold subb at 1.
  destruct (_ =? 0); [cbn [andb]|discriminate]. apply left_within_ok in H. rewrite forallb_forall in *.
  intros p Hp. rewrite <- (H p Hp). f_equal. f_equal. apply set_ext. intros c.
  rewrite cells_minus, cells_in_two. change (cells empty) with 0. rewrite N.lor_0_l, !in_land, !in_ldiff, !in_land. tauto.
Qed.

(** ** Loops over cells *)
Lemma each_from {A : Type} (f : int -> A -> result A) (I : (N -> Prop) -> A -> Prop) fuel :
  (forall (D D' : N -> Prop) a, (forall c, D' c -> D c) -> I D a -> I D' a) ->
  (forall (D : N -> Prop) c a a', I D a -> f c a = Ok a' -> I (fun x => D x \/ x = word c) a') ->
  forall s D a a', I D a -> each fuel f s a = Ok a' -> I (fun x => D x \/ x ∈ cells s) a'.
Proof.
  intros Hm Hf. induction fuel as [|fuel IH]; intros s D a a' Ha H; cbn [each] in H; rewrite is_empty_cells in H;
    destruct (N.eqb_spec (cells s) 0) as [E|E]; try discriminate.
  1-2: injection H as <-; eapply Hm; [|exact Ha]; intros c [Hc|Hc]; [assumption|]; rewrite E in Hc; elim (in_0 _ Hc).
  cbn zeta in H. step H. eapply Hf in E0; [|exact Ha]. eapply IH in H; [|exact E0].
  eapply Hm; [|exact H]. cbn beta. intros c [Hc|Hc]; [auto|].
  destruct (N.eq_dec c (word (lowest s))) as [->|Hn]; [auto|]. right. rewrite cells_minus, in_ldiff, in_single. tauto.
Qed.

Lemma each_ok {A : Type} (f : int -> A -> result A) (I : (N -> Prop) -> A -> Prop) fuel s a a' :
  each fuel f s a = Ok a' ->
  (forall (D D' : N -> Prop) a, (forall c, D' c -> D c) -> I D a -> I D' a) ->
  (forall (D : N -> Prop) c a a', I D a -> f c a = Ok a' -> I (fun x => D x \/ x = word c) a') ->
  I (fun _ => False) a -> I (fun c => c ∈ cells s) a'.
Proof.
  intros H Hm Hf Ha. eapply each_from in H; [|exact Hm|exact Hf|exact Ha]. eapply Hm; [|exact H]. intros c Hc. right. exact Hc.
Qed.

Lemma size_ok fuel : forall s n m, (0 <= n)%Z -> size fuel s n = Ok m ->
  (n + Z.of_nat (List.length (elements (cells s))) <= m <= n + Z.of_nat fuel)%Z.
Proof.
  induction fuel as [|fuel IH]; intros s n m Hn H; cbn [size] in H; rewrite is_empty_cells in H;
    destruct (N.eqb_spec (cells s) 0) as [E|E]; try discriminate.
  1-2: injection H as <-; rewrite E; cbn; lia.
  apply IH in H; [|lia].
  assert (G : (List.length (elements (cells s)) <= List.length (word (lowest s) :: elements (cells (minus s (single (lowest s))))))%nat).
  { apply NoDup_incl_length; [apply elements_nodup|]. intros c Hc. apply in_elements in Hc. cbn [In].
    destruct (N.eq_dec c (word (lowest s))) as [->|Hne]; [now left|right].
    apply in_elements. rewrite cells_minus, in_ldiff, in_single. tauto. }
  cbn [List.length] in G. lia.
Qed.
Lemma left_moves_ok fuel : forall s n, (forall c, ~ c ∈ starts (far g R) (cells s)) ->
  exists m, left_moves e fuel s n = (n + Z.of_nat m)%Z /\ (m <= fuel)%nat /\ ge (Free g (cells s)) (quarters (4 * Z.of_nat m)).
Proof.
  assert (No : forall s n, (forall c, ~ c ∈ starts (far g R) s) -> ge (Free g s) (quarters (4 * Z.of_nat n)) -> True) by auto.
  assert (Z0 : forall s, (forall c, ~ c ∈ starts (far g R) s) -> ge (Free g s) (quarters (4 * Z.of_nat 0))).
  { intros s Hr. constructor; [|intros ? He; now apply unit_left in He as [m [Hm _]]].
    intros d Hd. apply in_moves_free in Hd as [i [Hi _]]. apply in_starts in Hi. elim (Hr _ Hi). }
  clear No. induction fuel as [|fuel IH]; intros s n Hr; cbn [left_moves].
  - exists O. split; [lia|]. split; [lia|]. now apply Z0.
  - cbn zeta. destruct (meets _ _) eqn:E; [|exists O; split; [lia|]; split; [lia|]; now apply Z0].
    apply in_can in E. destruct (IH (after e L s (lowest s)) (n + 1)%Z) as [m [H1 [H2 H3]]].
    { intros c Hc. apply (Hr c). apply in_starts. apply in_starts in Hc. rewrite cells_after in Hc.
      intros x Hx. apply Hc in Hx. now apply in_ldiff in Hx. }
    exists (S m). split; [lia|]. split; [lia|]. rewrite cells_after in H3. constructor.
    + intros d Hd. apply in_moves_free in Hd as [i [Hi _]]. apply in_starts in Hi. elim (Hr _ Hi).
    + intros d Hd. apply unit_left in Hd as [k [E1 ->]]. injection E1 as <-.
      apply Gf_l with (Free g (N.ldiff (cells s) (tile (far g L) (word (lowest s))))); [|assumption].
      apply in_moves_free. eauto.
Qed.

(** ** Reflections *)
Lemma in_reflect l : forall found s c,
  c ∈ cells (reflect l found s) <-> c ∈ cells found \/
  c < 126 /\ exists m a b x, In (m, a, b) l /\ x ∈ cells m /\ x + word a ∈ cells s /\ c = x + word b.
Proof.
  induction l as [|[[m a] b] l IH]; intros found s c; cbn [reflect In].
  - split; [auto|]. intros [H|[_ [? [? [? [? [[] _]]]]]]]. assumption.
  - rewrite IH, cells_union, in_lor, in_up, in_shiftl, cells_both. setoid_rewrite in_land. setoid_rewrite cells_down.
    setoid_rewrite N.shiftr_spec'. split.
    + intros [[H|[H [x [[H1 H2] ->]]]]|[H [m' [a' [b' [x [H1 H2]]]]]]]; [auto|right; split; [assumption|]; eauto 9|].
      right. split; [assumption|]. eauto 9.
    + intros [H|[H [m' [a' [b' [x [[[= <- <- <-]|H1] [H2 [H3 ->]]]]]]]]]; [auto|left; right; split; [assumption|]; eauto|].
      right. split; [assumption|]. eauto 9.
Qed.
Lemma cells_reflect l f s : reflects l f v = true -> sub (cells s) (full v) -> cells (reflect l empty s) = image f (cells s).
Proof.
  unfold reflects. rewrite forallb_forall. intros H Hs. apply set_ext. intros c. rewrite in_image.
  assert (One : forall x, x ∈ cells s -> c ∈ cells (reflect l empty (single (int_of_N x))) <-> c = f x).
  { intros x Hx. specialize (H x). cbn zeta in H. rewrite andb_true_iff, !N.eqb_eq in H.
    destruct H as [_ ->]; [apply in_elements; auto|]. rewrite in_shiftl. split.
    - intros [y [Hy ->]]. destruct y as [|[]]; cbn in Hy; try discriminate. lia.
    - intros ->. exists 0. split; [reflexivity|lia]. }
  assert (Same : forall x, x ∈ cells s -> forall y, y ∈ cells (single (int_of_N x)) <-> y = x).
  { intros x Hx y. specialize (H x). cbn zeta in H. rewrite andb_true_iff, !N.eqb_eq in H.
    destruct H as [-> _]; [apply in_elements; auto|]. rewrite in_shiftl. split.
    - intros [z [Hz ->]]. destruct z as [|[]]; cbn in Hz; try discriminate. lia.
    - intros ->. exists 0. split; [reflexivity|lia]. }
  rewrite in_reflect. change (cells empty) with 0. split.
  - intros [Hc|[Hc [m [a [b [x [H1 [H2 [H3 H4]]]]]]]]]; [elim (in_0 _ Hc)|].
    exists (x + word a). split; [assumption|]. apply One; [assumption|]. apply in_reflect. right. split; [assumption|].
    exists m, a, b, x. repeat split; try assumption. now apply Same.
  - intros [x [Hx ->]]. right. assert (Hc : f x ∈ cells (reflect l empty (single (int_of_N x)))).
    { destruct (One x Hx) as [_ G]. clear One. specialize (H x). cbn zeta in H. rewrite andb_true_iff, !N.eqb_eq in H.
      destruct H as [_ ->]; [apply in_elements; auto|]. rewrite in_shiftl. exists 0. split; [reflexivity|lia]. }
    apply in_reflect in Hc as [Hc|[Hc [m [a [b [y [H1 [H2 [H3 H4]]]]]]]]]; [elim (in_0 _ Hc)|].
    split; [assumption|]. exists m, a, b, y. repeat split; try assumption. apply Same in H3; [|assumption]. now rewrite H3.
Qed.

(** ** The first cell of a set *)
Lemma word_tail x c : c ∈ word x -> word (tail0 x) <= c < 63.
Proof.
  intros Hc. split.
  - apply N.nlt_ge. intros Hlt. rewrite word_bit in Hc. pose proof (Uint63.to_Z_bounded x).
    destruct (Z.eq_dec (Uint63.to_Z x) 0) as [E|E]; [rewrite E, Z.bits_0 in Hc; discriminate|].
    destruct (tail0_spec x) as [y [_ Hy]]; [lia|]. rewrite Hy in Hc.
    rewrite Z.mul_pow2_bits_low in Hc; [discriminate|]. unfold word in Hlt. pose proof (Uint63.to_Z_bounded (tail0 x)). lia.
  - apply N.nle_gt. intros H. rewrite word_high in Hc by assumption. discriminate.
Qed.
Lemma lowest_least s c : c ∈ cells s -> word (lowest s) <= c.
Proof.
  destruct s as [a b]. rewrite cells_bit. unfold lowest. destruct (a =? 0)%uint63 eqn:E.
  - apply Uint63.eqb_spec in E. subst a. destruct (N.ltb_spec c 63); [intros Hc; elim (in_0 c Hc)|].
    intros Hc%word_tail. assert (word (63 + tail0 b)%uint63 = 63 + word (tail0 b)); [|lia].
    unfold word in *. rewrite Uint63.add_spec, Z.mod_small; change (Uint63.to_Z 63) with 63%Z;
      pose proof (Uint63.to_Z_bounded (tail0 b)); [|change wB with (2 ^ 63)%Z]; lia.
  - destruct (N.ltb_spec c 63); [intros Hc%word_tail; lia|]. intros _.
    assert (Ha : exists d, d ∈ word a).
    { assert (word a <> 0) by (intros H0%word_0; subst a; discriminate).
      exists (N.log2 (word a)). now apply N.bit_log2. }
    destruct Ha as [d Hd%word_tail]. lia.
Qed.
Lemma key_eq c : Free g (cells (key_of c)) == Free g (cells c).
Proof.
  unfold key_of. rewrite cells_down. rewrite <- (shift_eq g (N.shiftr _ _) (word (lowest c))).
  enough (N.shiftl (N.shiftr (cells c) (word (lowest c))) (word (lowest c)) = cells c) as -> by reflexivity.
  apply set_ext. intros x. rewrite in_shiftl. setoid_rewrite N.shiftr_spec'. split; [intros [y [Hy ->]]; exact Hy|].
  intros Hx. pose proof (lowest_least _ _ Hx). exists (x - word (lowest c)). replace (x - _ + _) with x by lia. split; [assumption|lia].
Qed.

(** ** Vectors *)
Notation ts := temperatures.
Hypothesis full_ok : cells (full_set e) = full v.
Hypothesis lines_ok : reflects (to_lines e) (flip_lines v) v = true.
Hypothesis offsets_ok : reflects (to_offsets e) (flip_offsets v) v = true.

Definition good (c : N) (q : quad) : Prop := bounded 16384 (unpack q) /\ valid ts (Free g c) (value (unpack q)).
Lemma good_eq c d q : Free g c == Free g d -> good c q -> good d q.
Proof. intros E [H1 H2]. split; [assumption|]. now rewrite <- E. Qed.

Definition state_ok (st : state) : Prop :=
  all_of (vectors_ok (fun s q => good (cells s) q)) (vectors st) /\
  all_of (positions_ok (fun s x left => won g (cells s) x left)) (known st).

Lemma lookup_ok key st q : state_ok st -> lookup e key st = Some q -> good (cells key) q.
Proof.
  intros [H _]. destruct key as [a b]. unfold lookup. apply (find_vector_ok (fun s q => good (cells s) q)), (H _).
Qed.
Lemma keep_ok key q st : state_ok st -> good (cells key) q -> state_ok (keep e key q st).
Proof.
  intros [H1 H2] Hq. unfold keep. destruct key as [a b], q as [w x y z]. destruct (lookup _ _ _); [now split|].
  split; [|exact H2]. cbn [vectors]. apply all_set; [assumption|]. cbn [vectors_ok]. split; [assumption|apply H1].
Qed.
Lemma keep_all_ok c q st : state_ok st -> good (cells c) q -> state_ok (keep_all e c q st).
Proof.
  intros Hst Hq. unfold keep_all. destruct (is_empty _) eqn:E; [|assumption]. apply subset_sub in E. rewrite full_ok in E. cbn zeta.
  pose proof (cells_reflect _ _ _ lines_ok E) as Ha. pose proof (cells_reflect _ _ _ offsets_ok E) as Hb.
  assert (Sa : sub (cells (reflect (to_lines e) empty c)) (full v)).
  { rewrite Ha. apply (image_sub g g (fun p => p) (full v) (full v) _ (flip_lines v) (half_lines v some)). assumption. }
  pose proof (cells_reflect _ _ _ offsets_ok Sa) as Hab.
  assert (Ea : Free g (cells c) == Free g (cells (reflect (to_lines e) empty c))).
  { rewrite Ha. symmetry. now apply flip_lines_eq. }
  assert (K : forall d, Free g (cells c) == Free g (cells d) -> good (cells (key_of d)) q).
  { intros d Hd. apply good_eq with (cells c); [|assumption]. now rewrite key_eq. }
  repeat apply keep_ok; try assumption; apply K.
  - reflexivity.
  - assumption.
  - rewrite Hb. symmetry. now apply flip_offsets_eq.
  - rewrite Ea, Hab. symmetry. now apply flip_offsets_eq.
Qed.

Definition finds (of_class : set -> state -> result (vec * state)) : Prop :=
  forall c st w st', state_ok st -> of_class c st = Ok (w, st') ->
    state_ok st' /\ bounded 16384 w /\ valid ts (Free g (cells c)) (value w).

Lemma enough_is : Z.of_nat enough = 300%Z.
Proof. now vm_compute. Qed.
Lemma of_Z_small z : (Z.abs z <= 20000)%Z -> to_Z (of_Z z) = z.
Proof. intros H. rewrite of_Z_spec. apply cmod_small. change wB with (2 ^ 63)%Z. lia. Qed.
Lemma length_multiples d n : forall f, List.length (multiples d f n) = n.
Proof. induction n as [|n IH]; intros f; cbn; [reflexivity|]. now rewrite IH. Qed.

Lemma add_class_ok of_class x n c w st w' st' : finds of_class -> state_ok st -> bounded n w -> (n + 20000 <= far_off)%Z ->
  valid ts x (value w) -> add_class e of_class c w st = Ok (w', st') ->
  state_ok st' /\ bounded (n + 20000) w' /\ valid ts (Add x (Free g (cells c))) (value w').
Proof.
  intros Hf Hst Hb Hn Hw H. pose proof enough_is as He. unfold add_class in H. rewrite !can_empty in H.
  assert (Shift : forall z, (Z.abs z <= 20000)%Z -> ge (Free g (cells c)) (quarters z) ->
    bounded (n + 20000) (vshift (of_Z z) w) /\ valid ts (Add x (Free g (cells c))) (value (vshift (of_Z z) w))).
  { intros z Hz Hge. destruct (vshift_value n 20000 (of_Z z) w Hn Hb) as [E B].
    - unfold ok. now rewrite of_Z_small.
    - split; [exact B|]. rewrite E, of_Z_small by assumption. now apply valid_shift. }
  destruct (starts (far g R) (cells c) =? 0) eqn:ER; [|destruct (starts (far g L) (cells c) =? 0) eqn:EL].
  - apply ok_pair in H as [<- <-]. split; [assumption|]. apply N.eqb_eq in ER.
    destruct (left_moves_ok enough c 0) as [m [-> [H2 H3]]]; [rewrite ER; apply in_0|]. apply Shift; [lia|]. now rewrite Z.add_0_l.
  - step H. apply ok_pair in H as [<- <-]. split; [assumption|]. apply size_ok in E; [|lia].
    set (k := tile_length v) in *. assert (0 < Z.of_N k)%Z by lia.
    assert (0 <= a / Z.of_N k <= a)%Z by (split; [apply Z.div_pos; lia|apply Z.div_le_upper_bound; nia]).
    apply Shift; [lia|]. replace (a / Z.of_N k)%Z with (Z.of_nat (Z.to_nat (a / Z.of_N k))) by lia.
    apply right_run_ge; [apply distinct_along|].
    assert (Hlen : S (List.length (along g)) = N.to_nat k).
    { cbn [along shape_of]. unfold far_cells. rewrite length_multiples. fold k. lia. }
    rewrite Hlen. assert (a < (a / Z.of_N k + 1) * Z.of_N k)%Z.
    { pose proof (Z.mod_pos_bound a (Z.of_N k)). pose proof (Z.div_mod a (Z.of_N k)). nia. }
    nia.
  - step H. destruct a as [u st2]. apply ok_pair in H as [<- <-]. apply Hf in E as [H1 [H2 H3]]; [|assumption].
    split; [assumption|]. destruct (vplus_value n 16384 w u) as [Ev Bv]; [lia|assumption|assumption|].
    split; [eapply bounded_more; [|exact Bv]; lia|]. rewrite Ev. now apply valid_plus.
Qed.
Lemma add_classes_ok of_class fuel : forall l x n w st w' st', finds of_class -> state_ok st -> bounded n w ->
  (n + 20000 * Z.of_nat fuel <= far_off)%Z -> valid ts x (value w) -> add_classes e fuel of_class l w st = Ok (w', st') ->
  state_ok st' /\ valid ts (Add x (sum g (map cells l))) (value w').
Proof.
  induction fuel as [|fuel IH]; intros [|c l] x n w st w' st' Hf Hst Hb Hn Hw H; cbn [add_classes map sum] in *; try discriminate.
  1-2: apply ok_pair in H as [<- <-]; split; [assumption|]; now rewrite add_zero.
  step H. destruct a as [w2 st2]. eapply add_class_ok in E as [H1 [H2 H3]]; eauto; [|lia].
  eapply IH in H as [H4 H5]; eauto; [|lia]. split; [assumption|]. now rewrite add_assoc.
Qed.

Lemma start_small : (20008 + 20000 * Z.of_nat enough <= far_off)%Z.
Proof. rewrite enough_is. unfold far_off. lia. Qed.
Lemma vzero_valid : valid ts Zero (value vzero).
Proof. rewrite vzero_value. exact zero_valid. Qed.
Lemma sum_of_class_ok of_class c st w st' : finds of_class -> state_ok st -> sum_of_class e of_class c st = Ok (w, st') ->
  state_ok st' /\ bounded 20008 w /\ valid ts (Free g (cells c)) (value w).
Proof.
  intros Hf Hst H. unfold sum_of_class in H. destruct (_ || _).
  - eapply add_class_ok in H as [H1 [H2 H3]]; eauto using vzero_bounded, vzero_valid; [|now compute].
    split; [assumption|]. split; [exact H2|]. now rewrite zero_add in H3.
  - apply Hf in H as [H1 [H2 H3]]; [|assumption]. split; [assumption|]. split; [|assumption]. eapply bounded_more; [|exact H2]. lia.
Qed.
Lemma sum_of_ok of_class l st w st' : finds of_class -> state_ok st -> sum_of e of_class l st = Ok (w, st') ->
  state_ok st' /\ valid ts (sum g (map cells l)) (value w).
Proof.
  intros Hf Hst H. destruct l as [|c l]; cbn [sum_of map sum] in *.
  - apply ok_pair in H as [<- <-]. split; [assumption|apply vzero_valid].
  - apply bind_ok in H as [[w2 st2] [E H]]. eapply sum_of_class_ok in E as [H1 [H2 H3]]; eauto.
    eapply add_classes_ok in H; eauto using start_small.
Qed.
Lemma add_set_ok of_class s st w st' : finds of_class -> state_ok st -> add_set e of_class s st = Ok (w, st') ->
  state_ok st' /\ valid ts (Free g (cells s)) (value w).
Proof.
  intros Hf Hst H. unfold add_set in H. cbn zeta in H. step H.
  eapply sum_of_ok in H as [H1 H2]; eauto. split; [assumption|]. eapply valid_ge; [|eassumption]. now apply cuts_ok.
Qed.

Fixpoint within (t : vector) : Prop :=
  match t with Leaf (a, b) => (Z.abs a <= 16384 /\ Z.abs b <= 16384)%Z | Pair a b => within a /\ within b end.
Lemma same_ok t : forall u, same t u = true -> t = u /\ within t.
Proof.
  induction t as [[a b]|a IHa b IHb]; intros [[c d]|c d]; cbn [same within]; try discriminate; rewrite !andb_true_iff.
  - rewrite !Z.eqb_eq, !Z.leb_le. intros [[[-> ->] H1] H2]. auto.
  - intros [[-> H1]%IHa [-> H2]%IHb]. auto.
Qed.
Lemma within_bounded w : within (value w) -> bounded 16384 w.
Proof. destruct w. unfold value, eight_leaves, bounded, ok. cbn [within]. tauto. Qed.

Lemma vector_of_ok fuel : finds (vector_of e fuel).
Proof.
  induction fuel as [|fuel IH]; intros c st w st' Hst H; cbn [vector_of] in H; [discriminate|].
  destruct (lookup e (key_of c) st) as [q|] eqn:F.
  - apply ok_pair in H as [<- <-]. split; [assumption|]. apply (good_eq (cells (key_of c))); [apply key_eq|].
    eapply lookup_ok; eassumption.
  - step H. step H. clear E E0. step H. destruct a1 as [lo st1]. step H. destruct a1 as [hi st2].
    apply (each_ok (option_left e (vector_of e fuel) c) (fun _ a => state_ok (snd a) /\ lows ts (Free g (cells c)) (leaves (fst a)))) in E as [H1 H2]; [|tauto| |split; [exact Hst|apply lows_none]].
    2: { clear E H. cbn [fst snd]. intros _ i [best st1'] a' [Ha1 Ha2] Ha. unfold option_left in Ha. cbn [fst snd] in *. step Ha. apply in_can in E.
         apply bind_ok in Ha as [[u st3] [E1 Ha]]. injection Ha as <-. eapply add_set_ok in E1 as [H1 H2]; eauto. cbn [fst snd]. split; [assumption|].
         rewrite leaves_most. apply lows_greatest; [assumption|]. eapply lows_option; [|exact H2]. apply in_moves_free. rewrite cells_after. eauto. }
    apply (each_ok (option_right e (vector_of e fuel) c) (fun D a => state_ok (snd a) /\
        highs ts (fun d => exists i, D i /\ d = Free g (N.ldiff (cells c) (tile (far g R) i))) (leaves (fst a)))) in E0 as [H3 H4].
    2: { intros D D' b Hd [Hb1 Hb2]. split; [assumption|]. eapply highs_mono; [|exact Hb2]. cbn. intros d [i [Hi ->]]. eauto. }
    2: { clear E0 H. cbn [fst snd]. intros D i [best st1'] a' [Ha1 Ha2] Ha. unfold option_right in Ha. cbn [fst snd] in *.
         apply bind_ok in Ha as [[u st3] [E Ha]]. injection Ha as <-. eapply add_set_ok in E as [H3 H4]; eauto. cbn [fst snd]. split; [assumption|].
         apply highs_option in H4. rewrite leaves_least. eapply highs_mono; [|apply highs_least; [exact Ha2|exact H4]]. cbn.
         intros d [j [[Hj| ->] ->]]; [eauto|right; now rewrite cells_after]. }
    2: { split; [exact H1|]. eapply highs_mono; [|apply highs_none]. cbn. intros d [i [[] _]]. }
    cbn [fst snd] in *. cbn zeta in H. step H. step H. step H. clear E1. apply ok_pair in H as [<- <-].
    apply same_ok in E as [Ev Hu]. apply within_bounded in Hu. apply same_ok in E0 as [Ew Hw]. apply within_bounded in Hw.
    assert (V : valid ts (Free g (cells c)) (from_options ts (leaves lo) (leaves hi))).
    { eapply from_options_valid; [|exact H2|exact H4]. cbn beta. intros d Hd. apply in_moves_free in Hd as [i [Hi ->]].
      exists i. split; [|reflexivity]. rewrite cells_can. now apply in_starts. }
    rewrite <- Ev in V. destruct (vplus_value 8 16384 vzero _ ltac:(now compute) vzero_bounded Hu) as [Ep _].
    pose proof (valid_plus ts _ _ _ _ vzero_valid V) as Vp. rewrite <- Ep, <- Ew, zero_add in Vp.
    split; [|split; assumption]. apply keep_all_ok; [assumption|]. split; assumption.
Qed.

(** ** Static reasons *)
Lemma to_Z_second w : to_Z (second w) = fst (nothing (value w)).
Proof. now destruct w. Qed.
Lemma to_Z_first w : to_Z (Sums.first w) = snd (nothing (value w)).
Proof. now destruct w. Qed.
Lemma number_ok first x w : valid ts x (value w) ->
  if first : bool then gf x (quarters (to_Z (Sums.first w))) else ge x (quarters (to_Z (second w))).
Proof. intros H%valid_nothing. rewrite to_Z_first, to_Z_second. destruct first; apply H. Qed.

Lemma total_ok fuel : forall first l x n w st r st', state_ok st -> bounded n w ->
  (n + 20000 * Z.of_nat fuel <= far_off)%Z -> valid ts x (value w) -> total e fuel first l w st = Ok (r, st') ->
  state_ok st' /\ if first : bool then gf (Add x (sum g (map cells l))) (quarters (to_Z r))
                  else ge (Add x (sum g (map cells l))) (quarters (to_Z r)).
Proof.
  assert (Nil : forall first x w, valid ts x (value w) ->
    if first : bool then gf (Add x Zero) (quarters (to_Z (if first then Sums.first w else second w)))
    else ge (Add x Zero) (quarters (to_Z (if first then Sums.first w else second w)))).
  { intros first x w Hw. apply (number_ok first) in Hw. destruct first; now rewrite add_zero. }
  induction fuel as [|fuel IH]; intros first [|c l] x n w st r st' Hst Hb Hn Hw H; cbn [total map sum] in *; try discriminate.
  1-2: apply ok_pair in H as [<- <-]; split; [assumption|]; now apply Nil.
  assert (Step : forall w2 st2, add_class e (vector_of e enough) c w st = Ok (w2, st2) -> total e fuel first l w2 st2 = Ok (r, st') ->
    state_ok st' /\ if first : bool then gf (Add x (Add (Free g (cells c)) (sum g (map cells l)))) (quarters (to_Z r))
                    else ge (Add x (Add (Free g (cells c)) (sum g (map cells l)))) (quarters (to_Z r))).
  { intros w2 st2 E H2. eapply add_class_ok in E as [E1 [E2 E3]]; eauto using vector_of_ok; [|lia].
    eapply IH in H2 as [H3 H4]; eauto; [|lia]. split; [assumption|]. destruct first; now rewrite add_assoc. }
  destruct l as [|d l].
  - destruct (_ || _).
    + step H. destruct a as [w2 st2]. eapply Step; eassumption.
    + step H. destruct a as [u st2]. apply ok_pair in H as [<- <-]. apply vector_of_ok in E as [H1 [H2 H3]]; [|assumption].
      split; [assumption|]. destruct (vplus_value n 16384 w u) as [Ev _]; [lia|assumption|assumption|].
      cbn [map sum]. pose proof (valid_plus ts _ _ _ _ Hw H3) as V. rewrite <- Ev in V. apply (number_ok first) in V.
      rewrite plus_first_eq, plus_second_eq. destruct first; now rewrite add_zero.
  - step H. destruct a as [w2 st2]. eapply Step; eassumption.
Qed.

Lemma decided_ok first l st r st' : state_ok st -> decided e first l st = Ok (r, st') ->
  state_ok st' /\ if first : bool then gf (sum g (map cells l)) (quarters (to_Z r)) else ge (sum g (map cells l)) (quarters (to_Z r)).
Proof.
  intros Hst H. destruct l as [|c l]; cbn [decided map sum] in *.
  - eapply (total_ok enough first [] Zero) in H as [H1 H2]; eauto using vzero_bounded, vzero_valid;
      [|pose proof start_small; lia]. split; [assumption|]. cbn [map sum] in H2. destruct first; now rewrite add_zero in H2.
  - apply bind_ok in H as [[w2 st2] [E H]]. eapply sum_of_class_ok in E as [H1 [H2 H3]]; eauto using vector_of_ok.
    eapply total_ok in H; eauto using start_small.
Qed.
Lemma decide_ok s cut necks x left st st' : state_ok st -> decide e s cut necks x left st = Ok st' ->
  state_ok st' /\ won g (cells s) x left.
Proof.
  intros Hst H. unfold decide in H. step H. clear E. step H. step H. destruct a1 as [n st2].
  eapply decided_ok in E0 as [H1 H2]; eauto.
  apply cuts_ok in E. step H. injection H as <-. split; [assumption|]. unfold won. apply Z.leb_le in E0.
  assert (Q : ge (Add (quarters (to_Z n)) (Num x)) Zero).
  { unfold quarters. rewrite num_add, <- num_zero. apply num_ge. pose proof (Z.mul_div_le (4 * x) 65536). lia. }
  destruct left.
  - apply gf_ge with (Add (quarters (to_Z n)) (Num x)); [|exact Q]. apply add_gf_l. eapply ge_gf; eassumption.
  - apply ge_trans with (Add (quarters (to_Z n)) (Num x)); [|exact Q]. apply add_ge_l. eapply ge_trans; eassumption.
Qed.

(** ** Nodes *)
Lemma least_image_eq s : sub (cells s) (full v) -> Free g (cells s) == Free g (cells (least_image e s)).
Proof.
  intros E. unfold least_image. cbn zeta.
  pose proof (cells_reflect _ _ _ lines_ok E) as Ha. pose proof (cells_reflect _ _ _ offsets_ok E) as Hb.
  assert (Sa : sub (cells (reflect (to_lines e) empty s)) (full v)).
  { rewrite Ha. apply (image_sub g g (fun p => p) (full v) (full v) _ (flip_lines v) (half_lines v some)). assumption. }
  pose proof (cells_reflect _ _ _ offsets_ok Sa) as Hab.
  assert (Ea : Free g (cells s) == Free g (cells (reflect (to_lines e) empty s))).
  { rewrite Ha. symmetry. now apply flip_lines_eq. }
  assert (Least : forall a b, smaller a b = a \/ smaller a b = b).
  { intros [a b] [c d]. unfold smaller. destruct (b <? d)%uint63; [auto|]. destruct (_ && _); auto. }
  repeat match goal with |- context [smaller ?a ?b] => destruct (Least a b) as [-> | ->] end.
  - reflexivity.
  - assumption.
  - rewrite Hb. symmetry. now apply flip_offsets_eq.
  - rewrite Ea, Hab. symmetry. now apply flip_offsets_eq.
Qed.
Lemma is_known_ok s x left st : sub (cells s) (full v) -> state_ok st -> is_known e s x left st = true -> won g (cells s) x left.
Proof.
  intros Hs [_ Hk] H. apply won_eq with (cells (least_image e s)); [symmetry; now apply least_image_eq|].
  unfold is_known in H. destruct (least_image e s) as [a b].
  apply (has_position_ok (fun s x left => won g (cells s) x left) a b x left _ (Hk _) H).
Qed.
Lemma remember_ok s x left st : sub (cells s) (full v) -> state_ok st -> won g (cells s) x left -> state_ok (remember e s x left st).
Proof.
  intros Hs [Ht Hk] H. apply (won_eq _ _ _ x left (least_image_eq s Hs)) in H. unfold remember.
  destruct (least_image e s) as [a b]. split; [exact Ht|]. cbn [known]. apply all_set; [assumption|]. cbn [positions_ok].
  split; [assumption|apply Hk].
Qed.
Lemma static_ok tag s x left st st' : sub (cells s) (full v) -> state_ok st -> static e tag s x left st = Ok st' ->
  state_ok st' /\ won g (cells s) x left.
Proof.
  intros Hs Hst H. unfold static in H.
  destruct (16 <=? tag).
  { destruct (tag <? 32); [|discriminate]. destruct (take _ _) as [[m l]|]; [|discriminate]. eapply decide_ok in H; eauto. }
  destruct (tag =? 3); [step H; injection H as <-; split; [assumption|]; eapply is_known_ok; eassumption|].
  destruct (tag =? 4); [eapply decide_ok; eassumption|].
  destruct (tag =? 5); [eapply decide_ok; eassumption|].
  destruct ((tag =? 6) || (tag =? 7)); [|discriminate].
  step H. destruct a as [[cut necks] rest]. eapply decide_ok in H; eauto.
Qed.
Lemma numbers_ok (f : Z -> state -> result state) (P : Z -> Prop) l : forall st st', state_ok st ->
  (forall y st st', state_ok st -> f y st = Ok st' -> state_ok st' /\ P y) ->
  numbers f l st = Ok st' -> state_ok st' /\ forall y, In y l -> P y.
Proof.
  induction l as [|y l IH]; intros st st' Hst Hf H; cbn [numbers] in H.
  - injection H as <-. split; [assumption|intros ? []].
  - step H. apply Hf in E as [H1 H2]; [|assumption]. apply IH in H as [H3 H4]; [|assumption|assumption].
    split; [assumption|]. intros z [<-|Hz]; auto.
Qed.

Theorem walk_ok fuel : forall s x left st st', sub (cells s) (full v) -> state_ok st ->
  walk e fuel s x left st = Ok st' -> state_ok st' /\ won g (cells s) x left.
Proof.
  induction fuel as [|fuel IH]; intros s x left st st' Hs Hst H; cbn [walk] in H; [discriminate|].
  step H. destruct a as [tag rest]. cbn zeta in H.
  set (kind := if 128 <=? tag then tag - 128 else tag) in *.
  destruct (kind <=? 2); [|eapply static_ok in H; eauto].
  assert (After : forall p i, sub (cells (after e p s i)) (full v)).
  { intros p i c Hc. rewrite cells_after in Hc. apply in_ldiff in Hc. now apply Hs. }
  step H. injection H as <-.
  assert (W : state_ok a /\ won g (cells s) x left).
  2: { destruct W. destruct (128 <=? tag); split; try assumption. now apply remember_ok. }
  assert (Hst' : state_ok (visit st rest)) by exact Hst.
  destruct (kind =? 0).
  - step E0. destruct left; [discriminate|]. step E0.
    apply (each_ok (fun i => walk e fuel (after e R s i) x true)
      (fun D st => state_ok st /\ forall i, D i -> won g (N.ldiff (cells s) (tile (far g R) i)) x true)) in E2 as [H1 H2]; [|intros D D' b Hd [G1 G2]; split; auto| |split; [exact Hst'|intros ? []]].
    2: { intros D i st1 st2 [Hst1 HD] Hw. eapply IH in Hw as [H3 H4]; [|apply After|exact Hst1].
         split; [assumption|]. intros j [Hj| ->]; [auto|]. now rewrite cells_after in H4. }
    eapply numbers_ok with (P := fun y => won g (cells s) y true) in E0 as [H3 H4]; [|exact H1|].
    2: { intros y st1 st2 Hst1 Hw. eapply IH in Hw; eauto. }
    split; [assumption|]. cbn [won] in *. constructor; [|intros ? []].
    intros d Hd. apply in_moves_add in Hd as [[f [Hf ->]]|[f [Hf ->]]].
    + apply in_moves_free in Hf as [i [Hi ->]]. apply H2. rewrite cells_can. now apply in_starts.
    + cbn [moves] in Hf. apply in_map_iff in Hf as [y [<- Hy]]. now apply H4.
  - step E0. destruct left; [|discriminate]. destruct (kind =? 1).
    + step E0. destruct a1 as [c rest2]. cbn zeta in E0. step E0. apply andb_true_iff in E3 as [_ Ec].
      apply in_can in Ec. apply IH in E0 as [H1 H2]; [|apply After|exact Hst'].
      split; [assumption|]. rewrite cells_after in H2. cbn [won] in *. eapply Gf_l; [|exact H2]. apply moves_l, in_moves_free. eauto.
    + destruct (number_moves L x) as [|y l] eqn:En; [discriminate|].
      apply IH in E0 as [H1 H2]; [|assumption|exact Hst']. split; [assumption|]. cbn [won] in *.
      eapply Gf_l; [|exact H2]. apply moves_r. cbn [moves]. rewrite En. now left.
Qed.
End Board.

Lemma same_list_ok l : forall m, same_list l m = true -> map word l = m.
Proof.
  induction l as [|a l IH]; intros [|b m]; cbn [same_list map]; try discriminate; [reflexivity|].
  rewrite andb_true_iff, N.eqb_eq. now intros [-> ->%IH].
Qed.

Theorem fast_walk_ok slots allowed fuel v s n rest : 0 < tile_length v -> fast_walk slots allowed fuel v s = Ok (n, rest) ->
  won (shape_of v) (free v) (number_beside v) (left_first v).
Proof.
  intros Hv H. unfold fast_walk in H. step H. destruct a as [pieces s2]. cbn zeta in H. step H. step H. clear H E.
  apply andb_true_iff in E0 as [Hb Hs%N.eqb_eq]. unfold is_board in Hb. rewrite !andb_true_iff, N.eqb_eq in Hb.
  destruct Hb as [[[[HL%same_list_ok HR%same_list_ok] HF] H1] H2].
  rewrite <- Hs. eapply (walk_ok (board_of v pieces slots allowed)) in E1; try eassumption.
  - exact (proj2 E1).
  - rewrite Hs. intros c Hc. unfold free in Hc. apply in_ldiff in Hc. tauto.
  - split; apply all_make; exact I.
Qed.

(** ** What a certificate proves that the checker in machine words accepts *)
Lemma either_walk_ok slots allowed fuel : sound_walk (either_walk slots allowed fuel).
Proof.
  intros v s n rest Hv H. unfold either_walk in H. destruct (lines v * width v <=? room).
  - eapply fast_walk_ok; eassumption.
  - eapply check_walk_ok; eassumption.
Qed.
Theorem fast_checker_sound slots allowed fuel (certificate : bytes) (pr : proven) :
  fast_check slots allowed fuel certificate = Ok pr ->
  (forall v hash, In (v, hash) (rests pr) -> holds v) ->
  forall v, In (Claimed v) (items pr) -> holds v.
Proof. apply checker_with_sound, either_walk_ok. Qed.

(** ** Boards as theorems once more

    A certificate is here a list of words: a 1 and then, from the last to the first, up to seven bytes. *)
Fixpoint small (n : nat) (x : int) : N :=
  match n with
  | O => 0
  | S n => let rest := small n (x >> 1)%uint63 in if (x land 1 =? 0)%uint63 then N.double rest else N.succ_double rest
  end.
Fixpoint bytes_of (n : nat) (x : int) (rest : Datatypes.unit -> bytes) : bytes :=
  match n with
  | O => rest tt
  | S n => if (x <=? 1)%uint63 then rest tt else Byte (small 8 x) (fun _ => bytes_of n (x >> 8)%uint63 rest)
  end.
Fixpoint of_words (l : list int) : bytes :=
  match l with [] => Ended | x :: l => bytes_of 7 x (fun _ => of_words l) end.
Definition fast_proves (o : outcome) (r c : N) (p : player) (slots : int) (certificate : list int) : bool :=
  says o r c p (fast_check slots 1073741824 1000 (of_words certificate)).

Lemma fast_square_proven o n slots certificate :
  turned o = o -> fast_proves o n n Vertical slots certificate = true -> has_outcome o n n.
Proof.
  intros Ho Hv. assert (W : wins 2 (winner_if o Vertical) Vertical (Rules.board n n)) by (eapply says_wins; [apply either_walk_ok|exact Hv]).
  intros []; [exact W|]. rewrite <- Ho. now apply wins_turned.
Qed.
Lemma fast_outcome_proven o r c slots v h :
  fast_proves o r c Vertical slots v = true -> fast_proves o r c Horizontal slots h = true -> has_outcome o r c.
Proof. intros Hv Hh []; (eapply says_wins; [apply either_walk_ok|eassumption]). Qed.
