//! Downloads from a proxy in the test process.
#![expect(clippy::disallowed_methods, reason = "the tests read the output")]

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use idlgen_testing::ZipEntry;

use super::*;
use crate::fetch::environment::ModulePatterns;

/// Requests with their responses. Each response is used once, except the last one, which is repeated.
type Answers = BTreeMap<String, Vec<Answer>>;

/// A response: its status and its body.
type Answer = (u16, Vec<u8>);

/// The responses for a path, in order.
type PathAnswers<'a> = &'a [(u16, &'a [u8])];

/// The status of a truncated response.
const TRUNCATED: u16 = 1;

/// A proxy on a free local port, with a log of requests.
struct Proxy {
    address: String,
    asked: Arc<Mutex<Vec<String>>>,
}

fn proxy(answers: &[(&str, PathAnswers<'_>)]) -> Proxy {
    let of = |list: PathAnswers<'_>| list.iter().map(|(status, body)| (*status, body.to_vec())).collect();
    let mut answers: Answers = answers.iter().map(|(path, list)| ((*path).to_owned(), of(list))).collect();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = asked.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let Some(Ok(first)) = lines.next() else { continue };
            let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            seen.lock().unwrap().push(path.clone());
            let (status, body) = match answers.get_mut(&path) {
                Some(list) if list.len() > 1 => list.remove(0),
                Some(list) => list[0].clone(),
                None => (404, b"not found".to_vec()),
            };
            let is_truncated = status == TRUNCATED;
            let (status, place, body) = match status {
                302 => (302, format!("Location: {}\r\n", String::from_utf8_lossy(&body)), &[][..]),
                TRUNCATED => (200, String::new(), body.as_slice()),
                status => (status, String::new(), body.as_slice()),
            };
            let head = format!("HTTP/1.1 {status} X\r\n{place}Content-Length: {}\r\n", body.len());
            let _ = stream.write_all(format!("{head}Connection: close\r\n\r\n").as_bytes());
            let sent = if is_truncated { body.len() / 2 } else { body.len() };
            let _ = stream.write_all(&body[..sent]);
        }
    });
    Proxy { address, asked }
}

/// Builds a zip without compression.
fn zip_of(files: &[(&str, &str)]) -> Vec<u8> {
    let entries: Vec<ZipEntry> = files.iter().map(|(name, text)| ZipEntry::stored(name, text)).collect();
    idlgen_testing::zip(&entries)
}

const GO_MOD: &str = "module example.com/Mod\n\ngo 1.24\n";
const MODULE_HASH: &str = "example.com/Mod v1.0.0 h1:HASH\n";

fn files() -> Vec<(&'static str, &'static str)> {
    vec![
        ("example.com/Mod@v1.0.0/go.mod", GO_MOD),
        ("example.com/Mod@v1.0.0/api/v1/types.go", "package v1\n"),
        ("example.com/Mod@v1.0.0/LICENSE", "none\n"),
    ]
}

fn hash_of(files: &[(&str, &str)]) -> String {
    crate::modules::checksums::of_files(
        &files
            .iter()
            .map(|(name, text)| ((*name).to_owned(), crate::modules::checksums::digest(text.as_bytes())))
            .collect(),
    )
}

fn sums() -> Checksums {
    let mut sums = Checksums::default();
    sums.read(&MODULE_HASH.replace("h1:HASH", &hash_of(&files())));
    sums.read(&format!("example.com/Mod v1.0.0/go.mod {}", crate::modules::checksums::of_go_mod(GO_MOD.as_bytes())));
    sums
}

fn environment(proxies: &str, cache: &Path) -> FetchEnvironment {
    FetchEnvironment {
        module_cache: cache.to_owned(),
        proxies: proxies.to_owned(),
        is_writable: true,
        timeout: Duration::from_secs(60),
        ..FetchEnvironment::default()
    }
}

const MOD: &str = "/example.com/!mod/@v/v1.0.0.mod";
const INFO: &str = "/example.com/!mod/@v/v1.0.0.info";
const ZIP: &str = "/example.com/!mod/@v/v1.0.0.zip";
const INFO_TEXT: &[u8] =
    br#"{"Time": "2024-01-01T00:00:00Z", "Version": "v1.0.0", "Origin": {"URL": "u", "VCS": "git"}}"#;

fn wanted(part: Part) -> [(ModuleVersion, Part); 1] {
    [(ModuleVersion { path: "example.com/Mod".to_owned(), version: "v1.0.0".to_owned() }, part)]
}

fn run(environment: &FetchEnvironment, sums: &Checksums) -> Result<Progress, String> {
    let (progress, errors) = fetch(&wanted(Part::Whole), environment, sums, &|_| {});
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    if errors.is_empty() { Ok(progress) } else { Err(errors.join("\n")) }
}

/// Returns all files below a directory with their content.
fn tree(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                found.insert(name, String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned());
            }
        }
    }
    found
}

