(** * The checker

    The checker of docs/certificate.md as a function on the bytes of a certificate. What it computes
    on the way (classes, keys of tables) needs no proof: the properties that the theorems ask for are
    tested where they are used. *)

From Coq Require Import NArith ZArith List Bool FMapAVL OrderedTypeEx.
From Crosscram Require Import Rules Cells Games Vectors Pieces.
Import ListNotations.
Open Scope N_scope.

Inductive result (A : Type) : Type := Ok (a : A) | Invalid | Unreadable.
Arguments Ok {A}. Arguments Invalid {A}. Arguments Unreadable {A}.
Definition bind {A B : Type} (r : result A) (f : A -> result B) : result B :=
  match r with Ok a => f a | Invalid => Invalid | Unreadable => Unreadable end.
Notation "'do' x <- a ; b" := (bind a (fun x => b)) (at level 200, x name, a at level 100, b at level 200).
Notation "'do' ' x <- a ; b" := (bind a (fun ' x => b)) (at level 200, x strict pattern, a at level 100, b at level 200).
Definition require (b : bool) : result Datatypes.unit := if b then Ok tt else Invalid.
Definition grammar (b : bool) : result Datatypes.unit := if b then Ok tt else Unreadable.

(** ** The primitives of the binary form (section 3) *)
Inductive bytes := Ended | Byte (b : N) (rest : Datatypes.unit -> bytes).
Fixpoint of_list (l : list N) : bytes := match l with [] => Ended | b :: l => Byte b (fun _ => of_list l) end.
Definition byte (s : bytes) : result (N * bytes) :=
  match s with Ended => Unreadable | Byte b rest => Ok (b, rest tt) end.
Fixpoint leb (fuel : nat) (shift acc : N) (s : bytes) : result (N * bytes) :=
  match fuel with
  | O => Unreadable
  | S fuel =>
      do '(b, s) <- byte s;
      let acc := N.lor acc (N.shiftl (N.land b 127) shift) in
      if b <? 128 then Ok (acc, s) else leb fuel (shift + 7) acc s
  end.
Definition number (least most : N) (s : bytes) : result (N * bytes) :=
  do '(n, s) <- leb 9 0 0 s;
  do _ <- grammar ((least <=? n) && (n <=? most)); Ok (n, s).
Definition dyadic (s : bytes) : result (Z * bytes) :=
  do '(code, s) <- leb 9 0 0 s;
  do '(e, s) <- byte s;
  do _ <- grammar (e <=? 16);
  let half := Z.of_N (N.shiftr code 1) in
  let m := if N.testbit code 0 then (- half - 1)%Z else half in
  let x := (m * Z.of_N (N.shiftl 1 (16 - e)))%Z in
  do _ <- grammar (Z.abs x <=? 65536 * 1048576)%Z; Ok (x, s).
(** Digits of one or more bits together are a number of [size] bits. *)
Fixpoint little (fuel : nat) (shift acc : N) (s : bytes) : result (N * bytes) :=
  match fuel with
  | O => Ok (acc, s)
  | S fuel => do '(b, s) <- byte s; little fuel (shift + 8) (N.lor acc (N.shiftl b shift)) s
  end.
Definition digits (size : N) (s : bytes) : result (N * bytes) :=
  do '(n, s) <- little (N.to_nat ((size + 7) / 8)) 0 0 s;
  do _ <- grammar (N.shiftr n size =? 0); Ok (n, s).

(** ** Boards in the winner's view (section 1)

    Line [l], offset [o] is the bit l * width + o, where [width] is one more than the offsets of a line. *)
Record view := View {
  lines : N; offsets : N; tile_length : N; blocked : N; number_beside : Z; left_first : bool; transposed : bool }.

Definition width (v : view) : N := offsets v + 1.
Fixpoint multiples (d : N) (from : N) (n : nat) : list N :=
  match n with O => [] | S n => from :: multiples d (from + d) n end.
Definition far_cells (d k : N) : list N := multiples d d (pred (N.to_nat k)).
Definition shape_of (v : view) : shape :=
  Shape (far_cells (width v) (tile_length v)) (far_cells 1 (tile_length v)).

(** The cells that a set of cells is mapped to. *)
Definition image (f : N -> N) (s : N) : N := fold_left (fun t c => N.setbit t (f c)) (elements s) 0.

Fixpoint full_lines (width length : N) (n : nat) : N :=
  match n with
  | O => 0
  | S n => N.lor (N.shiftl (N.ones length) (N.of_nat n * width)) (full_lines width length n)
  end.
Definition full (v : view) : N := full_lines (width v) (offsets v) (N.to_nat (lines v)).
Definition free (v : view) : N := N.ldiff (full v) (blocked v).

(** Cell (line, offset) of a view becomes (offset, line) of one with [lines] cells to a line. *)
Definition transpose (width lines c : N) : N := c mod width * (lines + 1) + c / width.
Definition opposite (v : view) : view :=
  View (offsets v) (lines v) (tile_length v) (image (transpose (width v) (lines v)) (blocked v))
    (- number_beside v) (negb (left_first v)) (negb (transposed v)).

Definition statement (s : bytes) : result (view * bytes) :=
  do '(rows, s) <- number 1 65535 s;
  do '(columns, s) <- number 1 65535 s;
  do '(k, s) <- number 2 16 s;
  do '(listed, s) <- byte s;
  do _ <- grammar ((listed =? 0) || ((listed =? 1) && (rows * columns <=? 256)));
  do '(these, s) <- (if listed =? 0 then Ok (0, s)
                     else do '(d, s) <- digits (rows * columns) s;
                          Ok (N.ldiff (N.ones (rows * columns)) d, s));
  do '(x, s) <- dyadic s;
  do '(first, s) <- byte s;
  do '(winner, s) <- byte s;
  do _ <- grammar ((first <=? 1) && (winner <=? 1));
  let vertical := View rows columns k (image (fun c => c / columns * (columns + 1) + c mod columns) these)
                    x (first =? 0) false in
  do _ <- grammar ((blocked vertical =? 0) || subb (blocked vertical) (full vertical));
  Ok (if winner =? 0 then vertical else opposite vertical, s).

(** ** Classes and vectors (section 5) *)
Module Table := FMapAVL.Make N_as_OT.
Definition table : Type := Table.t vector.

Section Board.
Variable g : shape.
Variable pieces : N.

Definition can (p : side) (s : N) : N := starts (far g p) s.
Definition covered (p : side) (s : N) : N := fold_left (fun t d => N.lor t (N.shiftl s d)) (far g p) s.
Definition touching (p : side) (s : N) : N := fold_left (fun t d => N.lor t (N.shiftr s d)) (far g p) s.
(** The first cell of a set. *)
Definition lowest (s : N) : N := N.log2 (N.ldiff s (N.pred s)).

(** The cells linked with those of [s] by tiles that begin in [left] and [right]. *)
Fixpoint class (fuel : nat) (left right s : N) : N :=
  match fuel with
  | O => s
  | S fuel =>
      let grown := N.lor s (N.lor (covered L (N.land (touching L s) left))
                                  (covered R (N.land (touching R s) right))) in
      if grown =? s then s else class fuel left right grown
  end.
Definition enough : nat := Eval compute in 300%nat.
Fixpoint classes (fuel : nat) (left right rest : N) : list N :=
  match fuel with
  | O => []
  | S fuel =>
      if rest =? 0 then [] else
      let c := class enough left right (N.shiftl 1 (lowest rest)) in
      c :: classes fuel left right (N.ldiff rest c)
  end.

(** A sum and what is known of vectors. *)
Definition sums : Type := vector * table.

(** Adds what a class is worth; [of_class] finds the vector if both players can move in it. *)
Definition add_class (of_class : N -> table -> result sums) (sum : sums) (c : N) : result sums :=
  let '(v, t) := sum in
  if can R c =? 0 then Ok (shift (4 * Z.of_nat (greedy g enough c)) v, t)
  else if can L c =? 0 then
    Ok (shift (- (4 * Z.of_nat (Nat.div (List.length (elements c)) (S (List.length (along g)))))) v, t)
  else do '(w, t) <- of_class c t; Ok (plus v w, t).
Fixpoint add_classes (of_class : N -> table -> result sums) (l : list N) (sum : sums) : result sums :=
  match l with [] => Ok sum | c :: l => do sum <- add_class of_class sum c; add_classes of_class l sum end.

Definition add_set (of_class : N -> table -> result sums) (s : N) (sum : sums) : result sums :=
  let left := can L s in
  let right := can R s in
  let l := classes enough left right (N.lor (covered L left) (covered R right)) in
  do _ <- require (is_cut g s l); add_classes of_class l sum.

(** The best of the options of a player. *)
Fixpoint options (of_class : N -> table -> result sums) (pick : tree (option Z) -> vector -> tree (option Z))
    (after : list N) (best : tree (option Z)) (t : table) : result (tree (option Z) * table) :=
  match after with
  | [] => Ok (best, t)
  | s :: after =>
      do '(v, t) <- add_set of_class s (zero, t);
      options of_class pick after (pick best v) t
  end.
Definition pick_left (best : tree (option Z)) (v : vector) : tree (option Z) :=
  merge greatest best (mapt (fun a => Some (fst a)) v).
Definition pick_right (best : tree (option Z)) (v : vector) : tree (option Z) :=
  merge least best (mapt (fun a => Some (snd a)) v).
Definition after_moves (p : side) (s : N) : list N :=
  map (fun i => N.ldiff s (tile (far g p) i)) (elements (can p s)).

(** Shapes are kept where their first cell is 0. *)
Fixpoint vector_of (fuel : nat) (c : N) (t : table) : result sums :=
  match fuel with
  | O => Invalid
  | S fuel =>
      let place := lowest c in
      let key := N.shiftr c place in
      do _ <- require (N.shiftl key place =? c);
      match Table.find key t with
      | Some v => Ok (v, t)
      | None =>
          do _ <- require (N.of_nat (List.length (elements key)) <=? pieces);
          do '(lo, t) <- options (vector_of fuel) pick_left (after_moves L key) no_options t;
          do '(hi, t) <- options (vector_of fuel) pick_right (after_moves R key) no_options t;
          let v := from_options temperatures lo hi in
          Ok (v, Table.add key v t)
      end
  end.

(** The pieces of a position after a cut with necks. *)
Definition beside (s : N) : N := N.lor (N.shiftl s 1) (N.shiftr s 1).
Fixpoint with_necks (width necks : N) (l : list N) : result (list N) :=
  match l with
  | [] => Ok []
  | c :: l =>
      let near := N.land (beside c) necks in
      let above := N.lor (N.shiftl near width) (N.shiftr near width) in
      do _ <- require (disjointb above (N.lor c near));
      do l <- with_necks width necks l; Ok (N.lor c near :: l)
  end.
Fixpoint first_of {A : Type} (n : nat) (l : list A) : list A :=
  match n, l with S n, x :: l => x :: first_of n l | _, _ => [] end.
Definition pieces_of (width s cut necks : N) : result (list N) :=
  let necks := N.land necks s in
  do _ <- require ((necks =? 0) ||
                   ((N.of_nat (List.length (along g)) =? 1) && disjointb (beside necks) necks));
  let rest := N.ldiff s necks in
  (* All cells of a tile but the last are the upper cells of its pairs. *)
  let upper := 0 :: first_of (pred (List.length (across g))) (across g) in
  let left := fold_left (fun found d => N.ldiff found (N.shiftr cut d)) upper (can L rest) in
  let right := can R rest in
  let linked := N.lor (N.lor (covered L left) (covered R right)) (N.land (beside necks) rest) in
  with_necks width necks (classes enough left right linked).

(** Whether the pieces are worth enough, and the vectors met. *)
Fixpoint nothing {A : Type} (v : tree A) : A := match v with Leaf a => a | Pair v _ => nothing v end.
Definition decide (width s cut necks : N) (x : Z) (left : bool) (t : table) : result table :=
  do l <- pieces_of width s cut necks;
  do _ <- require (is_cut g s l);
  do '(v, t) <- add_classes (vector_of enough) l (zero, t);
  let '(second, first) := nothing v in
  do _ <- require (0 <=? (if left then first else second) + (4 * x) / 65536)%Z;
  Ok t.
End Board.

(** ** The walk (section 4) *)
Definition mask : Type := N * N.
Record state := State {
  input : bytes; vectors : table; known : Table.t (list (Z * bool)); masks : list mask; nodes : N }.
Definition read (st : state) (s : bytes) : state := State s (vectors st) (known st) (masks st) (nodes st).
Definition count (st : state) : state := State (input st) (vectors st) (known st) (masks st) (nodes st + 1).
Definition keep_vectors (st : state) (t : table) : state := State (input st) t (known st) (masks st) (nodes st).
Definition use_masks (st : state) (l : list mask) : state := State (input st) (vectors st) (known st) l (nodes st).

Section Walk.
Variable v : view.
Variable pieces : N.
Let g := shape_of v.

Definition flip_lines (c : N) : N := (lines v - 1 - c / width v) * width v + c mod width v.
Definition flip_offsets (c : N) : N := c / width v * width v + (offsets v - 1 - c mod width v).
Definition canonical (s : N) : N :=
  let a := image flip_lines s in
  N.min (N.min s a) (N.min (image flip_offsets s) (image flip_offsets a)).

Definition proven_for (s : N) (st : state) : list (Z * bool) :=
  match Table.find s (known st) with Some l => l | None => [] end.
Definition remember (s : N) (x : Z) (left : bool) (st : state) : state :=
  let key := canonical s in
  State (input st) (vectors st) (Table.add key ((x, left) :: proven_for key st) (known st)) (masks st) (nodes st).
Definition is_known (s : N) (x : Z) (left : bool) (st : state) : bool :=
  existsb (fun p => (fst p =? x)%Z && Bool.eqb (snd p) left) (proven_for (canonical s) st).

(** A mask: two bits for each boundary, then one for each pair of those that list them. *)
Fixpoint listed (n : nat) (codes : N) : option N :=
  match n with
  | O => Some 0
  | S n =>
      match N.land codes 3, listed n (N.shiftr codes 2) with
      | 3, _ | _, None => None
      | 2, Some found => Some (found + 1)
      | _, found => found
      end
  end.
Fixpoint pairs (n : nat) (codes these place : N) : N :=
  match n with
  | O => 0
  | S n =>
      let code := N.land codes 3 in
      let here := if code =? 0 then 0 else if code =? 1 then N.ones (offsets v) else N.land these (N.ones (offsets v)) in
      N.lor (N.shiftl here place)
        (pairs n (N.shiftr codes 2) (if code =? 2 then N.shiftr these (offsets v) else these) (place + width v))
  end.
Fixpoint cells_listed (n : nat) (s : bytes) : result (N * bytes) :=
  match n with
  | O => Ok (0, s)
  | S n =>
      do '(c, s) <- byte s;
      do '(l, s) <- cells_listed n s;
      Ok (if c <? lines v * offsets v then N.setbit l (c / offsets v * width v + c mod offsets v) else l, s)
  end.
Definition read_mask (necks : bool) (s : bytes) : result (mask * bytes) :=
  let boundaries := N.to_nat (lines v - 1) in
  do '(codes, s) <- digits (2 * (lines v - 1)) s;
  match listed boundaries codes with
  | None => Unreadable
  | Some n =>
      do '(these, s) <- digits (n * offsets v) s;
      let cut := pairs boundaries codes these 0 in
      do '(n, s) <- (if necks then number 0 256 s else Ok (0, s));
      do '(l, s) <- cells_listed (N.to_nat n) s;
      Ok ((cut, l), s)
  end.

(** Moves the mask at a place to the front. *)
Fixpoint take (n : N) (l : list mask) : option (mask * list mask) :=
  match l with
  | [] => None
  | m :: l =>
      if n =? 0 then Some (m, l)
      else match take (n - 1) l with None => None | Some (found, l) => Some (found, m :: l) end
  end.

Fixpoint each {A : Type} (f : A -> state -> result state) (l : list A) (st : state) : result state :=
  match l with [] => Ok st | a :: l => do st <- f a st; each f l st end.

Definition side_of (left : bool) : side := if left then L else R.

Definition reason (s : N) (x : Z) (left : bool) (m : mask) (st : state) : result state :=
  do t <- decide g pieces (width v) s (fst m) (snd m) x left (vectors st);
  Ok (keep_vectors st t).

Definition static (tag s : N) (x : Z) (left : bool) (st : state) : result state :=
  if tag =? 3 then do _ <- require (is_known s x left st); Ok st
  else if tag =? 4 then reason s x left (0, 0) st
  else if tag =? 5 then
    let idle := N.ldiff s (covered g R (can g R s)) in
    reason s x left (N.ldiff s (N.land idle (N.shiftr idle (width v))), 0) st
  else if (tag =? 6) || (tag =? 7) then
    do '(m, rest) <- read_mask (tag =? 7) (input st);
    reason s x left m (use_masks (read st rest) (m :: first_of 15 (masks st)))
  else if (16 <=? tag) && (tag <? 32) then
    match take (tag - 16) (masks st) with
    | None => Invalid
    | Some (m, l) => reason s x left m (use_masks st (m :: l))
    end
  else Unreadable.

Fixpoint walk (fuel : nat) (s : N) (x : Z) (left : bool) (st : state) : result state :=
  match fuel with
  | O => Invalid
  | S fuel =>
      do '(tag, rest) <- byte (input st);
      let st := count (read st rest) in
      let starred := (128 <=? tag) in
      let kind := if starred then tag - 128 else tag in
      let p := side_of left in
      let place i st := walk fuel (N.ldiff s (tile (far g p) i)) x (negb left) st in
      let beside y st := walk fuel s y (negb left) st in
      if kind <=? 2 then
        do st <-
          (if kind =? 0 then
             do _ <- require (negb left);
             do st <- each place (elements (can g p s)) st;
             each beside (number_moves p x) st
           else
             do _ <- require left;
             if kind =? 1 then
               do '(c, rest) <- byte (input st);
               let i := c / offsets v * width v + c mod offsets v in
               do _ <- require ((c <? lines v * offsets v) && N.testbit (can g p s) i);
               place i (read st rest)
             else match number_moves p x with [] => Invalid | y :: _ => beside y st end);
        Ok (if starred then remember s x left st else st)
      else static tag s x left st
  end.
End Walk.

Definition check_walk (fuel : nat) (v : view) (s : bytes) : result (N * bytes) :=
  do '(pieces, s) <- number 0 40 s;
  do st <- walk v pieces fuel (free v) (number_beside v) (left_first v)
             (State s (Table.empty _) (Table.empty _) [] 0);
  Ok (nodes st, input st).

(** ** Items and the rules for empty rectangles (section 6) *)
Inductive item := Claimed (v : view) | Supposed (v : view).
Definition said (i : item) : view := match i with Claimed v => v | Supposed v => v end.

(** What is proven so far, the latest item first, and the same items by their numbers; what is taken from other
    certificates. *)
Record proven := Proven {
  items : list item; last : N; by_number : Table.t item; rests : list (view * list N); all_nodes : N }.
Definition add_item (i : item) (pr : proven) : proven :=
  let n := last pr + 1 in Proven (i :: items pr) n (Table.add n i (by_number pr)) (rests pr) (all_nodes pr).
Definition drop_item (pr : proven) : proven :=
  Proven (tl (items pr)) (last pr - 1) (Table.remove (last pr) (by_number pr)) (rests pr) (all_nodes pr).

Definition earlier (pr : proven) (s : bytes) : result (view * bytes) :=
  do '(n, s) <- number 1 4294967295 s;
  match Table.find n (by_number pr) with None => Invalid | Some i => Ok (said i, s) end.
Fixpoint premises (fuel : nat) (pr : proven) (s : bytes) : result (list view * bytes) :=
  match fuel with
  | O => Ok ([], s)
  | S fuel => do '(v, s) <- earlier pr s; do '(vs, s) <- premises fuel pr s; Ok (v :: vs, s)
  end.
Fixpoint take_bytes (n : nat) (s : bytes) : result (list N * bytes) :=
  match n with
  | O => Ok ([], s)
  | S n => do '(b, s) <- byte s; do '(l, s) <- take_bytes n s; Ok (b :: l, s)
  end.

Definition sum_of {A : Type} (f : view -> A) (add : A -> A -> A) (zero : A) (l : list view) : A :=
  fold_right (fun v n => add (f v) n) zero l.
Definition firsts (l : list view) : N := sum_of (fun v => if left_first v then 1 else 0) N.add 0 l.
Definition numbers (l : list view) : Z := sum_of number_beside Z.add 0%Z l.

Definition rule_add (v : view) (squares : N) (l : list view) : bool :=
  (blocked v =? 0) && forallb (fun p => (tile_length p =? tile_length v) && (blocked p =? 0)) l &&
  (squares mod 2 =? 0) && forallb (fun p => offsets p =? offsets v) l &&
  (sum_of lines N.add 0 l + squares * offsets v =? lines v) &&
  (numbers l <=? number_beside v)%Z &&
  (if firsts l =? 0 then negb (left_first v) || (numbers l <? number_beside v)%Z
   else (firsts l =? 1) && left_first v).
Definition rule_split (v : view) (l : list view) : bool :=
  (blocked v =? 0) && forallb (fun p => (tile_length p =? tile_length v) && (blocked p =? 0)) l &&
  (lines v =? tile_length v) && forallb (fun p => lines p =? lines v) l &&
  (sum_of offsets N.add 0 l + 1 =? offsets v) && (N.of_nat (List.length l) <=? 2) &&
  left_first v && (firsts l =? 0) && (numbers l <=? number_beside v)%Z.
Definition rule_corner (v : view) : bool :=
  (blocked v =? 0) && (tile_length v =? 2) && (lines v =? 2 * offsets v) && left_first v && (0 <=? number_beside v)%Z.
Definition rule_narrow (v : view) : bool :=
  let worth := (Z.of_N (offsets v * (lines v / tile_length v)) * unit + number_beside v)%Z in
  (blocked v =? 0) && (offsets v <? tile_length v) && (if left_first v then 0 <? worth else 0 <=? worth)%Z.

Section Items.
Variable check_walk : view -> bytes -> result (N * bytes).

Definition prove (v : view) (pr : proven) (s : bytes) : result (proven * bytes) :=
  let pr' := add_item (Claimed v) pr in
  do '(rule, s) <- byte s;
  if rule =? 0 then
    do _ <- grammar (lines v * offsets v <=? 256);
    do '(n, s) <- check_walk v s;
    Ok (Proven (items pr') (last pr') (by_number pr') (rests pr') (all_nodes pr + n), s)
  else if rule =? 1 then
    do '(squares, s) <- number 0 65535 s;
    do '(n, s) <- number 0 65535 s;
    do '(l, s) <- premises (N.to_nat n) pr s;
    do _ <- require (rule_add v squares l); Ok (pr', s)
  else if rule =? 2 then
    do '(n, s) <- number 0 65535 s;
    do '(l, s) <- premises (N.to_nat n) pr s;
    do _ <- require (rule_split v l); Ok (pr', s)
  else if rule =? 3 then do _ <- require (rule_corner v); Ok (pr', s)
  else if rule =? 4 then do _ <- require (rule_narrow v); Ok (pr', s)
  else if rule =? 5 then
    do '(hash, s) <- take_bytes 32 s;
    Ok (Proven (items pr') (last pr') (by_number pr') ((v, hash) :: rests pr) (all_nodes pr), s)
  else Unreadable.

Definition same_view (a b : view) : bool :=
  (lines a =? lines b) && (offsets a =? offsets b) && (tile_length a =? tile_length b) && (blocked a =? blocked b) &&
  (number_beside a =? number_beside b)%Z && Bool.eqb (left_first a) (left_first b).
(** Drops what was said after the last supposition, and turns it round. *)
Fixpoint refute (l : list item) (pr : proven) : option proven :=
  match l with
  | [] => None
  | Claimed _ :: l => refute l (drop_item pr)
  | Supposed v :: _ => Some (add_item (Claimed (opposite v)) (drop_item pr))
  end.

Fixpoint check_items (fuel : nat) (pr : proven) (s : bytes) : result proven :=
  match fuel with
  | O => Unreadable
  | S fuel =>
      do '(tag, s) <- byte s;
      if tag =? 0 then
        do _ <- grammar (match s with Ended => true | _ => false end);
        do _ <- require (forallb (fun i => match i with Claimed _ => true | Supposed _ => false end) (items pr) &&
                         match items pr with [] => false | _ => true end);
        Ok pr
      else if tag =? 1 then
        do '(v, s) <- statement s;
        do '(pr, s) <- prove v pr s;
        check_items fuel pr s
      else if tag =? 2 then
        do '(v, s) <- statement s;
        check_items fuel (add_item (Supposed v) pr) s
      else if tag =? 3 then
        do '(a, s) <- earlier pr s;
        do '(b, s) <- earlier pr s;
        do _ <- require (same_view a (opposite b));
        match refute (items pr) pr with
        | None => Invalid
        | Some pr => check_items fuel pr s
        end
      else Unreadable
  end.

Definition magic : list N := [137; 67; 82; 79; 83; 83; 10; 1].
Fixpoint expect (m : list N) (s : bytes) : result bytes :=
  match m with
  | [] => Ok s
  | b :: m => do '(c, s) <- byte s; do s <- expect m s; do _ <- grammar (b =? c); Ok s
  end.
(** Checks a certificate: what it proves, the latest claim first. [fuel] is more than it has bytes. *)
Definition check_with (fuel : nat) (s : bytes) : result proven :=
  do s <- expect magic s; check_items fuel (Proven [] 0 (Table.empty _) [] 0) s.
End Items.
Definition check (fuel : nat) : bytes -> result proven := check_with (check_walk fuel) fuel.
