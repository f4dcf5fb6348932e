(* Reads the bytes of an uncompressed certificate, asks the proven checker, prints what it says.
   Exit codes: 0 valid, 1 invalid, 2 unreadable. *)
open Checker

let read channel =
  set_binary_mode_in channel true;
  let buffer = Buffer.create 65536 in
  (try
     while true do
       Buffer.add_channel buffer channel 1
     done
   with End_of_file -> ());
  Buffer.contents buffer

let rec from text place =
  if place = String.length text then Ended else Byte (Zarith.of_int (Char.code text.[place]), fun () -> from text (place + 1))

(* A statement in words, as crosscram-check says it. *)
let in_words view =
  let board = if view.transposed then opposite view else view in
  let name vertical = if vertical then "Vertical" else "Horizontal" in
  let number = Zarith.to_float board.number_beside /. 65536. in
  Printf.printf "on the board of %s rows and %s columns plus the number %.16g, with tiles of %s cells, if %s moves first, %s wins.\n"
    (Zarith.to_string board.lines) (Zarith.to_string board.offsets) number (Zarith.to_string board.tile_length)
    (name board.left_first) (name (not view.transposed));
  if not (Zarith.equal board.blocked Zarith.zero) then
    let columns = Zarith.to_int board.offsets in
    for row = 0 to Zarith.to_int board.lines - 1 do
      for column = 0 to columns - 1 do
        print_char (if Zarith.testbit board.blocked ((row * (columns + 1)) + column) then '#' else '.')
      done;
      print_newline ()
    done

let fail code reason =
  prerr_endline reason;
  exit code

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 262144; space_overhead = 80 };
  let channel =
    match Sys.argv with
    | [| _ |] -> stdin
    | [| _; file |] -> ( try open_in_bin file with Sys_error reason -> fail 2 reason)
    | _ -> fail 2 "usage: crosscram-verified [FILE]"
  in
  let text = read channel in
  let rec slots n = if n >= 2097152 || n >= String.length text then n else slots (2 * n) in
  match fast_check (slots 131072) (1048576 + (4 * String.length text)) (String.length text + 1) (from text 0) with
  | Invalid -> fail 1 "invalid: a step of the certificate is not proven"
  | Unreadable -> fail 2 "unreadable: the file does not follow the grammar of certificates"
  | Ok proven ->
      Printf.printf "Valid, %s nodes.\n" (Zarith.to_string proven.all_nodes);
      List.iter
        (fun (view, hash) ->
          let hex = String.concat "" (List.map (fun byte -> Printf.sprintf "%02x" (Zarith.to_int byte)) hash) in
          Printf.printf "Provided that the certificate %s proves: " hex;
          in_words view)
        (List.rev proven.rests);
      List.iter
        (fun (Claimed view | Supposed view) ->
          print_string "Proven: ";
          in_words view)
        (List.rev proven.items)
