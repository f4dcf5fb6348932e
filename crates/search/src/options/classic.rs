//! The options of the published solvers of Breuker et al. (2000) and Bullock (2002, 2014).

use super::{
    EngineName, KnownValues, MOST_CELLS, OptionError, Refused, TableSize, UnknownName, number,
    switch,
};
use crosscram_rules::Question;
use crosscram_support::named;
use std::fmt;
use std::str::FromStr;

/// All options of a classic search. Each can be changed on its own, as for the ablation tables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClassicOptions {
    /// The program that these choices started from.
    pub program: Program,
    /// The static board cover; `None` for safe and real moves alone. Used for dominoes only.
    pub cover: Option<CoverOptions>,
    /// In which order moves are tried.
    pub ordering: Ordering,
    /// Whether moves with a protected cell are generated and tried after all others.
    pub generation: Generation,
    /// How the moves of the root are ordered and filtered.
    pub root: RootOrder,
    /// Whether safe moves are tried.
    pub safe_moves: SafeMoves,
    /// What the transposition table keeps when it is full.
    pub replacement: Replacement,
    /// Size of the transposition table.
    pub table: TableSize,
    /// Whether disjoint moves in a line are counted correctly.
    pub line_count: LineCount,
    /// Leave out moves that are no better than the same domino shifted by one: a wish of chapter 7.
    pub shift_dominance: bool,
    /// Add the exact values of regions of up to so many cells, 0 for none: tried and given up in
    /// section 7.1.
    pub values: u32,
    /// Values of regions that are known before the search, if it uses any.
    pub database: Option<KnownValues>,
}

named! {
    /// A published program of this family.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Program: "program" {
        /// Breuker, Uiterwijk and van den Herik (2000): safe and real moves only.
        Domi = "domi",
        /// Bullock (2002): the board cover, as the program behind the thesis's tables really was.
        Obsequi = "obsequi",
        /// Bullock's later state of the same program (2014): a second upper bound, no root sort.
        Obsequi2014 = "obsequi-2014",
    }
}

/// How the board cover is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoverOptions {
    /// The parts that are used.
    pub parts: Cover,
    /// Which reading of Theorem 3.6.1 is used.
    pub formula: Formula,
    /// Also bound the opponent by its real moves minus the protective areas (2014).
    pub second_upper_bound: bool,
    /// Also count squares that die beside vulnerable areas: a wish of chapter 7.
    pub dead_squares: bool,
    /// How the areas are packed onto the board; chapter 7 wishes for better than greedily.
    pub packing: PackingOrder,
}

impl CoverOptions {
    /// The cover of the thesis's program.
    pub const OBSEQUI: CoverOptions = CoverOptions {
        parts: Cover::ALL,
        formula: Formula::Program,
        second_upper_bound: false,
        dead_squares: false,
        packing: PackingOrder::Raster,
    };
}

impl ClassicOptions {
    /// The choices that make up a published program.
    pub fn of(program: Program) -> ClassicOptions {
        let obsequi = ClassicOptions {
            program,
            cover: Some(CoverOptions::OBSEQUI),
            ordering: Ordering::Positional,
            generation: Generation::Staged,
            root: RootOrder::Margin,
            safe_moves: SafeMoves::Ignored,
            replacement: Replacement::FindFirst,
            table: TableSize::DEFAULT,
            line_count: LineCount::Exact,
            shift_dominance: false,
            values: 0,
            database: None,
        };
        match program {
            Program::Obsequi => obsequi,
            Program::Obsequi2014 => ClassicOptions {
                cover: Some(CoverOptions {
                    second_upper_bound: true,
                    ..CoverOptions::OBSEQUI
                }),
                root: RootOrder::Score,
                ..obsequi
            },
            Program::Domi => ClassicOptions {
                cover: None,
                ordering: Ordering::Primary,
                generation: Generation::OneStage,
                root: RootOrder::Score,
                safe_moves: SafeMoves::Played,
                replacement: Replacement::TwoBig,
                ..obsequi
            },
        }
    }

