(** * Vectors in machine words

    The sixteen numbers of a vector as native integers. They are far from the ends of what such an integer
    can be; [bounded] says how far. *)

From Coq Require Import NArith ZArith List Lia Bool Sint63.
From Crosscram Require Import Rules Cells Games Numbers Vectors.
Import ListNotations.
Open Scope Z_scope.

(** The numbers [second], then [first], for the sets 0 to 7 of switches: bit 0 is for {0|0}, bit 1 for {1/2|-1/2}, bit 2 for {1|-1}. *)
Inductive vec := Vec (a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7 : int).

Definition eight_leaves {A} (a0 a1 a2 a3 a4 a5 a6 a7 : A) : tree A :=
  Pair (Pair (Pair (Leaf a0) (Leaf a1)) (Pair (Leaf a2) (Leaf a3))) (Pair (Pair (Leaf a4) (Leaf a5)) (Pair (Leaf a6) (Leaf a7))).
Definition value (v : vec) : vector :=
  match v with Vec a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7 =>
    eight_leaves (to_Z a0, to_Z b0) (to_Z a1, to_Z b1) (to_Z a2, to_Z b2) (to_Z a3, to_Z b3) (to_Z a4, to_Z b4) (to_Z a5, to_Z b5) (to_Z a6, to_Z b6) (to_Z a7, to_Z b7) end.

Definition ok (n : Z) (x : int) : Prop := Z.abs (to_Z x) <= n.
Definition bounded (n : Z) (v : vec) : Prop :=
  match v with Vec a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7 =>
    ((ok n a0 /\ ok n a1 /\ ok n a2 /\ ok n a3 /\ ok n a4 /\ ok n a5 /\ ok n a6 /\ ok n a7) /\
     (ok n b0 /\ ok n b1 /\ ok n b2 /\ ok n b3 /\ ok n b4 /\ ok n b5 /\ ok n b6 /\ ok n b7))%type end.

Definition most (x y : int) : int := if (x <=? y)%sint63 then y else x.
Definition eight (a0 a1 a2 a3 a4 a5 a6 a7 : int) : int := most (most (most a0 a1) (most a2 a3)) (most (most a4 a5) (most a6 a7)).
Definition far_off : Z := 2 ^ 60.

Lemma most_ok n x y : ok n x -> ok n y -> ok n (most x y).
Proof. unfold most. now destruct (x <=? y)%sint63. Qed.
Lemma most_max x y : to_Z (most x y) = Z.max (to_Z x) (to_Z y).
Proof. unfold most. destruct (lebP x y); lia. Qed.
Lemma add_value n m x y : n + m <= far_off -> ok n x -> ok m y -> to_Z (x + y)%sint63 = to_Z x + to_Z y.
Proof.
  unfold ok, far_off. intros H Hx Hy. rewrite add_spec. apply cmod_small. change wB with (2 ^ 63). lia.
Qed.
Lemma add_ok n m x y : n + m <= far_off -> ok n x -> ok m y -> ok (n + m) (x + y)%sint63.
Proof. intros H Hx Hy. unfold ok. rewrite (add_value n m) by assumption. unfold ok in *. lia. Qed.

