//! `crosscram values list`, `find` and `export`.

use super::filter::{self, Filter};
use super::row::Row;
use super::{check, set_interrupt};
use crate::failure::Failure;
use crate::progress::StatusLine;
use crate::text;
use crate::value::{load, open};
use crate::values::{ExportValuesArgs, FilterArgs, FindArgs, FormArgs, ListArgs};
use crate::watch::Watch;
use crosscram_rules::Board;
use crosscram_values::games::{Game, GameError};
use crosscram_values::positions::{MAX_LISTED, PositionValues, Regions};
use crosscram_workbench::Answer;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Lists positions of a kind.
pub(super) fn list(args: &ListArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut values = open(args.database.as_deref(), args.tile.length)?;
    if let Some((rows, cols)) = args.fits
        && rows * cols > MAX_LISTED
        && (args.positions || args.cells.is_none())
    {
        fail!(
            "--fits: {rows}x{cols} has more than {MAX_LISTED} cells, too many positions to list; --cells makes \
             the regions smaller"
        );
    }
    let fits = args.fits;
    if let Some(cells) = args.cells
        && fits.is_none_or(|(rows, cols)| rows * cols > MAX_LISTED)
    {
        check(cells)?;
    }
    let watch = Watch::with_signals()?;
    set_interrupt(&mut values, &watch);
    let filter = Filter::new(&args.filter, &mut values)?;
    let mut lister = Lister::new(out, filter, &args.form, args.quiet.quiet)?;
    let listed = match args.fits.filter(|_| args.positions) {
        Some(size) => values.each_position(size, |values, board, game| {
            lister.take(values, &board, game)
        }),
        None => {
            let all = fits.map_or(0, |(rows, cols)| (rows * cols) as u32);
            let cells = args.cells.unwrap_or(all);
            values.each_region(Regions { cells, fits }, |values, board, game| {
                lister.take(values, &board, game)
            })
        }
    };
    lister.finish(listed.map(drop))
}

/// Finds the smallest regions of a value.
pub(super) fn find(args: &FindArgs, out: &mut impl Write) -> Result<(), Failure> {
    check(args.cells)?;
    let mut values = PositionValues::new(args.tile.length);
    let watch = Watch::with_signals()?;
    set_interrupt(&mut values, &watch);
    filter::value("VALUE", &args.value, &mut values)?;
    let asked = FilterArgs {
        value: Some(args.value.clone()),
        most: Some(args.most),
        ..FilterArgs::default()
    };
    let filter = Filter::new(&asked, &mut values)?;
    let mut lister = Lister::new(out, filter, &args.form, args.quiet.quiet)?;
    let (cells, fits) = (args.cells, None);
    let listed = values.each_region(Regions { cells, fits }, |values, board, game| {
        lister.take(values, &board, game)
    });
    let found = lister.shown > 0;
    lister.finish(listed.map(drop))?;
    Failure::No.when(!found)
}

/// Lists the regions of a database.
pub(super) fn export(args: &ExportValuesArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut values = load(&args.file)?;
    let watch = Watch::with_signals()?;
    set_interrupt(&mut values, &watch);
    let filter = Filter::new(&args.filter, &mut values)?;
    let mut lister = Lister::new(out, filter, &args.form, args.quiet.quiet)?;
    let regions: Vec<(Board, Game)> = values.known_regions().collect();
    let mut ended = Ok(());
    for (board, game) in regions {
        if watch.is_stopped() {
            ended = Err(GameError::Interrupted);
            break;
        }
        if lister.take(&mut values, &board, game).is_break() {
            break;
        }
    }
    lister.finish(ended)
}

/// Takes positions one by one and prints those that were asked for.
struct Lister<'a, W> {
    out: &'a mut W,
    filter: Filter<'a>,
    form: &'a FormArgs,
    line: StatusLine,
    /// The hottest so far, if only those are asked for.
    hottest: Vec<Answer<Row>>,
    seen: u64,
    shown: u64,
    /// What went wrong.
    computing: Option<GameError>,
    printing: Option<io::Error>,
}

impl<'a, W: Write> Lister<'a, W> {
    fn new(
        out: &'a mut W,
        filter: Filter<'a>,
        form: &'a FormArgs,
        quiet: bool,
    ) -> io::Result<Lister<'a, W>> {
        Row::head(out, form)?;
        Ok(Lister {
            out,
            filter,
            form,
            line: StatusLine::new(quiet),
            hottest: Vec::new(),
            seen: 0,
            shown: 0,
            computing: None,
            printing: None,
        })
    }

    fn take(&mut self, values: &mut PositionValues, board: &Board, game: Game) -> ControlFlow<()> {
        self.seen += 1;
        if self.seen.is_multiple_of(1024) {
            let (seen, shown) = (self.seen, self.shown + self.hottest.len() as u64);
            let (seen, shown) = (text::grouped(seen), text::grouped(shown));
            self.line
                .show(|| format!("{seen} positions, {shown} found"));
        }
        self.computing = self.judge(values, board, game).err();
        let enough = self.filter.args.most.is_some_and(|most| self.shown >= most);
        match enough || self.computing.is_some() || self.printing.is_some() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn judge(
        &mut self,
        values: &mut PositionValues,
        board: &Board,
        game: Game,
    ) -> Result<(), GameError> {
        if !self.filter.admits(values, game)? {
            return Ok(());
        }
        let Some(most) = self.filter.args.hottest else {
            let row = Row::new(values, board, game, self.form)?;
            self.shown += 1;
            self.line.hide();
            self.printing = Row::print(&row, self.out, self.form).err();
            return Ok(());
        };
        let heat = values.games().temperature(game)?;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let coldest = self.hottest.last().filter(|_| self.hottest.len() >= most);
        if coldest.is_some_and(|row| heat <= row.answer.worth.temperature) {
            return Ok(());
        }
        let row = Row::new(values, board, game, self.form)?;
        // After those that are as hot, which are not larger.
        let place = self
            .hottest
            .partition_point(|other| other.answer.worth.temperature >= heat);
        self.hottest.insert(place, row);
        self.hottest.truncate(most);
        Ok(())
    }

    /// Prints the rest, and how it ended.
    fn finish(mut self, ended: Result<(), GameError>) -> Result<(), Failure> {
        drop(self.line);
        if let Some(error) = self.printing {
            return Err(error.into());
        }
        for row in std::mem::take(&mut self.hottest) {
            self.shown += 1;
            Row::print(&row, self.out, self.form)?;
        }
        Row::foot(self.out, self.form, [self.shown, self.seen])?;
        self.out.flush()?;
        match self.computing.map_or(ended, Err) {
            Ok(()) => Ok(()),
            Err(GameError::Interrupted) => Err(Failure::Interrupted),
            Err(error) => Err(Failure::message(error)),
        }
    }
}
