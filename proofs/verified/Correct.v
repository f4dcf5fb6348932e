(** * The theorem: what the checker accepts is true *)

From Coq Require Import NArith ZArith List Lia Bool Setoid Morphisms Arith.
From Crosscram Require Import Rules Cells Games Numbers Pieces Checker Symmetry Sound Bridge Opposite Rectangles.
Import ListNotations.
Open Scope N_scope.

Lemma number_ok least most s n s' : number least most s = Ok (n, s') -> least <= n <= most.
Proof.
  unfold number. intros H. step H. destruct a as [m s2]. step H. injection H as <- <-.
  destruct ((least <=? m) && (m <=? most)) eqn:B; [|discriminate]. apply andb_true_iff in B as [H1 H2].
  apply N.leb_le in H1, H2. lia.
Qed.

Lemma statement_ok s v s' : statement s = Ok (v, s') -> well v.
Proof.
  unfold statement. intros H. do 3 (step H; destruct a as [? ?]).
  repeat (step H; try match goal with x : (_ * _)%type |- _ => destruct x end).
  apply ok_pair in H as [<- _].
  match goal with |- well (if _ then ?x else _) => set (u := x) in * end.
  assert (W : well u).
  { split; [apply number_ok in E1; cbn; lia|]. split; [apply number_ok in E, E0; cbn; lia|].
    match goal with E : grammar _ = Ok _ |- _ => destruct ((blocked u =? 0) || subb (blocked u) (full u)) eqn:B; [|discriminate E] end.
    apply orb_true_iff in B as [B|B]; [|now apply subb_sub]. apply N.eqb_eq in B. rewrite B. intros c Hc. elim (in_0 _ Hc). }
  clearbody u. match goal with |- well (if ?b then _ else _) => destruct b end; [assumption|now apply well_opposite].
Qed.

(** ** Items *)
Definition supposed_hold (l : list item) : Prop := forall v, In (Supposed v) l -> wins_view v.
Definition rests_hold (l : list (view * list N)) : Prop := forall v h, In (v, h) l -> wins_view v.

(** Each claim follows from what is supposed before it and from what the certificate rests on. *)
Fixpoint items_ok (rests : list (view * list N)) (l : list item) : Prop :=
  match l with
  | [] => True
  | i :: l => items_ok rests l /\ well (said i) /\
      match i with Claimed v => rests_hold rests -> supposed_hold l -> wins_view v | Supposed _ => True end
  end.

Lemma items_ok_more rests r l : items_ok rests l -> items_ok (r :: rests) l.
Proof.
  induction l as [|i l IH]; cbn; [auto|]. intros [H1 [H2 H3]]. split; [auto|]. split; [assumption|].
  destruct i; [|exact I]. intros Hr. apply H3. intros u h Hu. apply (Hr u h). now right.
Qed.

