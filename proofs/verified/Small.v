(** * Boards as theorems

    A certificate is here a list of bytes that `crosscram prove` wrote. Rocq computes what the checker
    says of it, so that nothing but its kernel is trusted for the theorems that follow. `boards` writes
    them down, with their certificates. *)

From Coq Require Import NArith ZArith List Bool.
From Crosscram Require Import Rules Checker Sound Bridge Correct.
Import ListNotations.
Open Scope N_scope.

(** Who wins an empty board, by who moves first. *)
Inductive outcome := First_player | Second_player | Always (w : player).
Definition winner_if (o : outcome) (p : player) : player :=
  match o with First_player => p | Second_player => other p | Always w => w end.
Definition has_outcome (o : outcome) (rows columns : N) : Prop :=
  forall p, wins 2 (winner_if o p) p (board rows columns).

(** Bytes by 64, each row a 1 and then two hexadecimal digits for each of its bytes. *)
Fixpoint row (fuel : nat) (n : N) (bytes : list N) : list N :=
  match fuel with
  | O => bytes
  | S fuel => if n <=? 1 then bytes else row fuel (N.shiftr n 8) (N.land n 255 :: bytes)
  end.
Definition written (rows : list N) : list N := fold_right (fun n => row 64 n) [] rows.

Definition same_player (p q : player) : bool :=
  match p, q with Vertical, Vertical | Horizontal, Horizontal => true | _, _ => false end.
Lemma same_player_eq p q : same_player p q = true -> p = q.
Proof. now destruct p, q. Qed.

(** Whether an answer of the checker rests on no other certificate, and says of this empty board who wins if [p] moves first. *)
Definition says (o : outcome) (r c : N) (p : player) (answer : result proven) : bool :=
  match answer with
  | Ok (Proven [Claimed v] _ _ [] _) =>
      (rows v =? r) && (columns v =? c) && (tile_length v =? 2) && (blocked v =? 0) && (number_beside v =? 0)%Z &&
      same_player (winner v) (winner_if o p) && same_player (first v) p
  | _ => false
  end.
Definition proves (o : outcome) (r c : N) (p : player) (certificate : list N) : bool :=
  says o r c p (check (S (length certificate)) (of_list certificate)).

Lemma says_wins walk fuel certificate o r c p : sound_walk walk ->
  says o r c p (check_with walk fuel certificate) = true -> wins 2 (winner_if o p) p (board r c).
Proof.
  unfold says. intros Hw. destruct (check_with _ _ _) as [pr| |] eqn:E; try discriminate.
  destruct pr as [[|[v|] [|]] last table [|] n]; try discriminate. rewrite !andb_true_iff, !N.eqb_eq, Z.eqb_eq.
  intros [[[[[[<- <-] <-] Hb] Hn] Hp%same_player_eq] Hf%same_player_eq]. rewrite <- Hp, <- Hf.
  apply empty_board_holds; [|assumption|assumption].
  eapply checker_with_sound; [exact Hw|exact E| |now left]. intros ? ? [].
Qed.
Lemma proves_wins o r c p certificate :
  proves o r c p certificate = true -> wins 2 (winner_if o p) p (board r c).
Proof. apply says_wins. intros v s n rest. apply check_walk_ok. Qed.

Lemma outcome_proven o r c v h :
  proves o r c Vertical v = true -> proves o r c Horizontal h = true -> has_outcome o r c.
Proof. intros Hv Hh []; [now apply proves_wins with v|now apply proves_wins with h]. Qed.

(** ** A board and the board turned over its diagonal *)
Definition turn (free : cells) : cells := fun c => free (snd c, fst c).

Lemma move_turn k p free after : move k p free after -> move k (other p) (turn free) (turn after).
Proof.
  intros [[r c] [H1 H2]]. exists (c, r).
  assert (T : forall d, in_tile k (other p) (c, r) d <-> in_tile k p (r, c) (snd d, fst d))
    by (intros [? ?]; destruct p; cbn; tauto).
  unfold turn. split; intros d; rewrite T; [apply H1|apply H2].
Qed.
Lemma wins_turn k w p free : wins k w p free -> wins k (other w) (other p) (turn free).
Proof.
  induction 1 as [free after Hm _ IH|free _ IH].
  - eapply own_move; [apply move_turn; eassumption|exact IH].
  - apply other_move. intros after Hm. apply move_turn in Hm.
    eapply wins_ext; [apply (IH (turn after))|intros [? ?]; reflexivity].
    destruct w, Hm as [f [H1 H2]]; exists f; (split; intros [? ?]; [apply H1|apply H2]).
Qed.

Definition turned (o : outcome) : outcome := match o with Always w => Always (other w) | o => o end.
Lemma winner_turned o p : other (winner_if o (other p)) = winner_if (turned o) p.
Proof. now destruct o as [| |[]], p. Qed.
Lemma wins_turned o r c p : wins 2 (winner_if o (other p)) (other p) (board r c) -> wins 2 (winner_if (turned o) p) p (board c r).
Proof.
  intros H%wins_turn. rewrite winner_turned in H. replace (other (other p)) with p in H by now destruct p.
  eapply wins_ext; [exact H|]. intros [? ?]. unfold turn, board. cbn. tauto.
Qed.
Theorem outcome_turned o r c : has_outcome o r c -> has_outcome (turned o) c r.
Proof. intros H p. apply wins_turned, H. Qed.

(** A square needs one certificate. *)
Lemma square_proven o n v : turned o = o -> proves o n n Vertical v = true -> has_outcome o n n.
Proof.
  intros Ho Hv%proves_wins []; [exact Hv|]. rewrite <- Ho. now apply wins_turned.
Qed.
