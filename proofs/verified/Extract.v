(** * The checker as an OCaml program

    Numbers become those of zarith, and each function of the library that is named here becomes the
    function of zarith beside it. *)

From Coq Require Import NArith ZArith Uint63 Sint63 PArray Extraction ExtrOcamlBasic.
From Crosscram Require Import Checker Words Sums Tables Fast.

Extract Inductive positive => "Zarith.t"
  [ "(fun p -> Zarith.succ (Zarith.shift_left p 1))" "(fun p -> Zarith.shift_left p 1)" "Zarith.one" ]
  "(fun odd even one p -> if Zarith.equal p Zarith.one then one () else if Zarith.is_odd p then odd (Zarith.shift_right p 1) else even (Zarith.shift_right p 1))".
Extract Inductive N => "Zarith.t" [ "Zarith.zero" "(fun p -> p)" ]
  "(fun zero pos n -> if Zarith.equal n Zarith.zero then zero () else pos n)".
Extract Inductive Z => "Zarith.t" [ "Zarith.zero" "(fun p -> p)" "Zarith.neg" ]
  "(fun zero pos neg n -> let s = Zarith.sign n in if s = 0 then zero () else if s > 0 then pos n else neg (Zarith.neg n))".

Extract Constant N.succ => "Zarith.succ".
Extract Constant N.pred => "(fun a -> if Zarith.equal a Zarith.zero then a else Zarith.pred a)".
Extract Constant N.add => "Zarith.add".
Extract Constant N.sub => "(fun a b -> Zarith.max Zarith.zero (Zarith.sub a b))".
Extract Constant N.mul => "Zarith.mul".
Extract Constant N.div => "(fun a b -> if Zarith.equal b Zarith.zero then Zarith.zero else Zarith.div a b)".
Extract Constant N.modulo => "(fun a b -> if Zarith.equal b Zarith.zero then a else Zarith.rem a b)".
Extract Constant N.min => "Zarith.min".
Extract Constant N.compare =>
  "(fun a b -> let c = Zarith.compare a b in if c = 0 then Eq else if c < 0 then Lt else Gt)".
Extract Constant N.eqb => "Zarith.equal".
Extract Constant N.ltb => "Zarith.lt".
Extract Constant N.leb => "Zarith.leq".
Extract Constant N.log2 => "(fun a -> if Zarith.equal a Zarith.zero then a else Zarith.of_int (Zarith.log2 a))".
Extract Constant N.land => "Zarith.logand".
Extract Constant N.lor => "Zarith.logor".
Extract Constant N.ldiff => "(fun a b -> Zarith.logand a (Zarith.lognot b))".
Extract Constant N.shiftl => "(fun a b -> Zarith.shift_left a (Zarith.to_int b))".
Extract Constant N.shiftr => "(fun a b -> Zarith.shift_right a (Zarith.to_int b))".
Extract Constant N.testbit => "(fun a b -> Zarith.testbit a (Zarith.to_int b))".
Extract Constant N.setbit => "(fun a b -> Zarith.logor a (Zarith.shift_left Zarith.one (Zarith.to_int b)))".
Extract Constant Z.add => "Zarith.add".
Extract Constant Z.sub => "Zarith.sub".
Extract Constant Z.mul => "Zarith.mul".
Extract Constant Z.opp => "Zarith.neg".
Extract Constant Z.abs => "Zarith.abs".
Extract Constant Z.max => "Zarith.max".
Extract Constant Z.min => "Zarith.min".
Extract Constant Z.gcd => "Zarith.gcd".
Extract Constant Z.div => "(fun a b -> if Zarith.equal b Zarith.zero then b else Zarith.fdiv a b)".
Extract Constant Z.eqb => "Zarith.equal".
Extract Constant Z.ltb => "Zarith.lt".
Extract Constant Z.leb => "Zarith.leq".
Extract Constant Z.of_N => "(fun a -> a)".

Extract Constant Z.succ => "Zarith.succ".

(** Natural numbers are counters of loops here. *)
Extract Inductive nat => "int" [ "0" "Stdlib.succ" ] "(fun zero next n -> if n = 0 then zero () else next (n - 1))".

(** Machine words: OCaml's integers have 63 bits too. *)
Extract Inlined Constant PrimInt63.int => "int".
Extract Inlined Constant PrimInt63.add => "(+)".
Extract Inlined Constant PrimInt63.sub => "(-)".
Extract Inlined Constant PrimInt63.mul => "( * )".
Extract Inlined Constant PrimInt63.land => "(land)".
Extract Inlined Constant PrimInt63.lor => "(lor)".
Extract Inlined Constant PrimInt63.lxor => "(lxor)".
Extract Inlined Constant PrimInt63.lsl => "Uint63.left".
Extract Inlined Constant PrimInt63.lsr => "Uint63.right".
Extract Inlined Constant PrimInt63.eqb => "Uint63.equal".
Extract Inlined Constant PrimInt63.ltb => "Uint63.less".
Extract Inlined Constant PrimInt63.lesb => "Uint63.at_most".
Extract Inlined Constant PrimInt63.tail0 => "Uint63.zeros".
Extract Constant Uint63.to_Z => "Uint63.to_Z".
Extract Constant Uint63.of_Z => "Uint63.of_Z".
Extract Constant Sint63.to_Z => "Zarith.of_int".
Extract Inlined Constant PArray.get => "Uint63.get".
Extract Inlined Constant PArray.set => "Uint63.set".
Extract Inlined Constant PArray.make => "Uint63.make".
Extract Constant PArray.array "'a" => "'a Uint63.array".
Extraction Inline Words.both Words.union Words.minus Words.is_empty Words.equal Sums.most Sums.eight bind require grammar Fast.meets Fast.single.

Extraction "checker.ml" fast_check opposite.