Lemma items_hold rests l i : items_ok rests l -> rests_hold rests -> supposed_hold l -> In i l -> wins_view (said i).
Proof.
  intros H Hr. induction l as [|j l IH]; intros Hs Hi; [destruct Hi|]. destruct H as [H1 [H2 H3]].
  assert (Hs' : supposed_hold l) by (intros v Hv; apply Hs; now right).
  destruct Hi as [->|Hi]; [|auto]. destruct i as [v|v]; [auto|]. apply Hs. now left.
Qed.
Lemma items_well rests l i : items_ok rests l -> In i l -> well (said i).
Proof. induction l as [|j l IH]; intros H Hi; [destruct Hi|]. destruct H as [H1 [H2 _]], Hi as [->|Hi]; auto. Qed.

(** The item of a number, of a list that begins with the latest. *)
Fixpoint item_at (l : list item) (n : N) : option item :=
  match l with [] => None | i :: l => if n =? N.of_nat (S (length l)) then Some i else item_at l n end.
Definition indexed (pr : proven) : Prop :=
  last pr = N.of_nat (length (items pr)) /\
  forall n i, Table.find n (by_number pr) = Some i -> item_at (items pr) n = Some i.

Lemma item_at_in l n i : item_at l n = Some i -> In i l.
Proof.
  induction l as [|j l IH]; cbn [item_at]; [discriminate|]. destruct (n =? _); [intros [= ->]; now left|right; auto].
Qed.
Lemma add_indexed i pr : indexed pr -> indexed (add_item i pr).
Proof.
  intros [H1 H2]. unfold indexed, add_item. cbn [items last by_number length]. split; [lia|]. intros n j.
  rewrite TableFacts.add_o. cbn [item_at]. destruct (TableFacts.eq_dec (last pr + 1) n) as [<-|Hn].
  - intros [= ->]. replace (last pr + 1 =? _) with true; [reflexivity|]. symmetry. apply N.eqb_eq. lia.
  - intros Hj. destruct (N.eqb_spec n (N.of_nat (S (length (items pr))))); [|auto]. elim Hn. lia.
Qed.
Lemma drop_indexed pr j l : items pr = j :: l -> indexed pr -> indexed (drop_item pr).
Proof.
  intros E [H1 H2]. unfold indexed, drop_item. cbn [items last by_number]. rewrite E in *. cbn [tl length] in *. split; [lia|].
  intros n i. rewrite TableFacts.remove_o. destruct (TableFacts.eq_dec (last pr) n) as [Hn|Hn]; [discriminate|].
  intros Hi. apply H2 in Hi. cbn [item_at] in Hi. destruct (N.eqb_spec n (N.of_nat (S (length l)))); [|assumption].
  elim Hn. lia.
Qed.

Lemma earlier_in pr s v s' : indexed pr -> earlier pr s = Ok (v, s') -> exists i, In i (items pr) /\ v = said i.
Proof.
  unfold earlier. intros [_ Hi] H. step H. destruct a as [n s2]. destruct (Table.find _ _) as [i|] eqn:A; [|discriminate].
  apply ok_pair in H as [<- _]. apply Hi, item_at_in in A. eauto.
Qed.
Lemma premises_in fuel : forall pr s vs s', indexed pr -> premises fuel pr s = Ok (vs, s') ->
  forall v, In v vs -> exists i, In i (items pr) /\ v = said i.
Proof.
  induction fuel as [|fuel IH]; intros pr s vs s' Hi H v Hv; cbn [premises] in H.
  - apply ok_pair in H as [<- _]. destruct Hv.
  - step H. destruct a as [u s2]. step H. destruct a as [us s3]. apply ok_pair in H as [<- _].
    destruct Hv as [<-|Hv]; [eapply earlier_in; eassumption|eauto].
Qed.

Definition proven_ok (pr : proven) : Prop :=
  indexed pr /\ items_ok (rests pr) (items pr) /\ forall v h, In (v, h) (rests pr) -> well v.

(** What is asked of a walk. *)
Definition sound_walk (walk : view -> bytes -> result (N * bytes)) : Prop :=
  forall v s n rest, 0 < tile_length v -> walk v s = Ok (n, rest) -> wins_view v.

Section Items.
Variable walk : view -> bytes -> result (N * bytes).
Hypothesis walk_sound : sound_walk walk.
Notation prove := (prove walk).
Notation check_items := (check_items walk).

