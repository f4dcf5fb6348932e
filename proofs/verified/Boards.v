(** Who wins some boards. Written by `boards`. *)
From Coq Require Import NArith List.

From Crosscram Require Import Small Rules.
Import ListNotations.
Open Scope N_scope.

Definition certificate_1x1_V := written
  [0x18943524f53530a01010101020000000001001c0400].

Theorem second_player_wins_1x1 : forall p, wins 2 (other p) p (board 1 1).
Proof.
  apply (square_proven Second_player 1 certificate_1x1_V); [reflexivity|]; vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_1x2_V := written
  [0x18943524f53530a01010102020000000001001c0400].

Definition certificate_1x2_H := written
  [0x18943524f53530a01010102020000000101001c0400].

Theorem horizontal_wins_1x2 : forall p, wins 2 Horizontal p (board 1 2).
Proof.
  apply (outcome_proven (Always Horizontal) 1 2 certificate_1x2_V certificate_1x2_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_1x3_V := written
  [0x18943524f53530a01010103020000000001001c0400].

Definition certificate_1x3_H := written
  [0x18943524f53530a01010103020000000101001c0400].

Theorem horizontal_wins_1x3 : forall p, wins 2 Horizontal p (board 1 3).
Proof.
  apply (outcome_proven (Always Horizontal) 1 3 certificate_1x3_V certificate_1x3_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_1x4_V := written
  [0x18943524f53530a01010104020000000001001c0400].

Definition certificate_1x4_H := written
  [0x18943524f53530a01010104020000000101001c0400].

Theorem horizontal_wins_1x4 : forall p, wins 2 Horizontal p (board 1 4).
Proof.
  apply (outcome_proven (Always Horizontal) 1 4 certificate_1x4_V certificate_1x4_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_1x5_V := written
  [0x18943524f53530a01010105020000000001001c0400].

Definition certificate_1x5_H := written
  [0x18943524f53530a01010105020000000101001c0400].

Theorem horizontal_wins_1x5 : forall p, wins 2 Horizontal p (board 1 5).
Proof.
  apply (outcome_proven (Always Horizontal) 1 5 certificate_1x5_V certificate_1x5_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_1x6_V := written
  [0x18943524f53530a01010106020000000001001c0400].

Definition certificate_1x6_H := written
  [0x18943524f53530a01010106020000000101001c0400].

Theorem horizontal_wins_1x6 : forall p, wins 2 Horizontal p (board 1 6).
Proof.
  apply (outcome_proven (Always Horizontal) 1 6 certificate_1x6_V certificate_1x6_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_1x7_V := written
  [0x18943524f53530a01010107020000000001001c0400].

Definition certificate_1x7_H := written
  [0x18943524f53530a01010107020000000101001c0400].

Theorem horizontal_wins_1x7 : forall p, wins 2 Horizontal p (board 1 7).
Proof.
  apply (outcome_proven (Always Horizontal) 1 7 certificate_1x7_V certificate_1x7_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_1x8_V := written
  [0x18943524f53530a01010108020000000001001c0400].

Definition certificate_1x8_H := written
  [0x18943524f53530a01010108020000000101001c0400].

Theorem horizontal_wins_1x8 : forall p, wins 2 Horizontal p (board 1 8).
Proof.
  apply (outcome_proven (Always Horizontal) 1 8 certificate_1x8_V certificate_1x8_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_1x9_V := written
  [0x18943524f53530a01010109020000000001001c0400].

Definition certificate_1x9_H := written
  [0x18943524f53530a01010109020000000101001c0400].

Theorem horizontal_wins_1x9 : forall p, wins 2 Horizontal p (board 1 9).
Proof.
  apply (outcome_proven (Always Horizontal) 1 9 certificate_1x9_V certificate_1x9_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_2x2_V := written
  [0x18943524f53530a01010202020000000000001c0400].

Theorem first_player_wins_2x2 : forall p, wins 2 p p (board 2 2).
Proof.
  apply (square_proven First_player 2 certificate_2x2_V); [reflexivity|]; vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_2x3_V := written
  [0x18943524f53530a01010203020000000000001c0400].

Definition certificate_2x3_H := written
  [0x18943524f53530a01010203020000000101001c0400].

Theorem first_player_wins_2x3 : forall p, wins 2 p p (board 2 3).
Proof.
  apply (outcome_proven First_player 2 3 certificate_2x3_V certificate_2x3_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_2x4_V := written
  [0x18943524f53530a01010204020000000001001c0400].

Definition certificate_2x4_H := written
  [0x18943524f53530a01010204020000000101001c0400].

Theorem horizontal_wins_2x4 : forall p, wins 2 Horizontal p (board 2 4).
Proof.
  apply (outcome_proven (Always Horizontal) 2 4 certificate_2x4_V certificate_2x4_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_2x5_V := written
  [0x18943524f53530a01010205020000000000001c0400].

Definition certificate_2x5_H := written
  [0x18943524f53530a01010205020000000100001c0400].

Theorem vertical_wins_2x5 : forall p, wins 2 Vertical p (board 2 5).
Proof.
  apply (outcome_proven (Always Vertical) 2 5 certificate_2x5_V certificate_2x5_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_2x6_V := written
  [0x18943524f53530a01010206020000000000001c0400].

Definition certificate_2x6_H := written
  [0x18943524f53530a01010206020000000101001c0400].

Theorem first_player_wins_2x6 : forall p, wins 2 p p (board 2 6).
Proof.
  apply (outcome_proven First_player 2 6 certificate_2x6_V certificate_2x6_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_2x7_V := written
  [0x18943524f53530a01010207020000000000001c0400].

Definition certificate_2x7_H := written
  [0x18943524f53530a01010207020000000101001c0400].

Theorem first_player_wins_2x7 : forall p, wins 2 p p (board 2 7).
Proof.
  apply (outcome_proven First_player 2 7 certificate_2x7_V certificate_2x7_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_2x8_V := written
  [0x18943524f53530a01010208020000000001001c0400].

Definition certificate_2x8_H := written
  [0x18943524f53530a01010208020000000101001c0400].

Theorem horizontal_wins_2x8 : forall p, wins 2 Horizontal p (board 2 8).
Proof.
  apply (outcome_proven (Always Horizontal) 2 8 certificate_2x8_V certificate_2x8_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_2x9_V := written
  [0x18943524f53530a01010209020000000000001c0400].

Definition certificate_2x9_H := written
  [0x18943524f53530a01010209020000000100001c0400].

Theorem vertical_wins_2x9 : forall p, wins 2 Vertical p (board 2 9).
Proof.
  apply (outcome_proven (Always Vertical) 2 9 certificate_2x9_V certificate_2x9_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_3x3_V := written
  [0x18943524f53530a01010303020000000000001c0400].

Theorem first_player_wins_3x3 : forall p, wins 2 p p (board 3 3).
Proof.
  apply (square_proven First_player 3 certificate_3x3_V); [reflexivity|]; vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_3x4_V := written
  [0x18943524f53530a01010304020000000001001c0400].

Definition certificate_3x4_H := written
  [0x18943524f53530a01010304020000000101001c0400].

Theorem horizontal_wins_3x4 : forall p, wins 2 Horizontal p (board 3 4).
Proof.
  apply (outcome_proven (Always Horizontal) 3 4 certificate_3x4_V certificate_3x4_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_3x5_V := written
  [0x18943524f53530a01010305020000000001001c0400].

Definition certificate_3x5_H := written
  [0x18943524f53530a01010305020000000101001c0400].

Theorem horizontal_wins_3x5 : forall p, wins 2 Horizontal p (board 3 5).
Proof.
  apply (outcome_proven (Always Horizontal) 3 5 certificate_3x5_V certificate_3x5_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_3x6_V := written
  [0x18943524f53530a01010306020000000001001c06040000].

Definition certificate_3x6_H := written
  [0x18943524f53530a01010306020000000101001c06040000].

Theorem horizontal_wins_3x6 : forall p, wins 2 Horizontal p (board 3 6).
Proof.
  apply (outcome_proven (Always Horizontal) 3 6 certificate_3x6_V certificate_3x6_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_3x7_V := written
  [0x18943524f53530a01010307020000000001001c06040000].

Definition certificate_3x7_H := written
  [0x18943524f53530a01010307020000000101001c06040000].

Theorem horizontal_wins_3x7 : forall p, wins 2 Horizontal p (board 3 7).
Proof.
  apply (outcome_proven (Always Horizontal) 3 7 certificate_3x7_V certificate_3x7_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_3x8_V := written
  [0x18943524f53530a01010308020000000001001c06400000].

Definition certificate_3x8_H := written
  [0x18943524f53530a01010308020000000101001c06400000].

Theorem horizontal_wins_3x8 : forall p, wins 2 Horizontal p (board 3 8).
Proof.
  apply (outcome_proven (Always Horizontal) 3 8 certificate_3x8_V certificate_3x8_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_3x9_V := written
  [0x18943524f53530a01010309020000000001001c06400000].

Definition certificate_3x9_H := written
  [0x18943524f53530a01010309020000000101001c06400000].

Theorem horizontal_wins_3x9 : forall p, wins 2 Horizontal p (board 3 9).
Proof.
  apply (outcome_proven (Always Horizontal) 3 9 certificate_3x9_V certificate_3x9_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_4x4_V := written
  [0x18943524f53530a01010404020000000000001c0400].

Theorem first_player_wins_4x4 : forall p, wins 2 p p (board 4 4).
Proof.
  apply (square_proven First_player 4 certificate_4x4_V); [reflexivity|]; vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_4x5_V := written
  [0x18943524f53530a01010405020000000000001c060400].

Definition certificate_4x5_H := written
  [0x18943524f53530a01010405020000000100001c060400].

Theorem vertical_wins_4x5 : forall p, wins 2 Vertical p (board 4 5).
Proof.
  apply (outcome_proven (Always Vertical) 4 5 certificate_4x5_V certificate_4x5_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_4x6_V := written
  [0x18943524f53530a01010406020000000000001c0108070002021400].

Definition certificate_4x6_H := written
  [0x18943524f53530a01010406020000000101001c06040000].

Theorem first_player_wins_4x6 : forall p, wins 2 p p (board 4 6).
Proof.
  apply (outcome_proven First_player 4 6 certificate_4x6_V certificate_4x6_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_4x7_V := written
  [0x18943524f53530a01010407020000000000001c060400].

Definition certificate_4x7_H := written
  [0x18943524f53530a01010407020000000100001c060400].

Theorem vertical_wins_4x7 : forall p, wins 2 Vertical p (board 4 7).
Proof.
  apply (outcome_proven (Always Vertical) 4 7 certificate_4x7_V certificate_4x7_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_4x8_V := written
  [0x18943524f53530a01010408020000000001001c800640001010011980060808dc1011011106800001121210101010101010101010010280111006082018111001;
   0x11204101001090410100602081811101310011a0306040411111110101010101111110101031001020311101000].

Definition certificate_4x8_H := written
  [0x18943524f53530a01010408020000000101001c010180064000101010101010101010100608040d101010101010101000].

Theorem horizontal_wins_4x8 : forall p, wins 2 Horizontal p (board 4 8).
Proof.
  apply (outcome_proven (Always Horizontal) 4 8 certificate_4x8_V certificate_4x8_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_4x9_V := written
  [0x18943524f53530a01010409020000000000001c060400].

Definition certificate_4x9_H := written
  [0x18943524f53530a01010409020000000100001c060400].

Theorem vertical_wins_4x9 : forall p, wins 2 Vertical p (board 4 9).
Proof.
  apply (outcome_proven (Always Vertical) 4 9 certificate_4x9_V certificate_4x9_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_5x5_V := written
  [0x18943524f53530a01010505020000000001001080061010101001108006081c101010101010101010010306081001030608041210011080060819101010101010;
   0x11010010311010310111001120301120314101010010103010103010303010303060410101000].

Theorem second_player_wins_5x5 : forall p, wins 2 (other p) p (board 5 5).
Proof.
  apply (square_proven Second_player 5 certificate_5x5_V); [reflexivity|]; vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_5x6_V := written
  [0x18943524f53530a01010506020000000001001006440000].

Definition certificate_5x6_H := written
  [0x18943524f53530a01010506020000000101001006440000].

Theorem horizontal_wins_5x6 : forall p, wins 2 Horizontal p (board 5 6).
Proof.
  apply (outcome_proven (Always Horizontal) 5 6 certificate_5x6_V certificate_5x6_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_5x7_V := written
  [0x18943524f53530a01010507020000000001001006440000].

Definition certificate_5x7_H := written
  [0x18943524f53530a01010507020000000101001001018006100110011a8006400010101010101010101010101010010b8010100608023102100113041110101010;
   0x110100110800620001d10101010101011101010101010011a801010101010101010101010101010010b03010b801010060802a500101101110410101010101010;
   0x110141010101010101010101010101010101010101000].

Theorem horizontal_wins_5x7 : forall p, wins 2 Horizontal p (board 5 7).
Proof.
  apply (outcome_proven (Always Horizontal) 5 7 certificate_5x7_V certificate_5x7_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_5x8_V := written
  [0x18943524f53530a01010508020000000001001006440400].

Definition certificate_5x8_H := written
  [0x18943524f53530a01010508020000000101001006440400].

Theorem horizontal_wins_5x8 : forall p, wins 2 Horizontal p (board 5 8).
Proof.
  apply (outcome_proven (Always Horizontal) 5 8 certificate_5x8_V certificate_5x8_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_5x9_V := written
  [0x18943524f53530a01010509020000000001001006440400].

Definition certificate_5x9_H := written
  [0x18943524f53530a01010509020000000101001006440400].

Theorem horizontal_wins_5x9 : forall p, wins 2 Horizontal p (board 5 9).
Proof.
  apply (outcome_proven (Always Horizontal) 5 9 certificate_5x9_V certificate_5x9_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_6x6_V := written
  [0x18943524f53530a01010606020000000000001006440000].

Theorem first_player_wins_6x6 : forall p, wins 2 p p (board 6 6).
Proof.
  apply (square_proven First_player 6 certificate_6x6_V); [reflexivity|]; vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_6x7_V := written
  [0x18943524f53530a01010607020000000000001006440000].

Definition certificate_6x7_H := written
  [0x18943524f53530a01010607020000000100001006440000].

Theorem vertical_wins_6x7 : forall p, wins 2 Vertical p (board 6 7).
Proof.
  apply (outcome_proven (Always Vertical) 6 7 certificate_6x7_V certificate_6x7_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_6x9_V := written
  [0x18943524f53530a01010609020000000000001206440000].

Definition certificate_6x9_H := written
  [0x18943524f53530a01010609020000000100001206440000].

Theorem vertical_wins_6x9 : forall p, wins 2 Vertical p (board 6 9).
Proof.
  apply (outcome_proven (Always Vertical) 6 9 certificate_6x9_V certificate_6x9_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_7x7_V := written
  [0x18943524f53530a0101070702000000000000100101071001010f00].

Theorem first_player_wins_7x7 : forall p, wins 2 p p (board 7 7).
Proof.
  apply (square_proven First_player 7 certificate_7x7_V); [reflexivity|]; vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_7x8_V := written
  [0x18943524f53530a01010708020000000001001006440400].

Definition certificate_7x8_H := written
  [0x18943524f53530a01010708020000000101001006440400].

Theorem horizontal_wins_7x8 : forall p, wins 2 Horizontal p (board 7 8).
Proof.
  apply (outcome_proven (Always Horizontal) 7 8 certificate_7x8_V certificate_7x8_H); vm_cast_no_check (eq_refl true).
Qed.

Definition certificate_8x9_V := written
  [0x18943524f53530a01010809020000000000001406440400].

Definition certificate_8x9_H := written
  [0x18943524f53530a01010809020000000100001406440400].

Theorem vertical_wins_8x9 : forall p, wins 2 Vertical p (board 8 9).
Proof.
  apply (outcome_proven (Always Vertical) 8 9 certificate_8x9_V certificate_8x9_H); vm_cast_no_check (eq_refl true).
Qed.

(** The axioms behind them. *)
Print Assumptions second_player_wins_1x1.
Print Assumptions horizontal_wins_1x2.
Print Assumptions horizontal_wins_1x3.
Print Assumptions horizontal_wins_1x4.
Print Assumptions horizontal_wins_1x5.
Print Assumptions horizontal_wins_1x6.
Print Assumptions horizontal_wins_1x7.
Print Assumptions horizontal_wins_1x8.
Print Assumptions horizontal_wins_1x9.
Print Assumptions first_player_wins_2x2.
Print Assumptions first_player_wins_2x3.
Print Assumptions horizontal_wins_2x4.
Print Assumptions vertical_wins_2x5.
Print Assumptions first_player_wins_2x6.
Print Assumptions first_player_wins_2x7.
Print Assumptions horizontal_wins_2x8.
Print Assumptions vertical_wins_2x9.
Print Assumptions first_player_wins_3x3.
Print Assumptions horizontal_wins_3x4.
Print Assumptions horizontal_wins_3x5.
Print Assumptions horizontal_wins_3x6.
Print Assumptions horizontal_wins_3x7.
Print Assumptions horizontal_wins_3x8.
Print Assumptions horizontal_wins_3x9.
Print Assumptions first_player_wins_4x4.
Print Assumptions vertical_wins_4x5.
Print Assumptions first_player_wins_4x6.
Print Assumptions vertical_wins_4x7.
Print Assumptions horizontal_wins_4x8.
Print Assumptions vertical_wins_4x9.
Print Assumptions second_player_wins_5x5.
Print Assumptions horizontal_wins_5x6.
Print Assumptions horizontal_wins_5x7.
Print Assumptions horizontal_wins_5x8.
Print Assumptions horizontal_wins_5x9.
Print Assumptions first_player_wins_6x6.
Print Assumptions vertical_wins_6x7.
Print Assumptions vertical_wins_6x9.
Print Assumptions first_player_wins_7x7.
Print Assumptions horizontal_wins_7x8.
Print Assumptions vertical_wins_8x9.