#[test]
fn a_module_lies_where_go_puts_it() {
    let zip = zip_of(&files());
    let proxy = proxy(&[(MOD, &[(200, GO_MOD.as_bytes())]), (INFO, &[(200, INFO_TEXT)]), (ZIP, &[(200, &zip)])]);
    let cache = tempfile::tempdir().unwrap();
    let done = run(&environment(&proxy.address, cache.path()), &sums()).unwrap();
    assert_eq!(done, Progress { modules: 1, bytes: (zip.len() + GO_MOD.len() + INFO_TEXT.len()) as u64 });
    let found = tree(cache.path());
    let download = "cache/download/example.com/!mod/@v/v1.0.0";
    assert_eq!(
        found.keys().map(String::as_str).collect::<Vec<_>>(),
        [
            format!("{download}.info").as_str(),
            &format!("{download}.lock"),
            &format!("{download}.mod"),
            &format!("{download}.zip"),
            &format!("{download}.ziphash"),
            "example.com/!mod@v1.0.0/LICENSE",
            "example.com/!mod@v1.0.0/api/v1/types.go",
            "example.com/!mod@v1.0.0/go.mod",
        ]
    );
    let info = r#"{"Version":"v1.0.0","Time":"2024-01-01T00:00:00Z","Origin":{"VCS":"git","URL":"u"}}"#;
    assert_eq!(found[&format!("{download}.info")], info);
    assert_eq!(found[&format!("{download}.ziphash")], hash_of(&files()));
    assert_eq!(found["example.com/!mod@v1.0.0/go.mod"], GO_MOD);
    // Existing files are not requested again.
    let before = proxy.asked.lock().unwrap().len();
    run(&environment(&proxy.address, cache.path()), &sums()).unwrap();
    assert_eq!(proxy.asked.lock().unwrap().len(), before);
}

#[test]
fn what_go_sum_does_not_say_is_not_taken() {
    let zip = zip_of(&files());
    let changed =
        zip_of(&[("example.com/Mod@v1.0.0/go.mod", GO_MOD), ("example.com/Mod@v1.0.0/evil.go", "package e\n")]);
    for (go_mod, zip, sums, expected) in [
        (GO_MOD, &changed, sums(), "example.com/Mod@v1.0.0: the module does not match go.sum"),
        ("module other\n", &zip, sums(), "example.com/Mod@v1.0.0: its go.mod does not match go.sum"),
        (GO_MOD, &zip, Checksums::default(), "example.com/Mod@v1.0.0: go.sum has no hash of its go.mod"),
    ] {
        let proxy = proxy(&[(MOD, &[(200, go_mod.as_bytes())]), (INFO, &[(200, INFO_TEXT)]), (ZIP, &[(200, zip)])]);
        let cache = tempfile::tempdir().unwrap();
        let said = run(&environment(&proxy.address, cache.path()), &sums).unwrap_err();
        assert!(said.starts_with(expected), "{said}");
        assert!(!cache.path().join("example.com/!mod@v1.0.0").exists());
        assert!(!cache.path().join("cache/download/example.com/!mod/@v/v1.0.0.zip").exists());
        let left: Vec<String> = tree(cache.path()).into_keys().filter(|name| name.contains("tmp")).collect();
        assert_eq!(left, [""; 0]);
    }
    // Without the checksum database, hashes are not required.
    let proxy = proxy(&[(MOD, &[(200, GO_MOD.as_bytes())]), (INFO, &[(200, INFO_TEXT)]), (ZIP, &[(200, &zip)])]);
    let cache = tempfile::tempdir().unwrap();
    let mut environment = environment(&proxy.address, cache.path());
    environment.no_checksums = ModulePatterns::parse("example.com");
    run(&environment, &Checksums::default()).unwrap();
}

