(** * Sets of cells as binary numbers

    A cell is a number; a set of cells is the number whose bits they are. The lines of a board follow
    each other with a cell between them that is never free, so that a tile along a line is any run of
    bits, and a shifted set is the same shape elsewhere. *)

From Coq Require Import NArith ZArith List Lia Bool.
Import ListNotations.
Open Scope N_scope.

Notation "c '∈' s" := (N.testbit s c = true) (at level 70).
Definition sub (a b : N) : Prop := forall c, c ∈ a -> c ∈ b.
Definition disjoint (a b : N) : Prop := forall c, c ∈ a -> c ∈ b -> False.
Definition subb (a b : N) : bool := N.ldiff a b =? 0.
Definition disjointb (a b : N) : bool := N.land a b =? 0.

Ltac bits :=
  rewrite ?N.ldiff_spec, ?N.land_spec, ?N.lor_spec, ?N.bits_0, ?andb_true_iff, ?orb_true_iff,
    ?negb_true_iff, ?not_true_iff_false in *.

Lemma in_ldiff c a b : c ∈ N.ldiff a b <-> c ∈ a /\ ~ c ∈ b.
Proof. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff, not_true_iff_false. tauto. Qed.
Lemma in_land c a b : c ∈ N.land a b <-> c ∈ a /\ c ∈ b.
Proof. rewrite N.land_spec, andb_true_iff. tauto. Qed.
Lemma in_lor c a b : c ∈ N.lor a b <-> c ∈ a \/ c ∈ b.
Proof. rewrite N.lor_spec, orb_true_iff. tauto. Qed.
Lemma in_0 c : ~ c ∈ 0.
Proof. rewrite N.bits_0. discriminate. Qed.

Lemma set_ext a b : (forall c, c ∈ a <-> c ∈ b) -> a = b.
Proof.
  intros H. apply N.bits_inj. intros c. specialize (H c).
  destruct (N.testbit a c), (N.testbit b c); intuition.
Qed.

Lemma subb_sub a b : subb a b = true -> sub a b.
Proof.
  unfold subb. rewrite N.eqb_eq. intros H c Hc.
  destruct (N.testbit b c) eqn:E; [reflexivity|exfalso].
  apply (in_0 c). rewrite <- H, in_ldiff, E. split; [assumption|discriminate].
Qed.
Lemma disjointb_disjoint a b : disjointb a b = true -> disjoint a b.
Proof. unfold disjointb. rewrite N.eqb_eq. intros H c Ha Hb. apply (in_0 c). rewrite <- H, in_land. auto. Qed.

(** ** The cells of a set, in ascending order *)
Fixpoint bits_of (p : positive) (i : N) : list N :=
  match p with
  | xH => [i]
  | xO q => bits_of q (N.succ i)
  | xI q => i :: bits_of q (N.succ i)
  end.
Definition elements (s : N) : list N :=
  match s with N0 => [] | Npos p => bits_of p 0 end.

Lemma bits_of_spec p : forall i c, In c (bits_of p i) <-> i <= c /\ c - i ∈ N.pos p.
Proof.
  induction p as [q IH | q IH |]; intros i c; cbn [bits_of In].
  - rewrite IH. change (N.pos q~1) with (2 * N.pos q + 1).
    destruct (N.eq_dec c i) as [->|Hn].
    + rewrite N.sub_diag, N.testbit_odd_0. split; [intros; split; [lia|reflexivity]|now left].
    + split.
      * intros [->|[H1 H2]]; [congruence|]. split; [lia|].
        replace (c - i) with (N.succ (c - N.succ i)) by lia.
        now rewrite N.testbit_odd_succ by lia.
      * intros [H1 H2]. right. split; [lia|].
        replace (c - i) with (N.succ (c - N.succ i)) in H2 by lia.
        now rewrite N.testbit_odd_succ in H2 by lia.
  - rewrite IH. change (N.pos q~0) with (2 * N.pos q).
    destruct (N.eq_dec c i) as [->|Hn].
    + rewrite N.sub_diag, N.testbit_even_0. split; [lia|intros []; discriminate].
    + split.
      * intros [H1 H2]. split; [lia|].
        replace (c - i) with (N.succ (c - N.succ i)) by lia.
        now rewrite N.testbit_even_succ by lia.
      * intros [H1 H2]. split; [lia|].
        replace (c - i) with (N.succ (c - N.succ i)) in H2 by lia.
        now rewrite N.testbit_even_succ in H2 by lia.
  - split.
    + intros [->|[]]. now rewrite N.sub_diag; split; [lia|].
    + intros [H1 H2]. left. destruct (c - i) as [|d] eqn:E; [lia|destruct d; discriminate].
