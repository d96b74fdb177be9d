//! `$GOAUTH`: credentials for servers (`cmd/go/internal/auth`). They are only sent over https.

use std::{
    collections::BTreeMap,
    io::Write,
    process::{Command, Stdio},
    sync::{Mutex, PoisonError},
};

use crate::modules::checksums::base64;

/// The headers for a server, by name.
pub(super) type Headers = Vec<(String, String)>;

/// The known credentials, and the methods for getting more.
#[derive(Debug)]
pub(super) struct Credentials {
    /// The methods in reverse order, because earlier methods take precedence and overwrite.
    methods: Vec<Method>,
    known: Mutex<Known>,
}

#[derive(Debug)]
enum Method {
    Netrc(Vec<Machine>),
    Command(Vec<String>),
}

#[derive(Debug, Default)]
struct Known {
    was_run: bool,
    /// Headers by address prefix, without `https://`. The headers of a parent path apply as well.
    headers: BTreeMap<String, Headers>,
    /// The errors of commands.
    errors: Vec<String>,
}

/// The response of a server that rejected a request.
#[derive(Clone, Debug, Default)]
pub(super) struct Rejected {
    /// The status line, for example `HTTP/1.1 401 Unauthorized`.
    pub(super) status_line: String,
    pub(super) headers: Headers,
}

impl Credentials {
    /// Parses the value of `$GOAUTH` (`netrc` if it is empty) and the content of the user's .netrc.
    ///
    /// # Errors
    /// Returns an error message for an unsupported method.
    pub(super) fn new(go_auth: &str, netrc: &str) -> Result<Self, String> {
        let mut methods = Vec::new();
        let go_auth = if go_auth.is_empty() { "netrc" } else { go_auth };
        let commands: Vec<&str> = go_auth.split(';').map(str::trim).collect();
        for command in commands.iter().rev() {
            let words = split(command).ok_or_else(|| format!("GOAUTH={command} has an unclosed quote"))?;
            match words.first().map(String::as_str) {
                None => return Err(format!("GOAUTH={go_auth} has an empty command")),
                Some("off") if commands.len() > 1 => {
                    return Err(format!("GOAUTH={go_auth}: `off` cannot be combined with other commands"));
                }
                Some("off") => {}
                Some("netrc") => methods.push(Method::Netrc(machines(netrc))),
                Some("git") => {
                    return Err(format!(
                        "GOAUTH={command} requires Git, which idlgen does not run; use `netrc` or a command that \
                         prints credentials"
                    ));
                }
                Some(_) => methods.push(Method::Command(words)),
            }
        }
        Ok(Credentials { methods, known: Mutex::default() })
    }

    /// Returns the headers for a request. The first call runs the commands.
    pub(super) fn headers(&self, url: &str) -> Headers {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.was_run {
            known.was_run = true;
            known.run(&self.methods, None);
        }
        known.of(url)
    }

    /// Returns the headers for a request that was rejected, from the commands that provide more credentials then.
    pub(super) fn headers_after(&self, url: &str, refused: &Rejected) -> Headers {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.run(&self.methods, Some((url, refused)));
        known.of(url)
    }

    /// Returns the errors of commands.
    pub(super) fn errors(&self) -> Vec<String> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).errors.clone()
    }
}

impl Known {
    fn run(&mut self, methods: &[Method], about: Option<(&str, &Rejected)>) {
        self.errors.clear();
        for method in methods {
            match method {
                Method::Netrc(machines) => {
                    // If two entries have the same name, the earlier one takes precedence.
                    for Machine { name, login, password } in machines.iter().rev() {
                        let basic = basic(login, password);
                        self.add(name, vec![("Authorization".to_owned(), basic)]);
                    }
                }
                Method::Command(words) => match output(words, about).and_then(|text| credential_sets(&text)) {
                    Ok(sets) => sets.into_iter().for_each(|(url, headers)| self.add(&url, headers)),
                    Err(reason) => self.errors.push(format!("GOAUTH={}: {reason}", words.join(" "))),
                },
            }
        }
    }

    fn add(&mut self, url: &str, headers: Headers) {
        let place = place(url).to_owned();
        if headers.is_empty() {
            self.headers.remove(&place);
        } else {
            self.headers.insert(place, headers);
        }
    }

