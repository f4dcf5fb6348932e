(** * Tables

    Arrays of lists. What is found in them was put there: nothing else is proven of them, and nothing else is needed. *)

From Coq Require Import NArith ZArith List Bool Uint63 PArray.
From Crosscram Require Import Words.

(** Where a set is kept in an array of [size] lists, [size] being a power of two. *)
Definition slot (size a b : int) : int :=
  (let h := a * 2862933555777941757 + b * 3202034522624059733 in
   let h := (h lxor (h >> 32)) * 2654435769 in (h lxor (h >> 29)) land (size - 1))%uint63.

Section Arrays.
Context {A : Set} (P : A -> Prop).
Definition all_of (t : array A) : Prop := forall i, P t.[i].
Lemma all_make n a : P a -> all_of (make n a).
Proof. intros H i. now rewrite get_make. Qed.
Lemma all_set t i a : all_of t -> P a -> all_of t.[i <- a].
Proof.
  intros Ht Ha j. destruct (Uint63.eqb i j) eqn:E.
  - apply Uint63.eqb_spec in E. subst j. destruct (i <? length t)%uint63 eqn:L.
    + now rewrite get_set_same.
    + rewrite get_out_of_bounds, default_set by now rewrite length_set.
      rewrite <- (get_out_of_bounds A t i L). apply Ht.
  - rewrite get_set_other; [apply Ht|]. intros ->. rewrite Uint63.eqb_refl in E. discriminate.
Qed.
End Arrays.

(** ** Vectors: four words for each set *)
Inductive quad := Quad (p q r s : int).
Inductive vectors := NoVector | AVector (a b p q r s : int) (others : vectors).
Fixpoint vectors_ok (P : set -> quad -> Prop) (l : vectors) : Prop :=
  match l with NoVector => True | AVector a b p q r s l => P (Words a b) (Quad p q r s) /\ vectors_ok P l end.
Fixpoint find_vector (a b : int) (l : vectors) : option quad :=
  match l with
  | NoVector => None
  | AVector c d p q r s l => if ((a =? c)%uint63 && (b =? d)%uint63)%bool then Some (Quad p q r s) else find_vector a b l
  end.
Lemma find_vector_ok P a b l q : vectors_ok P l -> find_vector a b l = Some q -> P (Words a b) q.
Proof.
  induction l as [|c d p r s u l IH]; cbn [vectors_ok find_vector]; [discriminate|]. intros [H1 H2].
  destruct (_ && _)%bool eqn:E; [|auto]. apply andb_true_iff in E as [E1%Uint63.eqb_spec E2%Uint63.eqb_spec].
  subst. now intros [= <-].
Qed.

(** ** Positions: a set, a number, and who moves *)
Inductive positions := NoPosition | APosition (a b : int) (x : Z) (turn : bool) (others : positions).
Fixpoint positions_ok (P : set -> Z -> bool -> Prop) (l : positions) : Prop :=
  match l with NoPosition => True | APosition a b x turn l => P (Words a b) x turn /\ positions_ok P l end.
Fixpoint has_position (a b : int) (x : Z) (left : bool) (l : positions) : bool :=
  match l with
  | NoPosition => false
  | APosition c d y other l =>
      if ((a =? c)%uint63 && (b =? d)%uint63 && (x =? y)%Z && Bool.eqb left other)%bool then true
      else has_position a b x left l
  end.
Lemma has_position_ok P a b x left l : positions_ok P l -> has_position a b x left l = true -> P (Words a b) x left.
Proof.
  induction l as [|c d y o l IH]; cbn [positions_ok has_position]; [discriminate|]. intros [H1 H2].
  destruct (_ && _)%bool eqn:E; [|auto]. rewrite !andb_true_iff in E.
  destruct E as [[[E1%Uint63.eqb_spec E2%Uint63.eqb_spec] E3%Z.eqb_eq] E4%eqb_prop]. now subst.
Qed.
