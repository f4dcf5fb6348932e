(** * The walk in machine words

    The walk of Checker.v once more, for boards of at most 126 cells and gaps between lines, with sets of
    cells and vectors in machine words and tables in arrays. What it computes on the way needs no proof
    here either: what the theorems ask for is tested where it is used. *)

From Coq Require Import NArith ZArith List Bool Uint63 Sint63 PArray.
From Crosscram Require Import Rules Cells Games Vectors Pieces Checker Words Sums Tables.
Import ListNotations.
Open Scope N_scope.

(** A board with what its walk needs again and again. [to_lines] and [to_offsets] reflect a set: each names
    cells, and how far they move down and up again. *)
Definition parts : Type := list (set * int * int).
Record board := Board {
  seen : view;
  full_set : set;
  beyond : int;
  left_far : list int;
  right_far : list int;
  to_lines : parts;
  to_offsets : parts;
  most_cells : Z;
  allowed : int;
  slots : int }.

Record state := State {
  input : bytes; vectors : array Tables.vectors; count : int; known : array positions; masks : list (set * set); nodes : N }.

Definition of_N (n : N) : set := Words (Uint63.of_Z (Z.of_N (N.land n (N.ones 63)))) (Uint63.of_Z (Z.of_N (N.shiftr n 63))).
Definition int_of_N (n : N) : int := Uint63.of_Z (Z.of_N n).

(** ** Sets *)
Fixpoint starts_in (far : list int) (found s : set) : set :=
  match far with [] => found | d :: far => starts_in far (both found (down s d)) s end.
Fixpoint grow_up (far : list int) (found s : set) : set :=
  match far with [] => found | d :: far => grow_up far (union found (up s d)) s end.
Fixpoint grow_down (far : list int) (found s : set) : set :=
  match far with [] => found | d :: far => grow_down far (union found (down s d)) s end.

Definition single (c : int) : set := up (Words 1 0) c.
Definition lowest (s : set) : int :=
  match s with Words a b => if (a =? 0)%uint63 then (63 + tail0 b)%uint63 else tail0 a end.

Definition meets (s t : set) : bool := negb (is_empty (both s t)).

Section Board.
Variable e : board.
Definition far_of (p : side) : list int := match p with L => left_far e | R => right_far e end.
Definition can (p : side) (s : set) : set := starts_in (far_of p) s s.
Definition after (p : side) (s : set) (c : int) : set :=
  let t := single c in minus s (grow_up (far_of p) t t).

Fixpoint class (fuel : nat) (left right s : set) : set :=
  match fuel with
  | O => s
  | S fuel =>
      let t := both (grow_down (left_far e) s s) left in
      let grown := union s (grow_up (left_far e) t t) in
      let t := both (grow_down (right_far e) grown grown) right in
      let grown := union grown (grow_up (right_far e) t t) in
      if equal grown s then s else class fuel left right grown
  end.
(** The same for dominoes and lines of less than 63 cells, word by word. *)
Fixpoint domino_class (fuel : nat) (w back a b la lb ra rb : int) : set :=
  match fuel with
  | O => Words a b
  | S fuel =>
      (let ta := (a lor (a >> w) lor (b << back)) land la in
       let tb := (b lor (b >> w)) land lb in
       let a' := a lor ta lor (ta << w) in
       let b' := b lor tb lor (tb << w) lor (ta >> back) in
       let ta := (a' lor (a' >> 1) lor (b' << 62)) land ra in
       let tb := (b' lor (b' >> 1)) land rb in
       let a' := a' lor ta lor (ta << 1) in
       let b' := b' lor tb lor (tb << 1) lor (ta >> 62) in
       if (a =? a') && (b =? b') then Words a b else domino_class fuel w back a' b' la lb ra rb)%uint63
  end.
Definition class_of (left right s : set) : set :=
  match right_far e, left, right, s with
  | [_], Words la lb, Words ra rb, Words a b => domino_class enough (beyond e) (63 - beyond e)%uint63 a b la lb ra rb
  | _, _, _, _ => class enough left right s
  end.
Fixpoint classes (fuel : nat) (left right rest : set) : list set :=
  match fuel with
  | O => []
  | S fuel =>
      if is_empty rest then [] else
      let c := class_of left right (single (lowest rest)) in
      c :: classes fuel left right (minus rest c)
  end.

