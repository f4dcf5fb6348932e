(** Asks which axioms the theorems about the checker rest on; `make` reads the answer. *)
From Crosscram Require Import Correct.
Print Assumptions checker_sound.
Print Assumptions empty_board.