#[test]
fn what_fails_in_passing_is_tried_again_and_the_next_proxy_is_asked() {
    let zip = zip_of(&files());
    let empty = proxy(&[]);
    let shaky = proxy(&[
        (MOD, &[(503, b"later"), (200, GO_MOD.as_bytes())]),
        (INFO, &[(200, INFO_TEXT)]),
        (ZIP, &[(200, zip.get(..zip.len() / 2).unwrap()), (200, &zip)]),
    ]);
    let cache = tempfile::tempdir().unwrap();
    let both = format!("{},{}", empty.address, shaky.address);
    let said = run(&environment(&both, cache.path()), &sums()).unwrap_err();
    assert!(said.contains("its zip file is corrupt"), "{said}");
    run(&environment(&both, cache.path()), &sums()).unwrap();
    assert!(cache.path().join("example.com/!mod@v1.0.0/go.mod").is_file());
    let gone = run(&environment(&empty.address, tempfile::tempdir().unwrap().path()), &sums()).unwrap_err();
    assert!(gone.contains("the server returned 404"), "{gone}");
}

#[test]
fn no_zip_writes_outside_of_its_module() {
    for (name, expected) in [
        ("../../../evil", "has a file outside the module"),
        ("example.com/Mod@v1.0.0/../../evil", "has an invalid file name"),
        ("example.com/Mod@v1.0.0//etc/passwd", "has an invalid file name"),
        ("example.com/Mod@v1.0.0/a\\b", "has an invalid file name"),
        ("example.com/Mod@v1.0.0/GO.mod", "a duplicate file name"),
        ("example.com/Other@v1.0.0/x", "has a file outside the module"),
    ] {
        let zip = zip_of(&[("example.com/Mod@v1.0.0/go.mod", GO_MOD), (name, "x")]);
        let proxy = proxy(&[(MOD, &[(200, GO_MOD.as_bytes())]), (INFO, &[(200, INFO_TEXT)]), (ZIP, &[(200, &zip)])]);
        let cache = tempfile::tempdir().unwrap();
        let said = run(&environment(&proxy.address, cache.path()), &sums()).unwrap_err();
        assert!(said.contains(expected), "{name}: {said}");
        let kept = tree(cache.path()).into_keys().filter(|name| !name.starts_with("cache/download"));
        assert_eq!(kept.collect::<Vec<_>>(), [""; 0], "{name}");
    }
}

#[test]
fn a_go_mod_alone_is_enough_for_the_graph() {
    let proxy = proxy(&[(MOD, &[(200, GO_MOD.as_bytes())])]);
    let cache = tempfile::tempdir().unwrap();
    let other = ModuleVersion { path: "example.com/other".to_owned(), version: "v1.0.0".to_owned() };
    let wanted = [(other, Part::GoMod), wanted(Part::GoMod)[0].clone()];
    let (progress, errors) = fetch(&wanted, &environment(&proxy.address, cache.path()), &sums(), &|_| {});
    assert_eq!(errors.iter().map(|error| error.module.path.as_str()).collect::<Vec<_>>(), ["example.com/other"]);
    // A failure does not hide what was downloaded.
    assert_eq!((progress.modules, progress.bytes), (2, GO_MOD.len() as u64));
    let mut asked = proxy.asked.lock().unwrap().clone();
    asked.sort();
    assert_eq!(asked, [MOD, "/example.com/other/@v/v1.0.0.mod"]);
    let mut private = environment(&proxy.address, cache.path());
    private.no_proxy = ModulePatterns::parse("example.com/*");
    let said = run(&private, &sums()).unwrap_err();
    assert!(said.contains("GONOPROXY or GOPRIVATE"), "{said}");
    let late = FetchEnvironment { timeout: Duration::ZERO, ..environment(&proxy.address, cache.path()) };
    assert!(run(&late, &sums()).unwrap_err().contains("timed out"));
}