(** Whether a position is worth at least the sum of the sets: [is_cut] of Pieces.v. *)
Fixpoint in_two (found seen : set) (l : list set) : set :=
  match l with [] => found | s :: l => in_two (union found (both seen s)) (union seen s) l end.
Fixpoint right_starts (found : set) (l : list set) : set :=
  match l with [] => found | s :: l => right_starts (union found (can R s)) l end.
Fixpoint left_within (s : set) (l : list set) : bool :=
  match l with
  | [] => true
  | p :: l => if is_empty (minus (can L p) (can L (both s p))) then left_within s l else false
  end.
Definition cuts (s : set) (l : list set) : bool :=
  if is_empty (minus (can R s) (right_starts empty l)) then left_within (minus s (in_two empty empty l)) l else false.

(** Does something for each cell, which is then taken away. *)
Fixpoint each {A : Type} (fuel : nat) (f : int -> A -> result A) (s : set) (a : A) : result A :=
  if is_empty s then Ok a else
  match fuel with
  | O => Invalid
  | S fuel => let c := lowest s in do a <- f c a; each fuel f (minus s (single c)) a
  end.

(** How many moves Left takes one after the other, and how many cells there are. *)
Fixpoint left_moves (fuel : nat) (s : set) (n : Z) : Z :=
  match fuel with
  | O => n
  | S fuel =>
      let c := lowest s in
      if meets (single c) (can L s) then left_moves fuel (after L s c) (n + 1) else n
  end.
Fixpoint size (fuel : nat) (s : set) (n : Z) : result Z :=
  if is_empty s then Ok n else
  match fuel with O => Invalid | S fuel => size fuel (minus s (single (lowest s))) (n + 1) end.

Fixpoint reflect (l : parts) (found s : set) : set :=
  match l with [] => found | (m, a, b) :: l => reflect l (union found (up (both (down s a) m) b)) s end.

(** ** Vectors *)
Definition field (w i : int) : int := (((w >> i) land 32767) - 16384)%uint63.
Definition unpack (w : quad) : vec :=
  match w with Quad p q r s =>
    Vec (field p 0) (field p 15) (field p 30) (field p 45) (field q 0) (field q 15) (field q 30) (field q 45)
        (field r 0) (field r 15) (field r 30) (field r 45) (field s 0) (field s 15) (field s 30) (field s 45) end.
Definition four (a b c d : int) : int :=
  ((a + 16384) lor ((b + 16384) << 15) lor ((c + 16384) << 30) lor ((d + 16384) << 45))%uint63.
Definition pack (v : vec) : quad :=
  match v with Vec a b c d a' b' c' d' h i j k h' i' j' k' => Quad (four a b c d) (four a' b' c' d') (four h i j k) (four h' i' j' k') end.
Definition of_vector (v : vector) : vec :=
  match v with
  | Pair (Pair (Pair (Leaf (a, h)) (Leaf (b, i))) (Pair (Leaf (c, j)) (Leaf (d, k))))
         (Pair (Pair (Leaf (a', h')) (Leaf (b', i'))) (Pair (Leaf (c', j')) (Leaf (d', k')))) =>
      Vec (of_Z a) (of_Z b) (of_Z c) (of_Z d) (of_Z a') (of_Z b') (of_Z c') (of_Z d')
          (of_Z h) (of_Z i) (of_Z j) (of_Z k) (of_Z h') (of_Z i') (of_Z j') (of_Z k')
  | _ => vzero
  end.
Fixpoint same (v w : vector) : bool :=
  match v, w with
  | Leaf (a, b), Leaf (c, d) => ((a =? c) && (b =? d) && (Z.abs a <=? 16384) && (Z.abs b <=? 16384))%Z
  | Pair a b, Pair c d => same a c && same b d
  | _, _ => false
  end.

Definition lookup (key : set) (st : state) : option quad :=
  match key with Words a b => find_vector a b (vectors st).[slot (slots e) a b] end.
Definition keep (key : set) (q : quad) (st : state) : state :=
  match key, q, lookup key st with
  | Words a b, Quad w x y z, None =>
      let i := slot (slots e) a b in
      let t := vectors st in
      State (input st) t.[i <- AVector a b w x y z t.[i]] (count st + 1)%uint63 (known st) (masks st) (nodes st)
  | _, _, _ => st
  end.
Definition key_of (c : set) : set := down c (lowest c).

