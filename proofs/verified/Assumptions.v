(** Asks which axioms the theorems rest on; `make check` reads the answer. *)
From Crosscram Require Import Correct Small.
Print Assumptions checker_sound.
Print Assumptions empty_board.
Print Assumptions first_player_wins_4x4.
Print Assumptions second_player_wins_5x5.