#[test]
fn an_answer_that_ends_in_the_middle_is_asked_for_again_and_redirects_are_followed() {
    let zip = zip_of(&files());
    let elsewhere = proxy(&[(MOD, &[(200, GO_MOD.as_bytes())])]);
    let moved = format!("{}{MOD}", elsewhere.address);
    let proxy = proxy(&[
        (MOD, &[(302, moved.as_bytes())]),
        (INFO, &[(302, b"/info"), (404, b"")]),
        ("/info", &[(200, INFO_TEXT)]),
        (ZIP, &[(TRUNCATED, &zip), (200, &zip)]),
    ]);
    let cache = tempfile::tempdir().unwrap();
    run(&environment(&proxy.address, cache.path()), &sums()).unwrap();
    assert_eq!(*elsewhere.asked.lock().unwrap(), [MOD]);
    assert_eq!(*proxy.asked.lock().unwrap(), [MOD, INFO, "/info", ZIP, ZIP]);
    let circle = self::proxy(&[(MOD, &[(302, MOD.as_bytes())])]);
    let said = run(&environment(&circle.address, tempfile::tempdir().unwrap().path()), &sums()).unwrap_err();
    assert!(said.contains("too many redirects"), "{said}");
}

#[test]
fn after_a_bar_the_next_proxy_is_asked_whatever_happened_and_after_a_comma_not() {
    let zip = zip_of(&files());
    let broken = proxy(&[(MOD, &[(403, b"no")]), (INFO, &[(403, b"no")]), (ZIP, &[(403, b"no")])]);
    let gone = proxy(&[(MOD, &[(410, b"gone")]), (INFO, &[(410, b"gone")]), (ZIP, &[(410, b"gone")])]);
    let good = proxy(&[(MOD, &[(200, GO_MOD.as_bytes())]), (INFO, &[(200, INFO_TEXT)]), (ZIP, &[(200, &zip)])]);
    let with = |list: &str| {
        run(&environment(list, tempfile::tempdir().unwrap().path()), &sums()).map(|progress| progress.modules)
    };
    let (broken, gone, good) = (broken.address, gone.address, good.address);
    assert_eq!(with(&format!("{broken}|{gone},{good}")), Ok(1));
    let said = with(&format!("{gone},{broken},{good}")).unwrap_err();
    assert!(said.contains("returned 410") && said.contains("returned 403") && !said.contains(&good), "{said}");
    let said = with(&format!("{gone},off")).unwrap_err();
    assert!(said.ends_with("; GOPROXY=off forbids downloads"), "{said}");
    assert!(with("ftp://a.b").unwrap_err().contains("not an http, https or file URL"));
}

