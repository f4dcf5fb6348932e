(* Rocq's machine words and arrays in OCaml: what Uint63, Sint63 and PArray say of them. *)
let[@inline] of_int (a : int) = a
let[@inline] left a d = if d >= 0 && d < 63 then a lsl d else 0
let[@inline] right a d = if d >= 0 && d < 63 then a lsr d else 0
let[@inline] equal (a : int) b = a = b
let[@inline] less (a : int) b = a lxor min_int < b lxor min_int
let[@inline] at_most (a : int) b = a <= b

(* The number of zeros below the lowest one: the exponent of a float that is a power of two. *)
let[@inline] zeros a =
  if a = 0 then 63
  else (Int64.to_int (Int64.shift_right_logical (Int64.bits_of_float (float_of_int (a land -a))) 52) land 2047) - 1023

let words = Zarith.shift_left Zarith.one 63
let to_Z a = if a >= 0 then Zarith.of_int a else Zarith.add (Zarith.of_int a) words
let of_Z z = if Zarith.fits_int z then Zarith.to_int z else Zarith.to_int (Zarith.signed_extract z 0 63)

(* A persistent array: the latest version is an array, each older one says where it differs from the next. *)
type 'a array = 'a version ref
and 'a version = Latest of 'a Array.t * 'a | Older of int * 'a * 'a array

let make size a = ref (Latest (Array.make (if size < 0 || size > 4194303 then 4194303 else size) a, a))

let rec latest t =
  match !t with
  | Latest (a, default) -> (a, default)
  | Older (i, x, newer) ->
      let a, default = latest newer in
      newer := Older (i, a.(i), t);
      a.(i) <- x;
      t := Latest (a, default);
      (a, default)

let get t i =
  match !t with
  | Latest (a, default) -> if i >= 0 && i < Array.length a then Array.unsafe_get a i else default
  | Older _ -> let a, default = latest t in if i >= 0 && i < Array.length a then a.(i) else default

let set t i x =
  let a, default = latest t in
  if i < 0 || i >= Array.length a then t
  else begin
    let newer = ref (Latest (a, default)) in
    t := Older (i, Array.unsafe_get a i, newer);
    Array.unsafe_set a i x;
    newer
  end
