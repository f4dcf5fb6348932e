(** * The rules of the game

    All that has to be believed is in this file: what a move is, and what it means to win. Nothing
    here knows of values, sums or certificates. *)

From Coq Require Import NArith ZArith.
Open Scope N_scope.

Inductive player := Vertical | Horizontal.

Definition other (p : player) : player :=
  match p with Vertical => Horizontal | Horizontal => Vertical end.

(** A cell is its row and its column, both from 0. *)
Definition cell : Set := N * N.

(** [c] is a cell of the tile of length [k] that the player puts on [first] and the cells below it
    (Vertical) or to the right of it (Horizontal). *)
Definition in_tile (k : N) (p : player) (first c : cell) : Prop :=
  match p with
  | Vertical => snd c = snd first /\ fst first <= fst c < fst first + k
  | Horizontal => fst c = fst first /\ snd first <= snd c < snd first + k
  end.

(** A set of free cells. *)
Definition cells : Type := cell -> Prop.

(** The empty board. *)
Definition board (rows columns : N) : cells := fun c => fst c < rows /\ snd c < columns.

(** A move covers free cells by a tile, and nothing else happens. *)
Definition move (k : N) (p : player) (free after : cells) : Prop :=
  exists first, (forall c, in_tile k p first c -> free c) /\
                (forall c, after c <-> free c /\ ~ in_tile k p first c).

(** [wins k w p free]: player [w] wins if player [p] is to move and [free] are the free cells. If it
    is w's turn, w needs one move after which w wins; if it is not, w has to win after each move
    of the other player, and has won if there is none. *)
Inductive wins (k : N) (w : player) : player -> cells -> Prop :=
| own_move : forall free after,
    move k w free after -> wins k w (other w) after -> wins k w w free
| other_move : forall free,
    (forall after, move k (other w) free after -> wins k w w after) -> wins k w (other w) free.

(** ** A number beside the board

    A certificate may also speak of a board beside which a number lies: a fraction whose denominator
    is a power of two up to 65,536, given here in units of 1/65,536. A player moves on the board or in
    the number. Neither player can move in the number 0, so that this is the game above ([number_zero]). *)
Definition unit : Z := 65536.

Definition number_move (p : player) (x y : Z) : Prop :=
  let step := Z.gcd x unit in
  match p with
  | Vertical => (step < unit \/ 0 < x)%Z /\ (y = x - step)%Z
  | Horizontal => (step < unit \/ x < 0)%Z /\ (y = x + step)%Z
  end.

Inductive wins_with (k : N) (w : player) : player -> cells -> Z -> Prop :=
| own_tile : forall free after x,
    move k w free after -> wins_with k w (other w) after x -> wins_with k w w free x
| own_number : forall free x y,
    number_move w x y -> wins_with k w (other w) free y -> wins_with k w w free x
| other_turn : forall free x,
    (forall after, move k (other w) free after -> wins_with k w w after x) ->
    (forall y, number_move (other w) x y -> wins_with k w w free y) ->
    wins_with k w (other w) free x.

Lemma number_zero k w p free x : wins_with k w p free x -> x = 0%Z -> wins k w p free.
Proof.
  induction 1 as [free after x Hm _ IH | free x y Hm _ IH | free x _ IH _ _]; intros ->.
  - eapply own_move; eauto.
  - exfalso. revert Hm. unfold number_move, unit. destruct w; cbn; intros [[]]; discriminate.
  - apply other_move. auto.
Qed.