#[test]
fn a_folder_may_be_a_proxy() {
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in [(MOD, GO_MOD.as_bytes()), (INFO, INFO_TEXT), (ZIP, &zip_of(&files()))] {
        let path = folder.path().join(path.trim_start_matches('/'));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let cache = tempfile::tempdir().unwrap();
    let address = format!("file:///nonexistent,file://{}", folder.path().display());
    run(&environment(&address, cache.path()), &sums()).unwrap();
    assert!(cache.path().join("example.com/!mod@v1.0.0/go.mod").is_file());
}

#[test]
fn what_lies_in_the_cache_is_used_and_compared_with_go_sum() {
    let nothing = proxy(&[]);
    let download = "cache/download/example.com/!mod/@v";
    let cache = |go_mod: &str, zip: &[u8]| {
        let cache = tempfile::tempdir().unwrap();
        fs::create_dir_all(cache.path().join(download)).unwrap();
        fs::write(cache.path().join(download).join("v1.0.0.mod"), go_mod).unwrap();
        fs::write(cache.path().join(download).join("v1.0.0.zip"), zip).unwrap();
        fs::write(cache.path().join(download).join("v1.0.0.ziphash"), hash_of(&files())).unwrap();
        cache
    };
    // The state after the Go command was interrupted while it extracted the module.
    let good = cache(GO_MOD, &zip_of(&files()));
    fs::create_dir_all(good.path().join("example.com/!mod@v1.0.0/half")).unwrap();
    fs::write(good.path().join(download).join("v1.0.0.partial"), "").unwrap();
    run(&environment(&nothing.address, good.path()), &sums()).unwrap();
    assert!(good.path().join("example.com/!mod@v1.0.0/api/v1/types.go").is_file());
    assert!(!good.path().join("example.com/!mod@v1.0.0/half").exists());
    let changed = zip_of(&[("example.com/Mod@v1.0.0/go.mod", GO_MOD)]);
    for (go_mod, zip, expected) in [
        ("module other\n", zip_of(&files()), "its go.mod does not match go.sum"),
        (GO_MOD, changed, "the module does not match go.sum"),
    ] {
        let said = run(&environment(&nothing.address, cache(go_mod, &zip).path()), &sums()).unwrap_err();
        assert!(said.contains(expected), "{said}");
    }
    assert_eq!(*nothing.asked.lock().unwrap(), [""; 0]);
}

#[test]
fn zips_are_unpacked_piece_by_piece_and_never_beyond_what_they_say() {
    let name = "example.com/Mod@v1.0.0/data";
    // The content is larger than a chunk, and hard to compress.
    let bytes: Vec<u8> = (0..300_000u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let zeros = vec![0; 4 << 20];
    let pack = |bytes: &[u8]| miniz_oxide::deflate::compress_to_vec(bytes, 6);
    let good = ZipEntry::deflated(name, &bytes, pack(&bytes));
    let bomb = ZipEntry { size: 1000, ..ZipEntry::deflated(name, &zeros, pack(&zeros)) };
    let short = ZipEntry { packed: good.packed[..good.packed.len() / 2].to_vec(), ..good.clone() };
    let other = ZipEntry { crc: 1, ..good.clone() };
    let huge = ZipEntry { size: u32::MAX - 1, ..good.clone() };
    let unknown = ZipEntry { method: 12, ..good.clone() };
    let fetched = |entry: ZipEntry| {
        let zip = idlgen_testing::zip(&[ZipEntry::stored("example.com/Mod@v1.0.0/go.mod", GO_MOD), entry]);
        let proxy = proxy(&[(MOD, &[(200, GO_MOD.as_bytes())]), (INFO, &[(200, INFO_TEXT)]), (ZIP, &[(200, &zip)])]);
        let cache = tempfile::tempdir().unwrap();
        let mut environment = environment(&proxy.address, cache.path());
        environment.no_checksums = ModulePatterns::all();
        let done = run(&environment, &Checksums::default()).map(|_| ());
        done.map(|()| fs::read(cache.path().join("example.com/!mod@v1.0.0/data")).unwrap())
    };
    assert_eq!(fetched(good), Ok(bytes));
    for (entry, expected) in [
        (bomb, "its zip file is corrupt"),
        (short, "its zip file is corrupt"),
        (other, "its zip file is corrupt"),
        (huge, "its files are too large"),
        (unknown, "with an unsupported method"),
    ] {
        let said = fetched(entry).unwrap_err();
        assert!(said.contains(expected), "{said}");
    }
}
