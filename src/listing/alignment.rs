//! Aligns columns like kubectl's tab writer.

/// Minimum width of a column.
const LEAST_WIDTH: usize = 6;
/// Number of spaces after the widest cell.
const PADDING: usize = 3;

/// Aligns rows of cells: each column is as wide as its widest cell, and the last one is not padded.
pub(super) fn align(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        // The last cell of a row is not part of a column.
        let cells = rows.iter().filter(|row| column + 1 < row.len()).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count() + PADDING).max().unwrap_or_default().max(LEAST_WIDTH)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        for (position, (cell, width)) in row.iter().zip(&widths).enumerate() {
            text.push_str(cell);
            if position + 1 < row.len() {
                text.push_str(&" ".repeat(width.saturating_sub(cell.chars().count())));
            }
        }
        text.push('\n');
    }
    text
}
