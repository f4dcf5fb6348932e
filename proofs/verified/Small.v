(** * Small boards, proven inside Rocq

    The certificates are bytes that `crosscram prove` wrote; Rocq computes what the checker says of them,
    so that nothing but its kernel is trusted for these theorems. *)

From Coq Require Import NArith ZArith List Bool.
From Crosscram Require Import Rules Checker Bridge Correct.
Import ListNotations.
Open Scope N_scope.

(** Whether a certificate is valid, rests on no other, and is about this empty board. *)
Definition proves (certificate : bytes) (r c k : N) (horizontal winner_first : bool) : bool :=
  match check certificate with
  | Ok (Proven [Claimed v] [] _) =>
      (rows v =? r) && (columns v =? c) && (tile_length v =? k) && (blocked v =? 0) &&
      (number_beside v =? 0)%Z && Bool.eqb (transposed v) horizontal && Bool.eqb (left_first v) winner_first
  | _ => false
  end.

Lemma proves_wins certificate r c k horizontal winner_first :
  proves certificate r c k horizontal winner_first = true ->
  let w := if horizontal then Horizontal else Vertical in
  wins k w (if winner_first then w else other w) (board r c).
Proof.
  unfold proves. destruct (check certificate) as [pr| |] eqn:E; try discriminate.
  destruct pr as [[|[v|] [|]] [|] n]; try discriminate. rewrite !andb_true_iff, !N.eqb_eq, Z.eqb_eq, !eqb_true_iff.
  intros [[[[[[<- <-] <-] Hb] Hn] <-] <-].
  apply (empty_board _ _ v) in E; cbn; auto.
Qed.

Definition certificate_4x4_V : bytes :=
  [137; 67; 82; 79; 83; 83; 10; 1; 1; 4; 4; 2; 0; 0; 0; 0; 0; 0; 28; 4; 0].

Definition certificate_4x4_H : bytes :=
  [137; 67; 82; 79; 83; 83; 10; 1; 1; 4; 4; 2; 0; 0; 0; 1; 1; 0; 28; 4; 0].

Definition certificate_5x5_V : bytes :=
  [137; 67; 82; 79; 83; 83; 10; 1; 1; 5; 5; 2; 0; 0; 0; 0; 1; 0; 15; 128; 6; 16; 16; 16; 16; 1; 16; 128; 6;
   8; 28; 7; 2; 24; 1; 11; 16; 7; 2; 4; 1; 11; 18; 6; 2; 4; 20; 18; 4; 16; 1; 3; 6; 8; 16; 1; 3; 6; 8; 4;
   18; 16; 1; 16; 128; 22; 6; 8; 25; 16; 21; 17; 16; 6; 2; 25; 16; 18; 1; 3; 20; 1; 3; 16; 19; 19; 1; 18; 3;
   1; 18; 3; 18; 18; 6; 8; 19; 6; 8; 7; 1; 1; 3; 1; 1; 3; 1; 3; 3; 1; 3; 3; 6; 4; 16; 16; 16; 0].

Definition certificate_5x5_H : bytes :=
  [137; 67; 82; 79; 83; 83; 10; 1; 1; 5; 5; 2; 0; 0; 0; 1; 0; 0; 15; 128; 6; 16; 16; 16; 16; 1; 16; 128; 6;
   8; 28; 7; 2; 24; 1; 11; 16; 7; 2; 4; 1; 11; 18; 6; 2; 4; 20; 18; 4; 16; 1; 3; 6; 8; 16; 1; 3; 6; 8; 4;
   18; 16; 1; 16; 128; 22; 6; 8; 25; 16; 21; 17; 16; 6; 2; 25; 16; 18; 1; 3; 20; 1; 3; 16; 19; 19; 1; 18; 3;
   1; 18; 3; 18; 18; 6; 8; 19; 6; 8; 7; 1; 1; 3; 1; 1; 3; 1; 3; 3; 1; 3; 3; 6; 4; 16; 16; 16; 0].

(** Whoever begins on 4x4 wins; whoever begins on 5x5 loses. *)
Theorem first_player_wins_4x4 : forall p, wins 2 p p (board 4 4).
Proof.
  intros [].
  - apply (proves_wins certificate_4x4_V 4 4 2 false true). now vm_compute.
  - apply (proves_wins certificate_4x4_H 4 4 2 true true). now vm_compute.
Qed.

Theorem second_player_wins_5x5 : forall p, wins 2 (other p) p (board 5 5).
Proof.
  intros [].
  - apply (proves_wins certificate_5x5_V 5 5 2 true false). now vm_compute.
  - apply (proves_wins certificate_5x5_H 5 5 2 false false). now vm_compute.
Qed.
