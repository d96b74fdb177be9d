//! The numbers of rules: a line with the number N follows one with the same number or the number before, without
//! anything between.

use super::error::{self, MarkerError};
use crate::{source::Span, tags::markers::codes};

/// The current index of each array.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    /// Array and index of the line before, if that had one.
    last: Option<(String, u64)>,
}

impl Sequence {
    /// Handles a line that is not a marker.
    pub(super) fn interrupt(&mut self) {
        self.last = None;
    }

    /// Checks the next marker. An invalid index is reported when the key is parsed.
    pub(super) fn check(&mut self, key: &str, span: Span) -> Option<MarkerError> {
        let last = self.last.take();
        let Ok(Some((array, index))) = subscript(key) else { return None };
        let previous = last.as_ref().map(|(array, index)| (array.as_str(), *index));
        // An index of zero can start a sequence, even after a line that belongs to no array. Any other index must
        // follow a line of the same array.
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

/// Returns the array and the index of `array[index]…`. `None` without a bracket. The error is the contents of the
/// bracket.
pub(super) fn subscript(key: &str) -> Result<Option<(&str, u64)>, &str> {
    let Some((array, behind)) = key.split_once('[') else { return Ok(None) };
    let number = behind.split(']').next().unwrap_or_default();
    // Larger indexes are rejected anyway: they are not consecutive.
    number
        .parse::<u64>()
        .ok()
        .filter(|index| u32::try_from(*index).is_ok())
        .map(|index| Some((array, index)))
        .ok_or(number)
}