Lemma prove_ok v pr s pr' s' : well v -> proven_ok pr -> prove v pr s = Ok (pr', s') -> proven_ok pr'.
Proof.
  intros Hv [Hi [Hp Hw]] H. unfold prove in H. step H. destruct a as [rule s1].
  assert (P : forall fuel l s2 s3, premises fuel pr s2 = Ok (l, s3) ->
    rests_hold (rests pr) -> supposed_hold (items pr) -> forall p, In p l -> well p /\ wins_view p).
  { intros fuel l s2 s3 Hl Hr Hs p Hin. apply (premises_in _ _ _ _ _ Hi Hl) in Hin as [i [Hii ->]].
    split; [eapply items_well|eapply items_hold]; eauto. }
  destruct (rule =? 0).
  { step H. step H. destruct a0 as [n s2]. apply ok_pair in H as [<- _]. split; [exact (add_indexed _ _ Hi)|]. split; [|exact Hw]. split; [exact Hp|]. split; [exact Hv|].
    intros _ _. apply walk_sound in E1; [exact E1|apply Hv]. }
  destruct (rule =? 1).
  { step H. destruct a as [squares s2]. step H. destruct a as [n s3]. step H. destruct a as [l s4]. step H.
    apply ok_pair in H as [<- _]. split; [exact (add_indexed _ _ Hi)|]. split; [|exact Hw]. split; [exact Hp|]. split; [exact Hv|]. intros Hr Hs.
    eapply rule_add_ok; [apply Hv|eassumption|]. eauto. }
  destruct (rule =? 2).
  { step H. destruct a as [n s3]. step H. destruct a as [l s4]. step H.
    apply ok_pair in H as [<- _]. split; [exact (add_indexed _ _ Hi)|]. split; [|exact Hw]. split; [exact Hp|]. split; [exact Hv|]. intros Hr Hs.
    eapply rule_split_ok; [apply Hv|eassumption|]. eauto. }
  destruct (rule =? 3).
  { step H. apply ok_pair in H as [<- _]. split; [exact (add_indexed _ _ Hi)|]. split; [|exact Hw]. split; [exact Hp|]. split; [exact Hv|]. intros _ _. now apply rule_corner_ok. }
  destruct (rule =? 4).
  { step H. apply ok_pair in H as [<- _]. split; [exact (add_indexed _ _ Hi)|]. split; [|exact Hw]. split; [exact Hp|]. split; [exact Hv|]. intros _ _. apply rule_narrow_ok; [apply Hv|assumption]. }
  destruct (rule =? 5); [|discriminate].
  step H. destruct a as [hash s2]. apply ok_pair in H as [<- _]. split; [exact (add_indexed _ _ Hi)|]. split; [|intros u h [[= <- <-]|Hu]; eauto].
  split; [now apply items_ok_more|]. split; [exact Hv|]. intros Hr _. apply (Hr v hash). now left.
Qed.

Lemma same_view_wins a b : same_view a b = true -> wins_view a -> wins_view b.
Proof.
  unfold same_view. rewrite !andb_true_iff. intros [[[[[H1 H2] H3] H4] H5] H6].
  apply N.eqb_eq in H1, H2, H3, H4. apply Z.eqb_eq in H5. apply eqb_prop in H6.
  unfold wins_view, free, full, shape_of, width. now rewrite H1, H2, H3, H4, H5, H6.
Qed.

Lemma refute_ok l : forall pr pr', l = items pr -> proven_ok pr -> refute l pr = Some pr' ->
  (rests_hold (rests pr) -> supposed_hold l -> False) -> proven_ok pr'.
Proof.
  induction l as [|[v|v] l IH]; intros pr pr' E [Hi [Hp Hw]] Hr Hf; cbn [refute] in Hr; [discriminate| |]; rewrite <- E in Hp; symmetry in E.
  - apply (IH (drop_item pr)) in Hr; [assumption|cbn; now rewrite E| |].
    + split; [now apply (drop_indexed _ _ _ E)|]. cbn [drop_item items rests]. rewrite E. split; [apply Hp|assumption].
    + intros H1 H2. apply Hf; [assumption|]. intros u [Hu|Hu]; [discriminate|auto].
  - injection Hr as <-. destruct Hp as [H1 [H2 _]]. split; [now apply add_indexed, (drop_indexed _ _ _ E)|].
    cbn [add_item drop_item items rests]. rewrite E. cbn [tl items_ok]. split; [|assumption]. split; [assumption|].
    split; [now apply well_opposite|].
    intros H3 H4. destruct (one_of_two v H2) as [Hv|Hv]; [|assumption]. exfalso. apply Hf; [assumption|].
    intros u [[= <-]|Hu]; auto.
Qed.

Lemma check_items_ok fuel : forall pr s pr', proven_ok pr -> check_items fuel pr s = Ok pr' ->
  proven_ok pr' /\ forall i, In i (items pr') -> exists v, i = Claimed v.