(** Adds what a class is worth. *)
Definition add_class (of_class : set -> state -> result (vec * state)) (c : set) (v : vec) (st : state) : result (vec * state) :=
  if is_empty (can R c) then Ok (vshift (of_Z (4 * left_moves enough c 0)) v, st)
  else if is_empty (can L c) then
    do n <- size enough c 0;
    Ok (vshift (of_Z (- (4 * (n / Z.of_N (tile_length (seen e)))))) v, st)
  else do '(w, st) <- of_class c st; Ok (vplus v w, st).
Fixpoint add_classes (fuel : nat) (of_class : set -> state -> result (vec * state)) (l : list set) (v : vec) (st : state) : result (vec * state) :=
  match l with
  | [] => Ok (v, st)
  | c :: l =>
      match fuel with
      | O => Invalid
      | S fuel => do '(v, st) <- add_class of_class c v st; add_classes fuel of_class l v st
      end
  end.
(** The sum of classes. That of a single class is its vector, which is kept as a sum with zero. *)
Definition sum_of_class (of_class : set -> state -> result (vec * state)) (c : set) (st : state) : result (vec * state) :=
  if is_empty (can R c) || is_empty (can L c) then add_class of_class c vzero st else of_class c st.
Definition sum_of (of_class : set -> state -> result (vec * state)) (l : list set) (st : state) : result (vec * state) :=
  match l with
  | [] => Ok (vzero, st)
  | c :: l => do '(v, st) <- sum_of_class of_class c st; add_classes enough of_class l v st
  end.
Definition add_set (of_class : set -> state -> result (vec * state)) (s : set) (st : state) : result (vec * state) :=
  let left := can L s in
  let right := can R s in
  let l := classes enough left right (union (grow_up (left_far e) left left) (grow_up (right_far e) right right)) in
  do _ <- require (cuts s l); sum_of of_class l st.

Definition option_left (of_class : set -> state -> result (vec * state)) (c : set) (i : int) (a : option octet * state) :
    result (option octet * state) :=
  let '(best, st) := a in
  do _ <- require (meets (single i) (can L c));
  do '(v, st) <- add_set of_class (after L c i) st; Ok (most_second best v, st).
Definition option_right (of_class : set -> state -> result (vec * state)) (c : set) (i : int) (a : option octet * state) :
    result (option octet * state) :=
  let '(best, st) := a in
  do '(v, st) <- add_set of_class (after R c i) st; Ok (least_first best v, st).

(** Keeps a vector for a class and its reflections. *)
Definition keep_all (c : set) (q : quad) (st : state) : state :=
  if is_empty (minus c (full_set e)) then
    let a := reflect (to_lines e) empty c in
    let b := reflect (to_offsets e) empty c in
    let ab := reflect (to_offsets e) empty a in
    keep (key_of ab) q (keep (key_of b) q (keep (key_of a) q (keep (key_of c) q st)))
  else st.

Fixpoint vector_of (fuel : nat) (c : set) (st : state) : result (vec * state) :=
  match fuel with
  | O => Invalid
  | S fuel =>
      match lookup (key_of c) st with
      | Some q => Ok (unpack q, st)
      | None =>
          do n <- size enough c 0;
          do _ <- require (n <=? most_cells e)%Z;
          do '(lo, st) <- each enough (option_left (vector_of fuel) c) (can L c) (None, st);
          do '(hi, st) <- each enough (option_right (vector_of fuel) c) (can R c) (None, st);
          let v := from_options temperatures (leaves lo) (leaves hi) in
          let u := of_vector v in
          do _ <- require (same (value u) v);
          let w := vplus vzero u in
          let q := pack w in
          let u := unpack q in
          do _ <- require (same (value u) (value w));
          do _ <- grammar (count st <? allowed e)%uint63;
          Ok (u, keep_all c q st)
      end
  end.

(** ** Static reasons *)
Definition next_to (s : set) : set := union (up s 1) (down s 1).
Fixpoint with_necks (necks : set) (l : list set) : result (list set) :=
  match l with
  | [] => Ok []
  | c :: l =>
      let near := both (next_to c) necks in
      let c := union c near in
      do _ <- require (is_empty near || is_empty (both (union (up near (beyond e)) (down near (beyond e))) c));
      do l <- with_necks necks l; Ok (c :: l)
  end.
Fixpoint not_from (far : list int) (cut found : set) : set :=
  match far with
  | [] => found
  | d :: far => not_from far cut (match far with [] => found | _ => minus found (down cut d) end)
  end.
