(** * A position is worth at least the sum of its pieces

    Cuts: Left may renounce tiles and only loses by it. Pieces may share cells that no tile of Left
    within a piece covers (necks). Here also: runs in which one player alone can move. *)

From Coq Require Import NArith ZArith List Lia Bool Setoid Morphisms Arith FinFun.
From Crosscram Require Import Rules Cells Games Numbers Vectors.
Import ListNotations.
Open Scope N_scope.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Section Pieces.
Variable g : shape.
Notation tile_of p i := (tile (far g p) i).

(** ** The sum of the first [n] pieces *)
Fixpoint total (P : nat -> N) (n : nat) : game :=
  match n with O => Zero | S n => Add (Free g (P O)) (total (fun j => P (S j)) n) end.
Definition update (P : nat -> N) (j : nat) (s : N) : nat -> N := fun i => if Nat.eqb i j then s else P i.

Lemma total_ext n : forall P Q, (forall j, (j < n)%nat -> P j = Q j) -> total P n = total Q n.
Proof.
  induction n as [|n IH]; intros P Q H; cbn; [reflexivity|].
  rewrite (H O) by lia. f_equal. apply IH. intros j Hj. apply H. lia.
Qed.

Lemma total_move p n : forall P j i, (j < n)%nat -> sub (tile_of p i) (P j) ->
  In (total (update P j (N.ldiff (P j) (tile_of p i))) n) (moves p (total P n)).
Proof.
  induction n as [|n IH]; intros P j i Hj Hs; [lia|]. cbn [total].
  destruct j as [|j].
  - apply (moves_l p (Free g (P O)) (total (fun j => P (S j)) n) (Free g (N.ldiff (P O) (tile_of p i)))).
    apply in_moves_free. eauto.
  - apply (moves_r p (Free g (P O))). apply (IH (fun j => P (S j))); [lia|assumption].
Qed.
Lemma total_moves p n : forall P e, In e (moves p (total P n)) ->
  exists j i, (j < n)%nat /\ sub (tile_of p i) (P j) /\ e = total (update P j (N.ldiff (P j) (tile_of p i))) n.
Proof.
  induction n as [|n IH]; intros P e He; [destruct He|]. cbn [total] in *.
  apply in_moves_add in He as [[a [Ha ->]]|[a [Ha ->]]].
  - apply in_moves_free in Ha as [i [Hi ->]]. exists O, i. split; [lia|]. split; [assumption|].
    f_equal.
  - apply IH in Ha as [j [i [Hj [Hi ->]]]]. exists (S j), i. split; [lia|]. split; [assumption|]. reflexivity.
Qed.

(** Every tile of Right on [s] lies within a piece; every tile of Left within a piece lies on [s] and
    meets no other piece. *)
Definition cut_into (s : N) (P : nat -> N) (n : nat) : Prop :=
  (forall i, sub (tile_of R i) s -> exists j, (j < n)%nat /\ sub (tile_of R i) (P j)) /\
  (forall i j, (j < n)%nat -> sub (tile_of L i) (P j) ->
     sub (tile_of L i) s /\ forall j', (j' < n)%nat -> j' <> j -> disjoint (tile_of L i) (P j')).

Lemma sub_ldiff a s t : sub a (N.ldiff s t) <-> sub a s /\ disjoint a t.
Proof.
  unfold sub, disjoint. setoid_rewrite in_ldiff. split.
  - intros H. split; [intros c Hc; now apply H|intros c Hc Ht; now apply (H c)].
  - intros [H1 H2] c Hc. split; [auto|]. eauto.
Qed.
Lemma disjoint_sub a b c : disjoint a b -> sub c b -> disjoint a c.
Proof. firstorder. Qed.
Lemma disjoint_sym a b : disjoint a b -> disjoint b a.
Proof. firstorder. Qed.