Proof.
  induction fuel as [|fuel IH]; intros pr s pr' Hp H; cbn [check_items] in H; [discriminate|].
  step H. destruct a as [tag s1]. destruct (tag =? 0).
  { step H. step H. injection H as <-. split; [assumption|]. apply andb_true_iff in E1 as [E1 _].
    rewrite forallb_forall in E1. intros [v|v] Hi; [eauto|specialize (E1 _ Hi); discriminate]. }
  destruct (tag =? 1).
  { step H. destruct a as [v s2]. step H. destruct a as [pr2 s3]. apply statement_ok in E0.
    eapply IH; [|eassumption]. eapply prove_ok; eassumption. }
  destruct (tag =? 2).
  { step H. destruct a as [v s2]. apply statement_ok in E0. eapply IH; [|eassumption].
    destruct Hp as [Hi [Hp Hw]]. split; [now apply add_indexed|]. split; [|exact Hw]. split; [exact Hp|]. split; [assumption|exact I]. }
  destruct (tag =? 3); [|discriminate].
  step H. destruct a as [a sa]. step H. destruct a0 as [b sb]. step H.
  destruct (refute (items pr) pr) as [l|] eqn:Er; [|discriminate].
  eapply IH; [|eassumption]. eapply refute_ok; [reflexivity|exact Hp|eassumption|]. intros H1 H2.
  destruct Hp as [Hx [Hp Hw]].
  apply earlier_in in E0 as [i [Hi ->]]; [|assumption]. apply earlier_in in E1 as [j [Hj ->]]; [|assumption].
  apply (not_both_views (said j)).
  - eapply items_well; eassumption.
  - eapply items_hold; eassumption.
  - eapply same_view_wins; [eassumption|]. eapply items_hold; eassumption.
Qed.

End Items.

(** Not both players win, so that what holds by the rules holds in the view. *)
Lemma not_both_win k w p P x : wins_with k w p P x ->
  forall P', (forall c, P c <-> P' c) -> wins_with k (other w) p P' x -> False.