Definition pieces_of (s cut necks : set) : result (list set) :=
  let necks := both necks s in
  do _ <- require (is_empty necks ||
                   (match right_far e with [_] => true | _ => false end && is_empty (both (next_to necks) necks)));
  let rest := minus s necks in
  let left := not_from (left_far e) cut (minus (can L rest) cut) in
  let right := can R rest in
  let linked := union (union (grow_up (left_far e) left left) (grow_up (right_far e) right right)) (both (next_to necks) rest) in
  let l := classes enough left right linked in
  if is_empty necks then Ok l else with_necks necks l.

(** One number of a sum; all others are needed for all classes but the last. *)
Fixpoint total (fuel : nat) (first : bool) (l : list set) (v : vec) (st : state) : result (int * state) :=
  match l with
  | [] => Ok ((if first then Sums.first v else second v), st)
  | c :: l =>
      match fuel with
      | O => Invalid
      | S fuel =>
          match l with
          | [] =>
              if is_empty (can R c) || is_empty (can L c) then
                do '(v, st) <- add_class (vector_of enough) c v st; total fuel first [] v st
              else do '(w, st) <- vector_of enough c st; Ok ((if first then plus_first v w else plus_second v w), st)
          | _ => do '(v, st) <- add_class (vector_of enough) c v st; total fuel first l v st
          end
      end
  end.
Definition decided (first : bool) (l : list set) (st : state) : result (int * state) :=
  match l with
  | [] => total enough first [] vzero st
  | c :: l => do '(v, st) <- sum_of_class (vector_of enough) c st; total enough first l v st
  end.
Definition decide (s cut necks : set) (x : Z) (left : bool) (st : state) : result state :=
  do l <- pieces_of s cut necks;
  do _ <- require (cuts s l);
  do '(n, st) <- decided left l st;
  do _ <- require (0 <=? to_Z n + (4 * x) / 65536)%Z;
  Ok st.

(** ** Nodes *)
Definition smaller (s t : set) : set :=
  match s, t with Words a b, Words c d =>
    if (b <? d)%uint63 then s else if (b =? d)%uint63 && (a <? c)%uint63 then s else t end.
Definition least_image (s : set) : set :=
  let a := reflect (to_lines e) empty s in
  smaller (smaller s a) (smaller (reflect (to_offsets e) empty s) (reflect (to_offsets e) empty a)).
Definition remember (s : set) (x : Z) (left : bool) (st : state) : state :=
  match least_image s with Words a b =>
    let i := slot (slots e) a b in
    let t := known st in
    State (input st) (vectors st) (count st) t.[i <- APosition a b x left t.[i]] (masks st) (nodes st) end.
Definition is_known (s : set) (x : Z) (left : bool) (st : state) : bool :=
  match least_image s with Words a b => has_position a b x left (known st).[slot (slots e) a b] end.

Definition read (st : state) (s : bytes) : state := State s (vectors st) (count st) (known st) (masks st) (nodes st).
Definition visit (st : state) (s : bytes) : state :=
  State s (vectors st) (count st) (known st) (masks st) (N.succ (nodes st)).
Definition use_masks (st : state) (l : list (set * set)) : state :=
  State (input st) (vectors st) (count st) (known st) l (nodes st).

Fixpoint take (n : N) (l : list (set * set)) : option ((set * set) * list (set * set)) :=
  match l with
  | [] => None
  | m :: l =>
      if n =? 0 then Some (m, l)
      else match take (n - 1) l with None => None | Some (found, l) => Some (found, m :: l) end
  end.
Definition static (tag : N) (s : set) (x : Z) (left : bool) (st : state) : result state :=
  if 16 <=? tag then
    if tag <? 32 then
      match take (tag - 16) (masks st) with
      | None => Invalid
      | Some (m, l) => decide s (fst m) (snd m) x left (use_masks st (m :: l))
      end
    else Unreadable
  else if tag =? 3 then do _ <- require (is_known s x left st); Ok st
  else if tag =? 4 then decide s empty empty x left st
  else if tag =? 5 then
    let right := can R s in
    let idle := minus s (grow_up (right_far e) right right) in
    decide s (minus s (both idle (down idle (beyond e)))) empty x left st
  else if (tag =? 6) || (tag =? 7) then
    do '((cut, necks), rest) <- read_mask (seen e) (tag =? 7) (input st);
    let m := (of_N cut, of_N necks) in
    decide s (fst m) (snd m) x left (use_masks (read st rest) (m :: first_of 15 (masks st)))
  else Unreadable.