    fn of(&self, url: &str) -> Headers {
        let mut place = place(url);
        loop {
            if let Some(headers) = self.headers.get(place) {
                return headers.clone();
            }
            match place.rsplit_once('/') {
                Some((above, _)) => place = above,
                None => return Headers::new(),
            }
        }
    }
}

fn place(url: &str) -> &str {
    let place = url.strip_prefix("https://").unwrap_or(url);
    place.strip_suffix('/').unwrap_or(place)
}

/// Returns the value of `Authorization` for a user name and a password.
pub(super) fn basic(login: &str, password: &str) -> String {
    format!("Basic {}", base64(format!("{login}:{password}").as_bytes()))
}

/// An entry of a .netrc.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Machine {
    name: String,
    login: String,
    password: String,
}

/// Returns the entries of a .netrc with a name, a login and a password (`auth.parseNetrc`).
fn machines(text: &str) -> Vec<Machine> {
    let mut machines = Vec::new();
    let mut machine = Machine::default();
    let mut is_macro = false;
    for line in text.split('\n') {
        if is_macro {
            is_macro = !line.is_empty();
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        for pair in words.chunks(2) {
            match pair {
                ["machine", name] => machine = Machine { name: (*name).to_owned(), ..Machine::default() },
                ["login", login] => (*login).clone_into(&mut machine.login),
                ["password", password] => (*password).clone_into(&mut machine.password),
                ["macdef", _] => is_macro = true,
                ["default"] => return machines,
                _ => {}
            }
            if !machine.name.is_empty() && !machine.login.is_empty() && !machine.password.is_empty() {
                machines.push(std::mem::take(&mut machine));
            }
        }
    }
    machines
}

/// Splits a string at spaces. A word may be quoted (`cmd/internal/quoted.Split`). Returns `None` for an unclosed quote.
fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '"' | '\'' => rest.get(1..)?.split_once(first)?,
            _ => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    Some(words)
}

/// Returns the output of a command. If a request was rejected, the command gets the address as an argument and the
/// status and headers of the response as input.
fn output(words: &[String], about: Option<(&str, &Rejected)>) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("it cannot be run: {error}");
    let (program, arguments) = words.split_first().ok_or("there is no command")?;
    let mut command = Command::new(program);
    command.args(arguments).args(about.map(|(url, _)| url));
    command.stdin(if about.is_some() { Stdio::piped() } else { Stdio::null() });
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(failed)?;
    if let (Some(mut stdin), Some((_, refused))) = (child.stdin.take(), about) {
        let headers = refused.headers.iter().map(|(name, value)| format!("{name}: {value}"));
        let lines: Vec<String> = [refused.status_line.clone()].into_iter().chain(headers).collect();
        // The command need not read its input.
        let _ = stdin.write_all(format!("{}\n\n", lines.join("\n")).as_bytes());
    }
    let done = child.wait_with_output().map_err(failed)?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        return Err(format!("it exits with {}: {}", done.status, said.trim()));
    }
    String::from_utf8(done.stdout).map_err(|_| "its output is not UTF-8".to_owned())
}