(** ** Sums *)
Definition vplus (v w : vec) : vec :=
  match v, w with Vec a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7, Vec c0 c1 c2 c3 c4 c5 c6 c7 d0 d1 d2 d3 d4 d5 d6 d7 =>
    (Vec
     (eight (a0 + c0) (a1 + c1) (a2 + c2) (a3 + c3) (a4 + c4) (a5 + c5) (a6 + c6) (a7 + c7))
     (eight (a0 + c1) (a1 + c0) (a2 + c3) (a3 + c2) (a4 + c5) (a5 + c4) (a6 + c7) (a7 + c6))
     (eight (a0 + c2) (a1 + c3) (a2 + c0) (a3 + c1) (a4 + c6) (a5 + c7) (a6 + c4) (a7 + c5))
     (eight (a0 + c3) (a1 + c2) (a2 + c1) (a3 + c0) (a4 + c7) (a5 + c6) (a6 + c5) (a7 + c4))
     (eight (a0 + c4) (a1 + c5) (a2 + c6) (a3 + c7) (a4 + c0) (a5 + c1) (a6 + c2) (a7 + c3))
     (eight (a0 + c5) (a1 + c4) (a2 + c7) (a3 + c6) (a4 + c1) (a5 + c0) (a6 + c3) (a7 + c2))
     (eight (a0 + c6) (a1 + c7) (a2 + c4) (a3 + c5) (a4 + c2) (a5 + c3) (a6 + c0) (a7 + c1))
     (eight (a0 + c7) (a1 + c6) (a2 + c5) (a3 + c4) (a4 + c3) (a5 + c2) (a6 + c1) (a7 + c0))
     (eight (most (b0 + c0) (a0 + d0)) (most (b1 + c1) (a1 + d1)) (most (b2 + c2) (a2 + d2)) (most (b3 + c3) (a3 + d3)) (most (b4 + c4) (a4 + d4)) (most (b5 + c5) (a5 + d5)) (most (b6 + c6) (a6 + d6)) (most (b7 + c7) (a7 + d7)))
     (eight (most (b0 + c1) (a0 + d1)) (most (b1 + c0) (a1 + d0)) (most (b2 + c3) (a2 + d3)) (most (b3 + c2) (a3 + d2)) (most (b4 + c5) (a4 + d5)) (most (b5 + c4) (a5 + d4)) (most (b6 + c7) (a6 + d7)) (most (b7 + c6) (a7 + d6)))
     (eight (most (b0 + c2) (a0 + d2)) (most (b1 + c3) (a1 + d3)) (most (b2 + c0) (a2 + d0)) (most (b3 + c1) (a3 + d1)) (most (b4 + c6) (a4 + d6)) (most (b5 + c7) (a5 + d7)) (most (b6 + c4) (a6 + d4)) (most (b7 + c5) (a7 + d5)))
     (eight (most (b0 + c3) (a0 + d3)) (most (b1 + c2) (a1 + d2)) (most (b2 + c1) (a2 + d1)) (most (b3 + c0) (a3 + d0)) (most (b4 + c7) (a4 + d7)) (most (b5 + c6) (a5 + d6)) (most (b6 + c5) (a6 + d5)) (most (b7 + c4) (a7 + d4)))
     (eight (most (b0 + c4) (a0 + d4)) (most (b1 + c5) (a1 + d5)) (most (b2 + c6) (a2 + d6)) (most (b3 + c7) (a3 + d7)) (most (b4 + c0) (a4 + d0)) (most (b5 + c1) (a5 + d1)) (most (b6 + c2) (a6 + d2)) (most (b7 + c3) (a7 + d3)))
     (eight (most (b0 + c5) (a0 + d5)) (most (b1 + c4) (a1 + d4)) (most (b2 + c7) (a2 + d7)) (most (b3 + c6) (a3 + d6)) (most (b4 + c1) (a4 + d1)) (most (b5 + c0) (a5 + d0)) (most (b6 + c3) (a6 + d3)) (most (b7 + c2) (a7 + d2)))
     (eight (most (b0 + c6) (a0 + d6)) (most (b1 + c7) (a1 + d7)) (most (b2 + c4) (a2 + d4)) (most (b3 + c5) (a3 + d5)) (most (b4 + c2) (a4 + d2)) (most (b5 + c3) (a5 + d3)) (most (b6 + c0) (a6 + d0)) (most (b7 + c1) (a7 + d1)))
     (eight (most (b0 + c7) (a0 + d7)) (most (b1 + c6) (a1 + d6)) (most (b2 + c5) (a2 + d5)) (most (b3 + c4) (a3 + d4)) (most (b4 + c3) (a4 + d3)) (most (b5 + c2) (a5 + d2)) (most (b6 + c1) (a6 + d1)) (most (b7 + c0) (a7 + d0))))%sint63 end.

Theorem vplus_value n m v w : n + m <= far_off -> bounded n v -> bounded m w ->
  value (vplus v w) = plus (value v) (value w) /\ bounded (n + m) (vplus v w).
Proof.
  destruct v, w. unfold bounded. intros H V W. decompose [and] V. decompose [and] W. clear V W. split.
  - unfold value, eight_leaves, vplus, eight. cbn [plus best merge better fst snd]. unfold better. cbn [fst snd].
    repeat rewrite most_max. repeat rewrite (add_value n m) by assumption. reflexivity.
  - unfold vplus, eight. repeat split; repeat apply most_ok; apply add_ok; assumption.
Qed.

(** One number of the sum: the game without switches. *)
Definition plus_second (v w : vec) : int :=
  match v, w with Vec a0 a1 a2 a3 a4 a5 a6 a7 _ _ _ _ _ _ _ _, Vec c0 c1 c2 c3 c4 c5 c6 c7 _ _ _ _ _ _ _ _ =>
    ((eight (a0 + c0) (a1 + c1) (a2 + c2) (a3 + c3) (a4 + c4) (a5 + c5) (a6 + c6) (a7 + c7)))%sint63 end.
Definition plus_first (v w : vec) : int :=
  match v, w with Vec a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7, Vec c0 c1 c2 c3 c4 c5 c6 c7 d0 d1 d2 d3 d4 d5 d6 d7 =>
    ((eight (most (b0 + c0) (a0 + d0)) (most (b1 + c1) (a1 + d1)) (most (b2 + c2) (a2 + d2)) (most (b3 + c3) (a3 + d3)) (most (b4 + c4) (a4 + d4)) (most (b5 + c5) (a5 + d5)) (most (b6 + c6) (a6 + d6)) (most (b7 + c7) (a7 + d7))))%sint63 end.