Theorem pieces_ge s P n : cut_into s P n -> ge (Free g s) (total P n).
Proof.
  intros C.
  apply (copy (fun a b => exists s P, a = Free g s /\ b = total P n /\ cut_into s P n)); [| |eauto 6]; clear s P C.
  - intros a b a' [s [P [-> [-> [C1 C2]]]]] Ha. apply in_moves_free in Ha as [i [Hi ->]].
    destruct (C1 i Hi) as [j [Hj Ht]]. exists (total (update P j (N.ldiff (P j) (tile_of R i))) n).
    split; [now apply total_move|]. eexists _, _. split; [reflexivity|]. split; [reflexivity|]. split.
    + intros i' Hi'. apply sub_ldiff in Hi' as [Hs Hd]. destruct (C1 i' Hs) as [j' [Hj' Ht']]. exists j'.
      split; [assumption|]. unfold update. destruct (Nat.eqb_spec j' j) as [->|]; [|assumption].
      now apply sub_ldiff.
    + intros i' j' Hj' Hi'. unfold update in *. destruct (Nat.eqb_spec j' j) as [->|Hn].
      * apply sub_ldiff in Hi' as [Hs Hd]. destruct (C2 i' j Hj Hs) as [H1 H2]. split; [now apply sub_ldiff|].
        intros j'' Hj'' Hn. destruct (Nat.eqb_spec j'' j); [congruence|auto].
      * destruct (C2 i' j' Hj' Hi') as [H1 H2]. split.
        -- apply sub_ldiff. split; [assumption|]. eapply disjoint_sub; [apply (H2 j); auto|assumption].
        -- intros j'' Hj'' Hn'. destruct (Nat.eqb_spec j'' j) as [->|]; [|auto].
           eapply disjoint_sub; [apply (H2 j); auto|]. intros c Hc. now apply in_ldiff in Hc.
  - intros a b b' [s [P [-> [-> [C1 C2]]]]] Hb. apply total_moves in Hb as [j [i [Hj [Hi ->]]]].
    destruct (C2 i j Hj Hi) as [Hs Ho]. exists (Free g (N.ldiff s (tile_of L i))).
    split; [apply in_moves_free; eauto|]. eexists _, _. split; [reflexivity|]. split; [reflexivity|]. split.
    + intros i' Hi'. apply sub_ldiff in Hi' as [Hs' Hd]. destruct (C1 i' Hs') as [j' [Hj' Ht']]. exists j'.
      split; [assumption|]. unfold update. destruct (Nat.eqb_spec j' j) as [->|]; [|assumption].
      now apply sub_ldiff.
    + intros i' j' Hj' Hi'. unfold update in *. destruct (Nat.eqb_spec j' j) as [->|Hn].
      * apply sub_ldiff in Hi' as [Hs' Hd]. destruct (C2 i' j Hj Hs') as [H1 H2]. split; [now apply sub_ldiff|].
        intros j'' Hj'' Hn. destruct (Nat.eqb_spec j'' j); [congruence|auto].
      * destruct (C2 i' j' Hj' Hi') as [H1 H2]. split.
        -- apply sub_ldiff. split; [assumption|]. eapply disjoint_sub; [apply (H2 j); auto|assumption].
        -- intros j'' Hj'' Hn'. destruct (Nat.eqb_spec j'' j) as [->|]; [|auto].
           eapply disjoint_sub; [apply (H2 j); auto|]. intros c Hc. now apply in_ldiff in Hc.
Qed.

(** ** The same for lists of pieces, with a test that a computer can do *)
Fixpoint sum (l : list N) : game := match l with [] => Zero | s :: l => Add (Free g s) (sum l) end.

Lemma total_sum l : total (fun j => nth j l 0) (length l) = sum l.
Proof. induction l as [|s l IH]; cbn; [reflexivity|]. f_equal. exact IH. Qed.

(** The cells of at least two sets of the list, and of [seen] and one of them. *)
Fixpoint shared (seen : N) (l : list N) : N :=
  match l with
  | [] => 0
  | s :: l => N.lor (N.land seen s) (shared (N.lor seen s) l)
  end.

Lemma in_shared_seen l : forall seen j c, (j < length l)%nat -> c ∈ seen -> c ∈ nth j l 0 -> c ∈ shared seen l.
Proof.
  induction l as [|s l IH]; intros seen j c Hj Hs Hc; cbn in *; [lia|]. apply in_lor.
  destruct j as [|j]; [left; now apply in_land|right].
  apply (IH _ j); [lia|apply in_lor; now left|assumption].
Qed.
Lemma in_shared l : forall seen j j' c, (j < length l)%nat -> (j' < length l)%nat -> j <> j' ->
  c ∈ nth j l 0 -> c ∈ nth j' l 0 -> c ∈ shared seen l.
Proof.
  induction l as [|s l IH]; intros seen j j' c Hj Hj' Hn Hc Hc'; cbn in *; [lia|]. apply in_lor. right.
  destruct j as [|j], j' as [|j']; [lia| | |].
  - apply (in_shared_seen _ _ j'); [lia|apply in_lor; now right|assumption].
  - apply (in_shared_seen _ _ j); [lia|apply in_lor; now right|assumption].
  - apply (IH _ j j'); [lia|lia|congruence|assumption|assumption].
Qed.

Definition is_cut (s : N) (l : list N) : bool :=
  let common := shared 0 l in
  subb (starts (far g R) s) (fold_right (fun p found => N.lor (starts (far g R) p) found) 0 l) &&
  forallb (fun p => subb (starts (far g L) p) (starts (far g L) (N.ldiff (N.land s p) common))) l.

Theorem is_cut_ge s l : is_cut s l = true -> ge (Free g s) (sum l).
Proof.
  unfold is_cut. cbn zeta. rewrite andb_true_iff, forallb_forall. intros [H1 H2]. apply subb_sub in H1.
  rewrite <- total_sum. apply pieces_ge. split.
  - intros i Hi. apply in_starts, H1 in Hi. clear H1 H2. induction l as [|p l IH]; [elim (in_0 _ Hi)|].
    cbn in Hi. apply in_lor in Hi as [Hi|Hi].
    + exists O. split; [cbn; lia|]. now apply in_starts.
    + destruct (IH Hi) as [j [Hj Hs]]. exists (S j). split; [cbn; lia|assumption].
  - intros i j Hj Hi. specialize (H2 (nth j l 0) (nth_In _ _ Hj)). apply subb_sub in H2.
    apply in_starts, H2, in_starts in Hi. apply sub_ldiff in Hi as [Hi Hc]. split.
    + intros c H. apply Hi in H. now apply in_land in H.
    + intros j' Hj' Hn c Ht H. apply (Hc c Ht), (in_shared l 0 j j'); auto.
      apply Hi in Ht. now apply in_land in Ht.
Qed.

(** ** Runs in which one player alone can move *)

(** Right has at most as many moves as tiles have room. *)
Lemma elements_after p s i : NoDup (0 :: far g p) -> sub (tile_of p i) s ->
  (length (elements (N.ldiff s (tile_of p i))) + S (length (far g p)) <= length (elements s))%nat.
Proof.
  intros Hn Hs.
  assert (Ht : NoDup (map (N.add i) (0 :: far g p))) by (apply FinFun.Injective_map_NoDup; [intros x y; lia|assumption]).
  replace (S (length (far g p))) with (length (map (N.add i) (0 :: far g p))) by now rewrite map_length.
  rewrite <- app_length. apply NoDup_incl_length.
  - clear Hs Hn. assert (D : forall c, In c (elements (N.ldiff s (tile_of p i))) -> ~ In c (map (N.add i) (0 :: far g p))).
    { intros c Hc Hm. apply in_elements, in_ldiff in Hc as [_ Hc]. apply Hc. apply in_tile.
      cbn in Hm. destruct Hm as [<-|Hm]; [left; lia|right]. apply in_map_iff in Hm as [d [<- Hd]]. eauto. }
    pose proof (elements_nodup (N.ldiff s (tile_of p i))) as He. revert He D.
    generalize (elements (N.ldiff s (tile_of p i))) as l. induction l as [|c l IH]; intros He D; [exact Ht|].
    inversion He; subst. cbn. constructor.
    + rewrite in_app_iff. intros [H|H]; [contradiction|]. apply (D c); [now left|assumption].
    + apply IH; [assumption|]. intros d Hd. apply D. now right.
  - intros c Hc. apply in_app_iff in Hc as [Hc|Hc]; apply in_elements.
    + apply in_elements, in_ldiff in Hc. tauto.
    + apply Hs, in_tile. cbn in Hc. destruct Hc as [<-|Hc]; [left; lia|right].
      apply in_map_iff in Hc as [d [<- Hd]]. eauto.
Qed.

Lemma unit_left n e : In e (moves L (quarters (4 * Z.of_nat n))) ->
  exists m, n = S m /\ e = quarters (4 * Z.of_nat m).
Proof.
  intros H. apply quarters_left in H as [z [-> [Hz [[_ [Hp ->]]|[[Hm _]|[Hm _]]]]]]; try lia.
  destruct n as [|m]; [lia|]. exists m. split; [reflexivity|]. f_equal. lia.
Qed.
Lemma unit_right n : In (quarters (- (4 * Z.of_nat n))) (moves R (quarters (- (4 * Z.of_nat (S n))))).
Proof.
  unfold quarters. cbn [moves]. apply in_map_iff. eexists. split; [reflexivity|].
  assert (G : Z.gcd (16384 * - (4 * Z.of_nat (S n))) unit = unit).
  { apply Z.gcd_unique_alt; [easy|]. intros d. split; [|tauto].
    intros H. split; [|assumption]. replace (16384 * - (4 * Z.of_nat (S n)))%Z with (- Z.of_nat (S n) * unit)%Z by (unfold unit; lia).
    now apply Z.divide_mul_r. }
  unfold number_moves. rewrite G.
  replace (16384 * - (4 * Z.of_nat (S n)) <? 0)%Z with true by (symmetry; apply Z.ltb_lt; lia).
  rewrite orb_true_r. left. unfold unit. lia.
Qed.

Theorem right_run_ge n : forall s, NoDup (0 :: along g) ->
  (length (elements s) < S n * S (length (along g)))%nat -> ge (Free g s) (quarters (- (4 * Z.of_nat n))).
Proof.
  induction n as [|n IH]; intros s Hd Hn; constructor.
  - intros e He. apply in_moves_free in He as [i [Hi ->]]. pose proof (elements_after R s i Hd Hi) as H. cbn in *. lia.
  - intros e He. apply quarters_left in He as [z [_ [_ [[_ H]|[[H _]|[H _]]]]]]; lia.
  - intros e He. apply in_moves_free in He as [i [Hi ->]]. apply Gf_r with (quarters (- (4 * Z.of_nat n))).
    + apply unit_right.
    + apply IH; [assumption|]. pose proof (elements_after R s i Hd Hi) as H. cbn [far] in *. rewrite Nat.mul_succ_l in Hn. lia.
  - intros e He. apply quarters_left in He as [z [_ [_ [[_ H]|[[H _]|[H _]]]]]]; lia.
Qed.

(** Left's moves, taken greedily; Right has none. *)
Fixpoint greedy (fuel : nat) (s : N) : nat :=
  match fuel with
  | O => O
  | S fuel =>
      match elements (starts (far g L) s) with
      | [] => O
      | i :: _ => S (greedy fuel (N.ldiff s (tile_of L i)))
      end
  end.

Theorem left_run_ge fuel : forall s, starts (far g R) s = 0 -> ge (Free g s) (quarters (4 * Z.of_nat (greedy fuel s))).
Proof.
  assert (No : forall s e, starts (far g R) s = 0 -> ~ In e (moves R (Free g s))).
  { intros s e H He. apply in_moves_free in He as [i [Hi _]]. apply in_starts in Hi. rewrite H in Hi. elim (in_0 _ Hi). }
  induction fuel as [|fuel IH]; intros s Hr; cbn [greedy].
  - constructor; [intros e He; elim (No _ _ Hr He)|intros e He; now apply unit_left in He as [m [Hm _]]].
  - destruct (elements (starts (far g L) s)) as [|i l] eqn:E.
    + constructor; [intros e He; elim (No _ _ Hr He)|intros e He; now apply unit_left in He as [m [Hm _]]].
    + assert (Hi : sub (tile_of L i) s) by (apply in_starts, in_elements; rewrite E; now left).
      constructor; [intros e He; elim (No _ _ Hr He)|].
      intros e He. apply unit_left in He as [m [E1 ->]]. injection E1 as <-.
      apply Gf_l with (Free g (N.ldiff s (tile_of L i))); [apply in_moves_free; eauto|].
      apply IH. apply set_ext. intros c. rewrite in_starts. split; [|intros H; elim (in_0 _ H)].
      intros H. apply sub_ldiff in H as [H _]. apply in_starts in H. now rewrite Hr in H.
Qed.

(** ** Shapes elsewhere *)
Theorem shift_eq s d : Free g (N.shiftl s d) == Free g s.
Proof.
  assert (T : forall p s i, sub (tile_of p i) s -> sub (tile_of p (i + d)) (N.shiftl s d)).
  { intros p t i H c Hc. apply in_shiftl. apply in_tile in Hc as [->|[e [He ->]]].
    - exists i. split; [apply H, start_in_tile|reflexivity].
    - exists (i + e). split; [apply H, in_tile; eauto|lia]. }
  assert (B : forall p s i, sub (tile_of p i) (N.shiftl s d) -> exists i', i = i' + d /\ sub (tile_of p i') s).
  { intros p t i H. pose proof (H i (start_in_tile _ _)) as Hi. apply in_shiftl in Hi as [i' [Hi ->]].
    exists i'. split; [reflexivity|]. intros c Hc. apply in_tile in Hc as [->|[e [He ->]]]; [assumption|].
    specialize (H (i' + d + e)). rewrite in_tile, in_shiftl in H. destruct H as [c [Hc E]]; [eauto|].
    now replace (i' + e) with c by lia. }
  assert (D : forall p s i, N.ldiff (N.shiftl s d) (tile_of p (i + d)) = N.shiftl (N.ldiff s (tile_of p i)) d).
  { intros p t i. apply set_ext. intros c. rewrite in_ldiff, !in_shiftl. setoid_rewrite in_ldiff. setoid_rewrite in_tile. split.
    - intros [[e [He ->]] H]. exists e. split; [|reflexivity]. split; [assumption|]. intros [->|[x [Hx ->]]]; apply H; [auto|].
      right. exists x. split; [assumption|lia].
    - intros [e [[He H] ->]]. split; [eauto|]. intros [E|[x [Hx E]]]; apply H; [left; lia|right]. exists x. split; [assumption|lia]. }
  apply (copy_eq (fun a b => exists s, a = Free g (N.shiftl s d) /\ b = Free g s)); [| |eauto]; clear s.
  - intros p a b a' [s [-> ->]] H. apply in_moves_free in H as [i [Hi ->]]. apply B in Hi as [i' [-> Hi]].
    rewrite D. exists (Free g (N.ldiff s (tile_of p i'))). split; [apply in_moves_free; eauto|eauto].
  - intros p a b b' [s [-> ->]] H. apply in_moves_free in H as [i [Hi ->]].
    exists (Free g (N.shiftl (N.ldiff s (tile_of p i)) d)). split; [|eauto].
    apply in_moves_free. exists (i + d). rewrite D. auto.
Qed.
End Pieces.