    /// The cover that is used on a board: it is defined for dominoes.
    pub(crate) fn cover_for(&self, tile: u32) -> Option<CoverOptions> {
        self.cover.filter(|_| tile == 2)
    }

    /// Returns whether the root's order differs from that of other nodes: by margins of the cover, or by
    /// leaving ties to them.
    fn root_acts(&self, tile: u32) -> bool {
        self.cover_for(tile).is_some() || self.ordering == Ordering::Positional
    }

    /// Refuses options that have no effect on this question.
    pub(crate) fn check(&self, question: &Question) -> Result<(), OptionError> {
        let preset = ClassicOptions::of(self.program);
        let tile = question.tile.length();
        let refuse = |option, why: &str| Err(OptionError::of_no_use(option, self.engine(), why));
        if tile != 2 && self.cover != preset.cover {
            return refuse("cover", "the board cover is for dominoes only");
        }
        if let Some(cover) = self.cover_for(tile)
            && cover.formula != CoverOptions::OBSEQUI.formula
            && !cover.parts.has(CoverPart::Vulnerable1)
        {
            return refuse(
                "formula",
                "its readings differ only where vulnerable areas of type 1 are left over",
            );
        }
        if self.root != preset.root && !self.root_acts(tile) {
            return refuse(
                "root",
                "without a board cover the first moves are ordered like all others",
            );
        }
        if self.table.is_none() && self.replacement != preset.replacement {
            return refuse("replacement", "there is no table");
        }
        if self.shift_dominance && tile != 2 {
            return refuse("shift_dominance", "it is proven for dominoes only");
        }
        if self.line_count == LineCount::Unsound2002 {
            let longest = question.board.rows().max(question.board.cols());
            if tile != 2 {
                return refuse("line_count", "the program of 2002 knew dominoes only");
            }
            if longest < SHORTEST_MISCOUNTED_2002 {
                return refuse(
                    "line_count",
                    "the program of 2002 miscounts only lines of 15 cells and more",
                );
            }
            if longest > LONGEST_LINE_2002 {
                return refuse(
                    "line_count",
                    "the program of 2002 had lines of up to 30 cells",
                );
            }
        }
        if question.number != 0.into() {
            return refuse("number", "it does not know numbers");
        }
        if let Some(known) = &self.database
            && let Some(why) = known.why_useless(question, self.values)
        {
            return refuse("database", &why);
        }
        Ok(())
    }

    /// The name of the engine.
    pub(super) fn engine(&self) -> EngineName {
        match self.program {
            Program::Domi => EngineName::Domi,
            Program::Obsequi => EngineName::Obsequi,
            Program::Obsequi2014 => EngineName::Obsequi2014,
        }
    }

    /// Names and values of all choices that act with this tile, in a fixed order.
    pub(super) fn acting(&self, tile: u32) -> Vec<(&'static str, String)> {
        let mut list = Vec::new();
        match self.cover_for(tile) {
            None => list.push(("cover", "none".to_string())),
            Some(cover) => list.extend([
                ("cover", cover.parts.to_string()),
                ("formula", cover.formula.to_string()),
                ("second_upper_bound", cover.second_upper_bound.to_string()),
                ("dead_squares", cover.dead_squares.to_string()),
                ("packing", cover.packing.to_string()),
            ]),
        }
        list.extend([
            ("shift_dominance", self.shift_dominance.to_string()),
            ("values", self.values.to_string()),
        ]);
        if let Some(known) = &self.database {
            list.push(("database", known.describe()));
        }
        list.extend([
            ("ordering", self.ordering.to_string()),
            ("generation", self.generation.to_string()),
        ]);
        if self.root_acts(tile) {
            list.push(("root", self.root.to_string()));
        }
        list.push(("safe_moves", self.safe_moves.to_string()));
        if !self.table.is_none() {
            list.push(("replacement", self.replacement.to_string()));
        }
        list.extend([
            ("table", self.table.to_string()),
            ("line_count", self.line_count.to_string()),
        ]);
        list
    }

