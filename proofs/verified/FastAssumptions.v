(** Asks which axioms the theorem about the checker in machine words rests on: those of Rocq's library about its
    machine words and arrays, and nothing else. *)
From Crosscram Require Import FastSound.
Print Assumptions fast_checker_sound.
