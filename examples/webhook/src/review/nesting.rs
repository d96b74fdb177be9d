//! How deep a text of JSON nests, and a stack for that: values are read, judged and dropped level by level.

use std::{panic::resume_unwind, thread};

/// What a level may take of the stack, in bytes.
const LEVEL: usize = 16 << 10;
/// So deep, any thread's stack is large enough.
const SHALLOW: usize = 50;

/// The depth of the deepest list or object of a text, which may be no JSON.
pub(super) fn depth(text: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => {
                while let Some(byte) = bytes.next() {
                    match byte {
                        b'"' => break,
                        b'\\' => _ = bytes.next(),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    deepest
}

/// Calls a function where the stack has room for values that nest so deep.
///
/// # Errors
/// If there is no such stack.
pub(super) fn with_stack<T: Send>(depth: usize, act: impl FnOnce() -> T + Send) -> Result<T, String> {
    if depth <= SHALLOW {
        return Ok(act());
    }
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(depth.saturating_mul(LEVEL).saturating_add(1 << 20));
        let thread = builder.spawn_scoped(scope, act).map_err(|error| format!("no thread can be started: {error}"))?;
        thread.join().map_err(|panic| resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use super::{depth, with_stack};

    #[test]
    fn brackets_in_strings_are_none() {
        for (text, expected) in [
            ("", 0),
            ("1", 0),
            ("{}", 1),
            (r#"{"a": [1, {"b": []}], "c": [[]]}"#, 4),
            (r#"["[[[\"[[", "\\", []]"#, 2),
            ("]]}[", 1),
            ("[", 1),
            (r#"["\"#, 1),
        ] {
            assert_eq!(depth(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn a_stack_for_deep_values() {
        fn count(levels: usize) -> usize {
            if levels == 0 { 0 } else { 1 + std::hint::black_box(count(levels - 1)) }
        }
        assert_eq!(with_stack(10, || count(10)), Ok(10));
        assert_eq!(with_stack(50_000, || count(50_000)), Ok(50_000));
    }
}