Fixpoint numbers (f : Z -> state -> result state) (l : list Z) (st : state) : result state :=
  match l with [] => Ok st | y :: l => do st <- f y st; numbers f l st end.

Fixpoint walk (fuel : nat) (s : set) (x : Z) (left : bool) (st : state) : result state :=
  match fuel with
  | O => Invalid
  | S fuel =>
      do '(tag, rest) <- byte (input st);
      let st := visit st rest in
      let starred := (128 <=? tag) in
      let kind := if starred then tag - 128 else tag in
      if kind <=? 2 then
        do st <-
          (if kind =? 0 then
             do _ <- require (negb left);
             do st <- each enough (fun i => walk fuel (after R s i) x true) (can R s) st;
             numbers (fun y => walk fuel s y true) (number_moves R x) st
           else
             do _ <- require left;
             if kind =? 1 then
               do '(c, rest) <- byte (input st);
               let o := offsets (seen e) in
               let i := int_of_N (c / o * (o + 1) + c mod o) in
               do _ <- require ((c <? lines (seen e) * o) && meets (single i) (can L s));
               walk fuel (after L s i) x false (read st rest)
             else match number_moves L x with [] => Invalid | y :: _ => walk fuel s y false st end);
        Ok (if starred then remember s x left st else st)
      else static tag s x left st
  end.
End Board.

(** ** A board, and whether it is what the theorems ask for *)
Definition room : N := 126.
Definition line_parts (v : view) : parts :=
  map (fun l => (of_N (N.ones (offsets v)), int_of_N (l * width v), int_of_N ((lines v - 1 - l) * width v)))
    (multiples 1 0 (N.to_nat (lines v))).
Definition offset_parts (v : view) : parts :=
  map (fun o => (of_N (fold_right (fun l m => N.setbit m (l * width v)) 0 (multiples 1 0 (N.to_nat (lines v)))),
                 int_of_N o, int_of_N (offsets v - 1 - o)))
    (multiples 1 0 (N.to_nat (offsets v))).
Definition board_of (v : view) (pieces : N) (slots : int) (allowed : int) : board :=
  Board v (of_N (full v)) (int_of_N (width v)) (map int_of_N (across (shape_of v))) (map int_of_N (along (shape_of v)))
    (line_parts v) (offset_parts v) (Z.of_N pieces) allowed slots.

Fixpoint same_list (l : list int) (m : list N) : bool :=
  match l, m with
  | [], [] => true
  | a :: l, b :: m => (word a =? b) && same_list l m
  | _, _ => false
  end.
Definition reflects (l : parts) (f : N -> N) (v : view) : bool :=
  forallb (fun c => let i := int_of_N c in
             (cells (single i) =? N.shiftl 1 c) && (cells (reflect l empty (single i)) =? N.shiftl 1 (f c)))
    (elements (full v)).
Definition is_board (e : board) : bool :=
  let v := seen e in
  same_list (left_far e) (across (shape_of v)) && same_list (right_far e) (along (shape_of v)) &&
  (cells (full_set e) =? full v) &&
  reflects (to_lines e) (flip_lines v) v && reflects (to_offsets e) (flip_offsets v) v.

(** The walk through a proof of a statement; tables have so many [slots], and so many vectors are [allowed]. *)
Definition fast_walk (slots allowed : int) (fuel : nat) (v : view) (s : bytes) : result (N * bytes) :=
  do '(pieces, s) <- Checker.number 0 40 s;
  let e := board_of v pieces slots allowed in
  let s0 := of_N (free v) in
  do _ <- require (is_board e && (cells s0 =? free v));
  do st <- walk e fuel s0 (number_beside v) (left_first v)
             (State s (make slots NoVector) 0 (make slots NoPosition) [] 0);
  Ok (nodes st, input st).

(** The checker with this walk; boards that have no room in a set are left to the plain one. *)
Definition either_walk (slots allowed : int) (fuel : nat) (v : view) (s : bytes) : result (N * bytes) :=
  if lines v * width v <=? room then fast_walk slots allowed fuel v s else check_walk fuel v s.
Definition fast_check (slots allowed : int) (fuel : nat) : bytes -> result proven :=
  check_with (either_walk slots allowed fuel) fuel.