Qed.

Lemma in_elements s c : In c (elements s) <-> c ∈ s.
Proof.
  destruct s; cbn [elements].
  - split; [intros []|rewrite N.bits_0; discriminate].
  - rewrite bits_of_spec, N.sub_0_r. split; [tauto|intros; split; [lia|assumption]].
Qed.

Lemma bits_of_nodup p : forall i, NoDup (bits_of p i).
Proof.
  induction p; intros i; cbn [bits_of]; auto; constructor; auto; try constructor; rewrite bits_of_spec; lia.
Qed.
Lemma elements_nodup s : NoDup (elements s).
Proof. destruct s; cbn; [constructor|apply bits_of_nodup]. Qed.

(** ** Tiles

    The tile of a shape at a cell is this cell and those at the distances that the shape lists. *)
Fixpoint pattern (far : list N) : N :=
  match far with [] => 1 | d :: far => N.setbit (pattern far) d end.
Definition tile (far : list N) (i : N) : N := N.shiftl (pattern far) i.
(** The cells on which a tile fits into a set. *)
Definition starts (far : list N) (s : N) : N :=
  fold_left (fun found d => N.land found (N.shiftr s d)) far s.

Lemma in_pattern far c : c ∈ pattern far <-> c = 0 \/ In c far.
Proof.
  induction far as [|d far IH]; cbn [pattern In].
  - destruct c as [|p]; [|destruct p]; cbn; intuition discriminate.
  - rewrite N.setbit_iff, IH. intuition.
Qed.

Lemma in_shiftl c s d : c ∈ N.shiftl s d <-> exists e, e ∈ s /\ c = e + d.
Proof.
  split.
  - intros H. destruct (N.lt_ge_cases c d) as [Hlt|Hge].
    + now rewrite N.shiftl_spec_low in H.
    + rewrite N.shiftl_spec_high' in H by assumption. exists (c - d). split; [assumption|lia].
  - intros [e [He ->]]. rewrite N.shiftl_spec_high' by lia. now replace (e + d - d) with e by lia.
Qed.

Lemma in_tile far i c : c ∈ tile far i <-> c = i \/ exists d, In d far /\ c = i + d.
Proof.
  unfold tile. rewrite in_shiftl. setoid_rewrite in_pattern. split.
  - intros [e [[->|H] ->]]; [left; lia|right; exists e; split; [assumption|lia]].
  - intros [->|[d [H ->]]]; [exists 0|exists d]; (split; [auto|lia]).
Qed.

Lemma in_starts far s i : i ∈ starts far s <-> sub (tile far i) s.
Proof.
  assert (G : forall far found, i ∈ fold_left (fun found d => N.land found (N.shiftr s d)) far found <->
    i ∈ found /\ forall d, In d far -> i + d ∈ s).
  { clear far. intros far. induction far as [|d far IH]; intros found; cbn [fold_left In].
    - intuition.
    - rewrite IH, in_land, N.shiftr_spec'. split.
      + intros [[H1 H2] H3]. split; [assumption|]. intros e [<-|He]; auto.
      + intros [H1 H2]. repeat split; auto. }
  unfold starts. rewrite G. unfold sub. setoid_rewrite in_tile. split.
  - intros [H1 H2] c [->|[d [Hd ->]]]; auto.
  - intros H. split; [apply H; auto|intros d Hd; apply H; eauto].
Qed.

Lemma start_in_tile far i : i ∈ tile far i.
Proof. apply in_tile. auto. Qed.

Lemma tile_lt far i s : sub (tile far i) s -> N.ldiff s (tile far i) < s.
Proof.
  intros H. rewrite <- N.sub_nocarry_ldiff.
  - assert (tile far i <> 0) by (intros E; apply (in_0 i); rewrite <- E; apply start_in_tile).
    assert (s <> 0) by (intros E; apply (in_0 i); rewrite <- E; apply H, start_in_tile). lia.
  - apply set_ext. intros c. rewrite in_ldiff. split; [intros [H1 H2]; elim H2; auto|intros H1; elim (in_0 _ H1)].
Qed.