/// Parses the output of a `GOAUTH` command: URLs with their HTTP headers (`auth.parseUserAuth`).
fn credential_sets(text: &str) -> Result<Vec<(String, Headers)>, String> {
    let mut sets = Vec::new();
    let mut lines =
        text.split_inclusive('\n').map(|line| line.strip_suffix('\n').ok_or("the last line has no line break"));
    let mut next_block = || -> Result<Option<Vec<&str>>, String> {
        let mut block = Vec::new();
        for line in lines.by_ref() {
            match line? {
                "" => return Ok(Some(block)),
                line => block.push(line),
            }
        }
        if block.is_empty() { Ok(None) } else { Err("a blank line is missing after URLs or headers".to_owned()) }
    };
    while let Some(urls) = next_block()? {
        let mut headers = Headers::new();
        for line in next_block()?.ok_or("headers are missing after URLs")? {
            let (name, value) = line.split_once(": ").ok_or("a line does not have the format `Name: value`")?;
            let is_name = |character: char| character.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(character);
            let value = value.trim();
            if name.is_empty() || !name.chars().all(is_name) || value.chars().any(|one| one.is_control() && one != '\t')
            {
                return Err("a line is not a header".to_owned());
            }
            headers.push((name.to_owned(), value.to_owned()));
        }
        sets.extend(urls.into_iter().map(|url| (url.to_owned(), headers.clone())));
    }
    Ok(sets)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NETRC: &str = "machine a.example.com login me password one\nmachine a.example.com login me password two\n\
                         machine b.example.com\n  login you\n  password three\nmacdef init\nmachine no login x \
                         password y\n\n\
                         machine c.example.com login me\ndefault login any password any\nmachine d login x password \
                         y\n";

    #[test]
    fn netrc_is_read_as_go_reads_it() {
        let found: Vec<String> =
            machines(NETRC).iter().map(|one| format!("{} {} {}", one.name, one.login, one.password)).collect();
        // Like Go, this parses the text after `default`, because its first token does not end a line.
        assert_eq!(found[..3], ["a.example.com me one", "a.example.com me two", "b.example.com you three"]);
        assert!(!found.iter().any(|one| one.starts_with("no ")));
        // Only a `default` at the end of a line ends the list.
        let found = machines("machine a login b password c\ndefault\nmachine d login e password f\n");
        assert_eq!(found.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn the_longest_address_wins_and_the_first_method() {
        let netrc = Credentials::new("netrc", NETRC).unwrap();
        let authorization = |url: &str| netrc.headers(url).first().map(|(_, value)| value.clone());
        assert_eq!(authorization("https://a.example.com/x/@v/v1.0.0.mod"), Some(basic("me", "one")));
        assert_eq!(authorization("https://b.example.com"), Some(basic("you", "three")));
        assert_eq!(authorization("https://sub.b.example.com/"), None);
        assert_eq!(authorization("https://example.com/a.example.com"), None);
        assert_eq!(basic("Aladdin", "open sesame"), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        assert!(Credentials::new("off", NETRC).unwrap().headers("https://a.example.com").is_empty());
    }

    #[test]
    fn methods_that_cannot_be_followed_say_so() {
        let refused = |go_auth: &str| Credentials::new(go_auth, "").map(|_| ()).unwrap_err();
        assert!(refused("git /home/me").contains("idlgen does not run"));
        assert!(refused("off; netrc").contains("cannot be combined"));
        assert!(refused("netrc;").contains("an empty command"));
        assert!(refused("run 'x").contains("unclosed quote"));
    }

    #[test]
    fn commands_print_headers_by_address() {
        let text = "https://a.example.com\nhttps://b.example.com/api/\n\nAuthorization: Basic x\nX-A: b\n\n\
                    https://c.example.com\n\n\n";
        let sets = credential_sets(text).unwrap();
        let names: Vec<&str> = sets.iter().map(|(url, _)| url.as_str()).collect();
        assert_eq!(names, ["https://a.example.com", "https://b.example.com/api/", "https://c.example.com"]);
        assert_eq!(sets[1].1.len(), 2);
        for wrong in
            ["https://a\n", "https://a\n\nAuthorization\n\n", "https://a\n\nA: b", "https://a\n\nA\u{1}: b\n\n"]
        {
            assert!(credential_sets(wrong).is_err(), "{wrong:?}");
        }
        assert_eq!(split("a 'b c'  \"d\" e").unwrap(), ["a", "b c", "d", "e"]);
    }

    #[test]
    #[cfg(unix)]
    #[expect(clippy::disallowed_methods, reason = "the test makes a command")]
    fn commands_are_run_and_asked_again_about_what_was_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("auth");
        let text = "read line\nprintf 'https://a.example.com\\n\\nX-Said: %s %s\\n\\n' \"$1\" \"$line\"\n";
        std::fs::write(&file, text).unwrap();
        let credentials = Credentials::new(&format!("sh {}", file.display()), "").unwrap();
        let said = |headers: Headers| headers.first().map(|(_, value)| value.clone()).unwrap_or_default();
        assert_eq!(said(credentials.headers("https://a.example.com/x")), "");
        let refused = Rejected { status_line: "HTTP/1.1 401 Unauthorized".to_owned(), headers: Headers::new() };
        let again = credentials.headers_after("https://a.example.com/x", &refused);
        assert_eq!(said(again), "https://a.example.com/x HTTP/1.1 401 Unauthorized");
        let broken = Credentials::new("/nonexistent/command", "").unwrap();
        assert!(broken.headers("https://a.example.com").is_empty());
        assert!(broken.errors()[0].starts_with("GOAUTH=/nonexistent/command: it cannot be run"));
    }
}