    /// Sets one of them.
    pub(super) fn set(&mut self, name: &str, text: &str) -> Result<(), Refused> {
        match name {
            "cover" if text == "none" => self.cover = None,
            "cover" => self.cover.get_or_insert(CoverOptions::OBSEQUI).parts = text.parse()?,
            "ordering" => self.ordering = text.parse()?,
            "generation" => self.generation = text.parse()?,
            "root" => self.root = text.parse()?,
            "safe_moves" => self.safe_moves = text.parse()?,
            "replacement" => self.replacement = text.parse()?,
            "line_count" => self.line_count = text.parse()?,
            "shift_dominance" => self.shift_dominance = switch(text)?,
            "values" => self.values = number(text, 1..=MOST_CELLS)?,
            "database" => KnownValues::use_file(text, &mut self.database, &mut self.values)?,
            _ => {
                let cover = self.cover.as_mut().ok_or(Refused::NoSuchPart)?;
                match name {
                    "formula" => cover.formula = text.parse()?,
                    "second_upper_bound" => cover.second_upper_bound = switch(text)?,
                    "dead_squares" => cover.dead_squares = switch(text)?,
                    "packing" => cover.packing = text.parse()?,
                    _ => return Err(Refused::NoSuchPart),
                }
            }
        }
        Ok(())
    }
}

/// The shortest line in which the program of 2002 miscounts moves.
const SHORTEST_MISCOUNTED_2002: usize = 15;

/// The longest line of the program of 2002.
pub(crate) const LONGEST_LINE_2002: usize = 30;

named! {
    /// How many squares Theorem 3.6.1 grants when both remainders are non-zero.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Formula: "formula" {
        /// As the program: one square is always given back.
        Program = "program",
        /// As printed: one square is given back only if a vulnerable area has a protected square.
        Thesis = "thesis",
    }
}

named! {
    /// In which order the greedy packing of a cover looks at the squares.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PackingOrder: "packing" {
        /// Line by line from the first square, as the program does.
        Raster = "raster",
        /// From each of the four corners; the best of the four covers counts.
        Corners = "corners",
    }
}

named! {
    /// In which order the moves of a node are tried.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Ordering: "ordering" {
        /// Raster order.
        None = "none",
        /// By the change of real and safe moves.
        Primary = "primary",
        /// Primary, ties by a fixed value of the square: what the program did.
        Positional = "positional",
        /// Primary, ties by how early a reflection of the move was played: what the thesis says.
        Dynamic = "dynamic",
    }
}

named! {
    /// Whether moves with one protected cell wait until all others have failed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Generation: "generation" {
        /// Moves without protected cells first, sorted; then the others, unsorted.
        Staged = "staged",
        /// All moves together, sorted.
        OneStage = "one-stage",
    }
}

named! {
    /// How the root's moves are prepared before the search.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum RootOrder: "root order" {
        /// Drop moves that lose statically, sort the rest by the difference of the static margins.
        Margin = "margin",
        /// Leave them as the move ordering has them.
        Score = "score",
    }
}

named! {
    /// Whether moves that the opponent cannot prevent are tried while others exist.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SafeMoves: "choice for safe moves" {
        /// Theorem 4.3.1: not while another move exists.
        Ignored = "ignored",
        /// Like every other move.
        Played = "played",
    }
}

named! {
    /// Which entry of the transposition table is replaced.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Replacement: "replacement scheme" {
        /// The new position always.
        New = "new",
        /// The position nearer to the end of the game.
        Deep = "deep",
        /// The position with the smaller subtree.
        Big = "big",
        /// Two entries: the deeper one, and the newest of the others.
        TwoDeep = "two-deep",
        /// Two entries: the bigger one, and the newest of the others.
        TwoBig = "two-big",
        /// Four entries: the first whose subtree is not larger.
        FindFirst = "find-first",
        /// Four entries: the one with the smallest subtree, if not larger.
        FindWorst = "find-worst",
        /// FindFirst with the four entries scattered over the table, one at the hash of each reflection, and
        /// no preference for empty ones: as in the program of the thesis.
        FindFirstScattered = "find-first-scattered",
        /// Four entries: the first of three whose subtree is not larger, else the fourth. FindFirst joined
        /// with TwoBig's place for the newest, which section 4.4 wishes for.
        FindFirstNew = "find-first-new",
    }
}