Definition second (v : vec) : int := match v with Vec a _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ => a end.
Definition first (v : vec) : int := match v with Vec _ _ _ _ _ _ _ _ a _ _ _ _ _ _ _ => a end.
Lemma plus_second_eq v w : plus_second v w = second (vplus v w).
Proof. now destruct v, w. Qed.
Lemma plus_first_eq v w : plus_first v w = first (vplus v w).
Proof. now destruct v, w. Qed.

Definition vshift (n : int) (v : vec) : vec :=
  match v with Vec a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7 =>
    (Vec (a0 + n) (a1 + n) (a2 + n) (a3 + n) (a4 + n) (a5 + n) (a6 + n) (a7 + n)
     (b0 + n) (b1 + n) (b2 + n) (b3 + n) (b4 + n) (b5 + n) (b6 + n) (b7 + n))%sint63 end.
Theorem vshift_value n m x v : n + m <= far_off -> bounded n v -> ok m x ->
  value (vshift x v) = shift (to_Z x) (value v) /\ bounded (n + m) (vshift x v).
Proof.
  destruct v. unfold bounded. intros H V W. decompose [and] V. clear V. split.
  - unfold value, eight_leaves, vshift, shift. cbn [mapt fst snd]. repeat rewrite (add_value n m) by assumption. reflexivity.
  - unfold vshift. repeat split; apply add_ok; assumption.
Qed.

(** The largest of the first eight numbers of some vectors, the least of the second eight. *)
Inductive octet := Eight (a0 a1 a2 a3 a4 a5 a6 a7 : int).
Definition leaves (o : option octet) : tree (option Z) :=
  match o with
  | None => no_options
  | Some (Eight a0 a1 a2 a3 a4 a5 a6 a7) => eight_leaves (Some (to_Z a0)) (Some (to_Z a1)) (Some (to_Z a2)) (Some (to_Z a3)) (Some (to_Z a4)) (Some (to_Z a5)) (Some (to_Z a6)) (Some (to_Z a7))
  end.
Definition fewest (x y : int) : int := if (x <=? y)%sint63 then x else y.
Lemma fewest_min x y : to_Z (fewest x y) = Z.min (to_Z x) (to_Z y).
Proof. unfold fewest. destruct (lebP x y); lia. Qed.
Definition most_second (o : option octet) (v : vec) : option octet :=
  match v with Vec c0 c1 c2 c3 c4 c5 c6 c7 _ _ _ _ _ _ _ _ =>
    match o with
    | None => Some (Eight c0 c1 c2 c3 c4 c5 c6 c7)
    | Some (Eight a0 a1 a2 a3 a4 a5 a6 a7) => Some (Eight (most a0 c0) (most a1 c1) (most a2 c2) (most a3 c3) (most a4 c4) (most a5 c5) (most a6 c6) (most a7 c7))
    end end.
Definition least_first (o : option octet) (v : vec) : option octet :=
  match v with Vec _ _ _ _ _ _ _ _ c0 c1 c2 c3 c4 c5 c6 c7 =>
    match o with
    | None => Some (Eight c0 c1 c2 c3 c4 c5 c6 c7)
    | Some (Eight a0 a1 a2 a3 a4 a5 a6 a7) => Some (Eight (fewest a0 c0) (fewest a1 c1) (fewest a2 c2) (fewest a3 c3) (fewest a4 c4) (fewest a5 c5) (fewest a6 c6) (fewest a7 c7))
    end end.
Lemma leaves_most o v : leaves (most_second o v) = merge greatest (leaves o) (mapt (fun a => Some (fst a)) (value v)).
Proof. destruct v, o as [[]|]; cbn; now rewrite ?most_max. Qed.
Lemma leaves_least o v : leaves (least_first o v) = merge least (leaves o) (mapt (fun a => Some (snd a)) (value v)).
Proof. destruct v, o as [[]|]; cbn; now rewrite ?fewest_min. Qed.

Definition vzero : vec := Eval compute in (Vec 0 (-1) (-3) (-2) (-5) (-4) (-2) (-3) (-1) 0 2 1 4 3 1 2)%sint63.
Lemma vzero_value : value vzero = zero.
Proof. reflexivity. Qed.
Lemma vzero_bounded : bounded 8 vzero.
Proof. repeat split; now compute. Qed.
Lemma ok_more n m x : n <= m -> ok n x -> ok m x.
Proof. unfold ok. lia. Qed.
Lemma bounded_more n m v : n <= m -> bounded n v -> bounded m v.
Proof. destruct v. unfold bounded. intros H V. decompose [and] V. repeat split; now apply ok_more with n. Qed.

