//! Checks the indexes of rules. A line with the index N must directly follow a line with the same index or the index
//! N-1.

use super::error::{self, MarkerError};
use crate::{source::Span, tags::markers::codes};

/// The current index of each array.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    /// The array and index of the previous line, if it has an index.
    last: Option<(String, u64)>,
}

impl Sequence {
    /// Records a line that is not a marker, which ends a sequence.
    pub(super) fn interrupt(&mut self) {
        self.last = None;
    }

    /// Checks the next marker. An invalid index is reported when the key is parsed.
    pub(super) fn check(&mut self, key: &str, span: Span) -> Option<MarkerError> {
        let last = self.last.take();
        let Ok(Some((array, index))) = subscript(key) else { return None };
        let previous = last.as_ref().map(|(array, index)| (array.as_str(), *index));
        // Index 0 can start a sequence, even after a line without an array. Any other index must follow a line of the
        // same array.
        let follows = match previous {
            None => index == 0,
            Some((before, number)) => (before == array || index == 0) && (index == number || index == number + 1),
        };
        let fault = (!follows).then(|| {
            let expected = match previous {
                Some((before, number)) if before == array => {
                    format!("the previous line is a `{array}[{number}]` marker")
                }
                _ => format!("the previous line is not a `{array}[{}]` marker", index.saturating_sub(1)),
            };
            let message = if index == 0 {
                format!("`{array}[0]` restarts the sequence after another index")
            } else {
                format!("`{array}[{index}]` does not follow `{array}[{}]`", index - 1)
            };
            let mut fault = error::of_line(codes::MARKER_INDEX, span, message);
            fault.diagnostic.notes.push(expected);
            fault
        });
        self.last = Some((array.to_owned(), index));
        fault
    }
}

/// Returns the array and the index in `array[index]…`, or `None` if there is no bracket.
///
/// # Errors
/// Returns the content of the bracket if it is not a valid index.
pub(super) fn subscript(key: &str) -> Result<Option<(&str, u64)>, &str> {
    let Some((array, behind)) = key.split_once('[') else { return Ok(None) };
    let number = behind.split(']').next().unwrap_or_default();
    // Larger indexes are invalid anyway, because they are not consecutive.
    number
        .parse::<u64>()
        .ok()
        .filter(|index| u32::try_from(*index).is_ok())
        .map(|index| Some((array, index)))
        .ok_or(number)
}