named! {
    /// How disjoint moves in a line are counted.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum LineCount: "line count" {
        /// Correct for every length.
        Exact = "exact",
        /// As in the thesis's program: wrong by one for some lines of 15 and more cells, so that the winner
        /// may be wrong. Only for comparison with the thesis's tables.
        Unsound2002 = "unsound-2002",
    }
}

/// The parts of the board cover of chapter 3, each on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cover {
    parts: u16,
}

named! {
    /// One part of the board cover.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum CoverPart: "part of the cover" {
        /// 2x2 areas in which one tile makes a safe area.
        Protective = "protective",
        /// Vulnerable areas that may share an opposing tile with another area.
        Vulnerable2 = "vulnerable2",
        /// Vulnerable areas that share no opposing tile; without this part they count as type 2.
        Vulnerable1 = "vulnerable1",
        /// Areas that the opponent cannot touch.
        Safe = "safe",
        /// Squares outside the cover that the opponent cannot use.
        Unavailable = "unavailable",
        /// Protected squares of vulnerable areas in which no tile is placed.
        Protected = "protected",
        /// Options that take one square from the opponent.
        Option1 = "option1",
        /// Options that take two; without this part they count as options of one.
        Option2 = "option2",
        /// Options that take three; without this part they count as options of two.
        Option3 = "option3",
    }
}

impl Cover {
    /// Every part.
    pub const ALL: Cover = Cover { parts: 0x1ff };

    /// Returns whether `part` is used.
    pub fn has(self, part: CoverPart) -> bool {
        self.parts >> part as u16 & 1 == 1
    }

    /// The same cover without `part`.
    #[must_use]
    pub fn without(self, part: CoverPart) -> Cover {
        Cover {
            parts: self.parts & !(1 << part as u16),
        }
    }

    /// The parts that a name on the command line stands for: a part, or a group of parts.
    pub fn parts_named(name: &str) -> Result<Vec<CoverPart>, UnknownName> {
        use CoverPart::{Option1, Option2, Option3, Vulnerable1, Vulnerable2};
        match name.to_ascii_lowercase().as_str() {
            "option" | "options" => Ok(vec![Option1, Option2, Option3]),
            "vulnerable" => Ok(vec![Vulnerable1, Vulnerable2]),
            _ => name.parse().map(|part| vec![part]),
        }
    }
}

/// A cover as printed: `all`, or `all without` some parts, each by its name or that of its group.
impl FromStr for Cover {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Cover, UnknownName> {
        let mut cover = Cover::ALL;
        match text.strip_prefix("all without ") {
            Some(names) => {
                for name in names.split(',') {
                    let parts = Cover::parts_named(name)?;
                    cover = parts.into_iter().fold(cover, Cover::without);
                }
            }
            None if text == "all" => {}
            None => {
                return Err(UnknownName::new(
                    "cover",
                    text,
                    &["none", "all", "all without PART,..."],
                ));
            }
        }
        Ok(cover)
    }
}

impl fmt::Display for Cover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missing: Vec<_> = CoverPart::ALL
            .iter()
            .filter(|&&part| !self.has(part))
            .collect();
        if missing.is_empty() {
            return f.write_str("all");
        }
        let names: Vec<_> = missing.iter().map(|part| part.name()).collect();
        write!(f, "all without {}", names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for &scheme in Replacement::ALL {
            assert_eq!(scheme.name().parse(), Ok(scheme));
        }
        for &part in CoverPart::ALL {
            assert_eq!(Cover::parts_named(part.name()), Ok(vec![part]));
            assert!(Cover::ALL.has(part) && !Cover::ALL.without(part).has(part));
        }
        let error = "best".parse::<Replacement>().unwrap_err();
        assert!(error.to_string().contains("find-first"), "{error}");
    }
}