Proof.
  assert (T : forall after P P' q, (forall c : cell, P c <-> P' c) -> move k q P after -> move k q P' after).
  { intros after Q Q' q HQ [f [H1 H2]]. exists f. split; [intros c Hc; now apply HQ, H1|intros c; now rewrite <- HQ]. }
  induction 1 as [P after x Hm _ IH|P x y Hm _ IH|P x Ht IHt Hn IHn]; intros P' HP H'.
  - inversion H' as [? ? ? ? ? E|? ? ? ? ? E|? ? Ht Hn E]; try (destruct w; discriminate).
    destruct w; cbn in *; (eapply IH; [reflexivity|]; apply Ht; eapply T; eauto).
  - inversion H' as [? ? ? ? ? E|? ? ? ? ? E|? ? Ht Hn E]; try (destruct w; discriminate).
    destruct w; cbn in *; (eapply IH; [exact HP|]; now apply Hn).
  - inversion H' as [? after ? Hm Hw E|? ? y Hm Hw E|? ? Ht' Hn' E]; try (destruct w; discriminate); subst;
      replace (other (other w)) with w in Hw by now destruct w.
    + eapply (IHt after); [|reflexivity|exact Hw]. eapply T; [|exact Hm]. firstorder.
    + eapply (IHn y Hm); [|exact Hw]. exact HP.
Qed.
Lemma holds_wins_view v : well v -> holds v -> wins_view v.
Proof.
  intros Hv H. destruct (one_of_two v Hv) as [Hw|Hw]; [assumption|exfalso].
  apply wins_view_holds in Hw; [|apply (well_opposite v Hv)].
  unfold holds in *. cbn [tile_length opposite] in Hw.
  replace (winner (opposite v)) with (other (winner v)) in Hw by (unfold winner; cbn; now destruct (transposed v)).
  replace (first (opposite v)) with (first v) in Hw
    by (unfold first, winner; cbn; now destruct (transposed v), (left_first v)).
  replace (signed (opposite v) (number_beside (opposite v))) with (signed v (number_beside v)) in Hw
    by (unfold signed; cbn; destruct (transposed v); cbn; lia).
  eapply not_both_win; [exact H| |exact Hw].
  intros c. destruct Hv as [Hk [_ Hb]].
  assert (El : line (opposite v) c = offset v c) by (unfold line, offset; cbn; now destruct (transposed v)).
  assert (Eo : offset (opposite v) c = line v c) by (unfold line, offset; cbn; now destruct (transposed v)).
  unfold free_cells. rewrite El, Eo. cbn [lines offsets opposite].
  assert (B : line v c < lines v -> offset v c < offsets v ->
    (offset v c * width (opposite v) + line v c ∈ blocked (opposite v) <-> line v c * width v + offset v c ∈ blocked v)).
  { intros Hl Ho. cbn [blocked opposite].
    replace (offset v c * width (opposite v) + line v c) with (turned v (line v c * width v + offset v c)).
    - apply (in_image_iff _ _ _ _ _ _ _ (half_transpose v (opposite v) Hk eq_refl eq_refl eq_refl)); [assumption|].
      now apply full_at.
    - rewrite transpose_at by (unfold width; lia). reflexivity. }
  split; intros [H1 [H2 H3]]; (split; [assumption|]; split; [assumption|]); rewrite B in *; assumption.
Qed.

(** What a certificate proves: every claim that it ends with, provided that what it takes from other
    certificates holds. *)
Theorem checker_with_sound walk fuel (certificate : bytes) (pr : proven) :
  sound_walk walk -> check_with walk fuel certificate = Ok pr ->
  (forall v hash, In (v, hash) (rests pr) -> holds v) ->
  forall v, In (Claimed v) (items pr) -> holds v.
Proof.
  intros Hw H Hr v Hv. unfold check_with in H. step H.
  apply (check_items_ok walk Hw) in H as [Hp Hc]; [|split; [split; [reflexivity|intros ? ? Hn; discriminate Hn]|split; [exact I|intros ? ? []]]].
  destruct Hp as [_ [Hp Hrw]].
  apply wins_view_holds; [apply (items_well _ _ _ Hp Hv)|].
  change v with (said (Claimed v)). eapply items_hold; [exact Hp| | |exact Hv].
  - intros u h Hu. apply holds_wins_view; [eapply Hrw; exact Hu|eapply Hr; exact Hu].
  - intros u Hu. destruct (Hc _ Hu) as [? ?]. discriminate.
Qed.

Theorem checker_sound fuel (certificate : bytes) (pr : proven) :
  check fuel certificate = Ok pr ->
  (forall v hash, In (v, hash) (rests pr) -> holds v) ->
  forall v, In (Claimed v) (items pr) -> holds v.
Proof. apply checker_with_sound. intros v s n rest. apply check_walk_ok. Qed.

(** The same for an empty board without a number, in the words of the game alone. *)
Lemma wins_ext k w p P : wins k w p P -> forall P', (forall c, P c <-> P' c) -> wins k w p P'.
Proof.
  induction 1 as [P after [f [H1 H2]] H IH|P H IH]; intros P' HP.
  - apply own_move with after; [|exact H]. exists f.
    split; [intros c Hc; now apply HP, H1|intros c; now rewrite <- HP].
  - apply other_move. intros after [f [H1 H2]]. apply H. exists f.
    split; [intros c Hc; now apply HP, H1|intros c; now rewrite HP].
Qed.

Definition rows (v : view) : N := if transposed v then offsets v else lines v.
Definition columns (v : view) : N := if transposed v then lines v else offsets v.

Lemma empty_board_holds (v : view) : holds v -> blocked v = 0 -> number_beside v = 0%Z ->
  wins (tile_length v) (winner v) (first v) (board (rows v) (columns v)).
Proof.
  intros H Hb Hn. unfold holds in H. apply number_zero in H; [|rewrite Hn; unfold signed; now destruct (transposed v)].
  eapply wins_ext; [exact H|]. intros c. unfold free_cells, board, rows, columns, line, offset. rewrite Hb.
  destruct (transposed v); (split; [tauto|intros [H1 H2]; repeat split; try assumption; apply in_0]).
Qed.
Corollary empty_board fuel (certificate : bytes) (pr : proven) (v : view) :
  check fuel certificate = Ok pr -> rests pr = [] -> In (Claimed v) (items pr) ->
  blocked v = 0 -> number_beside v = 0%Z ->
  wins (tile_length v) (winner v) (first v) (board (rows v) (columns v)).
Proof.
  intros Hc Hr Hv. apply empty_board_holds. eapply checker_sound; [exact Hc| |exact Hv]. rewrite Hr. intros ? ? [].
Qed.

