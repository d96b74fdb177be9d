//! The table of directions.

/// The first line of the table.
const HEADER: &str = "| folder | may use | why |";

/// One row: a directory of `src`, and the other directories that it may use.
pub(super) struct Row {
    /// `check/cel`.
    pub(super) folder: String,
    pub(super) may_use: Vec<String>,
    /// The directories named in the reason. They may be in lower rows.
    pub(super) excused: Vec<String>,
}

pub(super) fn rows(page: &str) -> Vec<Row> {
    let lines = page.lines().skip_while(|line| *line != HEADER).skip(2);
    let row = |line: &str| {
        let mut cells = line.trim_matches('|').split('|').map(names);
        Some(Row { folder: cells.next()?.pop()?, may_use: cells.next()?, excused: cells.next().unwrap_or_default() })
    };
    lines.take_while(|line| line.starts_with('|')).filter_map(row).collect()
}

/// Returns the names in backquotes.
fn names(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
