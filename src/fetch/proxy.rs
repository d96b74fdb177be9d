//! `$GOPROXY`: queries proxies in order (<https://go.dev/ref/mod#environment-variables>).

/// The entries of `$GOPROXY`.
#[derive(Clone, Debug)]
pub(super) struct Proxies(Vec<Entry>);

#[derive(Clone, Debug)]
struct Entry {
    place: String,
    /// `true` to query the next proxy after any failure (`|`), `false` to do so only if the module does not exist here
    /// (`,`).
    always_goes_on: bool,
}

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// The module does not exist (404, 410).
    NotFound,
    /// A temporary failure.
    Passing,
    /// Any other failure.
    Other,
}

#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub(super) sort: Sort,
    pub(super) reason: String,
}

impl Sort {
    pub(super) fn with(self, reason: impl Into<String>) -> Failure {
        Failure { sort: self, reason: reason.into() }
    }
}

impl Proxies {
    /// Parses the value of `$GOPROXY`.
    ///
    /// # Errors
    /// Returns an error message if an entry is not a proxy address.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut entries = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find([',', '|']).unwrap_or(rest.len());
            let place = rest.get(..end).unwrap_or_default().trim();
            let always_goes_on = rest.get(end..).is_some_and(|rest| rest.starts_with('|'));
            rest = rest.get(end + 1..).unwrap_or_default();
            if place.is_empty() {
                continue;
            }
            let is_end = matches!(place, "off" | "direct");
            let place = if is_end { place.to_owned() } else { address(place)? };
            entries.push(Entry { place, always_goes_on });
            if is_end {
                break;
            }
        }
        if entries.is_empty() { Err("GOPROXY has no proxy".to_owned()) } else { Ok(Proxies(entries)) }
    }

    /// Queries the proxies in order until one has the module. If none has it, returns an error message with all
    /// responses.
    pub(super) fn ask(&self, ask: &mut dyn FnMut(&str) -> Result<(), Failure>) -> Result<(), String> {
        let mut said: Vec<String> = Vec::new();
        for entry in &self.0 {
            match entry.place.as_str() {
                "off" => said.push("GOPROXY=off forbids downloads".to_owned()),
                "direct" => said.push(
                    "GOPROXY falls back to `direct`, but idlgen reads only proxies; download it with the go command"
                        .to_owned(),
                ),
                base => match ask(base) {
                    Ok(()) => return Ok(()),
                    Err(failure) => {
                        said.push(failure.reason);
                        if failure.sort != Sort::NotFound && !entry.always_goes_on {
                            break;
                        }
                    }
                },
            }
        }
        Err(said.join("; "))
    }
}

/// Returns the address of a proxy. The default scheme is https (`cmd/go/internal/modfetch.proxyList`).
fn address(place: &str) -> Result<String, String> {
    let is_path = place.starts_with('/') || place.get(1..3).is_some_and(|start| matches!(start, ":\\" | ":/"));
    let scheme = place.split_once(":/").map(|(scheme, _)| scheme);
    match scheme {
        _ if is_path => Err(format!("GOPROXY has the path {place}; use a file:// URL for a directory")),
        Some("http" | "https" | "file") => Ok(place.to_owned()),
        None if place.contains(['.', ':', '/']) => Ok(format!("https://{place}")),
        _ => Err(format!("GOPROXY has {place}, which is not an http, https or file URL")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(list: &str, answers: &[(&str, Sort)]) -> (Vec<String>, Result<(), String>) {
        let mut asked = Vec::new();
        let result = Proxies::parse(list).and_then(|proxies| {
            proxies.ask(&mut |base| {
                asked.push(base.to_owned());
                match answers.iter().find(|(known, _)| *known == base) {
                    Some((_, sort)) => Err(sort.with(format!("{base} failed"))),
                    None => Ok(()),
                }
            })
        });
        (asked, result)
    }

    #[test]
    fn commas_go_on_when_there_is_nothing_and_bars_always() {
        let (a, b) = ("https://a", "https://b");
        assert_eq!(asked("https://a,https://b", &[]).0, [a]);
        assert_eq!(asked("https://a,https://b", &[(a, Sort::NotFound)]), (vec![a.to_owned(), b.to_owned()], Ok(())));
        assert_eq!(
            asked("https://a,https://b", &[(a, Sort::Passing)]),
            (vec![a.to_owned()], Err("https://a failed".to_owned()))
        );
        assert_eq!(asked("https://a|https://b", &[(a, Sort::Passing)]).0, [a, b]);
    }

    #[test]
    fn the_list_may_end_early() {
        assert_eq!(asked("off", &[]).1, Err("GOPROXY=off forbids downloads".to_owned()));
        assert_eq!(asked("", &[]).1, Err("GOPROXY has no proxy".to_owned()));
        let (asked_here, result) = asked("https://a,direct", &[("https://a", Sort::NotFound)]);
        assert_eq!(asked_here, ["https://a"]);
        assert!(result.unwrap_err().starts_with("https://a failed; GOPROXY falls back to `direct`"));
        // Later entries are not even parsed.
        assert_eq!(asked("off,nonsense", &[]).1, Err("GOPROXY=off forbids downloads".to_owned()));
    }

    #[test]
    fn addresses_are_those_of_the_go_command() {
        assert_eq!(asked("file:///srv", &[]).0, ["file:///srv"]);
        assert_eq!(asked("goproxy.example.com:8080/x", &[]).0, ["https://goproxy.example.com:8080/x"]);
        assert_eq!(asked(" ,|https://a, ", &[]).0, ["https://a"]);
        for (list, expected) in [
            ("https://a,ftp://b", "not an http, https or file"),
            ("/srv", "the path /srv"),
            ("noproxy", "not an http, https or file"),
        ] {
            let (asked, result) = asked(list, &[]);
            assert!(asked.is_empty() && result.unwrap_err().contains(expected), "{list}");
        }
    }
}
