//! The `Warning` headers of a response, whose size a server limits.

/// The total number of characters above which warnings are truncated.
const TOTAL: usize = 4096;

/// The number of characters that a truncated warning keeps.
const ONE: usize = 256;

/// Returns the warnings that a server sends of all warnings of a request: each once, and truncated and without the last
/// ones if they are too long together (`recorder.AddWarning` of k8s.io/apiserver).
pub(super) fn sent(warnings: impl Iterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for warning in warnings {
        if !warning.is_empty() && !all.contains(&warning) {
            all.push(warning);
        }
    }
    let mut total = 0;
    let Some(first_beyond) = all.iter().position(|warning| {
        total += warning.chars().count();
        total > TOTAL
    }) else {
        return all;
    };
    let mut total = 0;
    let mut sent = Vec::new();
    for (index, warning) in all.iter().enumerate() {
        // The server tests the limit only for warnings after the one that exceeded it.
        if index > first_beyond && total >= TOTAL {
            break;
        }
        let warning: String = warning.chars().take(ONE).collect();
        total += warning.chars().count();
        sent.push(warning);
    }
    sent
}

#[cfg(test)]
mod tests {
    use super::sent;

    #[test]
    fn warnings_are_sent_once() {
        let warnings = ["b", "a", "b", ""].map(str::to_owned);
        assert_eq!(sent(warnings.into_iter()), ["b", "a"]);
        let at_the_limit = [format!("a{}", "é".repeat(2047)), format!("b{}", "é".repeat(2047))];
        assert_eq!(sent(at_the_limit.clone().into_iter()), at_the_limit);
    }

    #[test]
    fn long_warnings_are_truncated_and_the_last_ones_left_out() {
        let warnings = (0..40).map(|number| format!("{number:02}{}", "é".repeat(298)));
        let sent = sent(warnings);
        // 16 of 256 characters make 4,096.
        assert_eq!(sent.len(), 16);
        assert_eq!(sent[15], format!("15{}", "é".repeat(254)));
    }

    #[test]
    fn short_warnings_are_left_out_only_after_the_limit() {
        let sent = sent((0..100).map(|number| format!("{number:02}{}", "e".repeat(98))));
        // The 41st exceeds the limit, and is still sent.
        assert_eq!(sent.len(), 41);
    }
}
