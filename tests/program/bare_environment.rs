//! The program on minimal machines: no environment variables, few open files, little memory, different file systems.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
    process::Command,
};

const TYPES: &str = "testdata/definitions";

/// Writes OpenAPI definitions to a directory from a shell that runs `first`, without environment variables.
fn write(first: &str, types: &Path, output: &Path) {
    write_by("crd", first, types, output);
}

/// Runs a command that writes to `output`, from such a shell.
fn write_by(command: &str, first: &str, types: &Path, output: &Path) {
    let script = format!("{first}\nexec \"$0\" \"$@\"");
    let ran = Command::new("/bin/sh")
        .env_clear()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["-c", &script, env!("CARGO_BIN_EXE_idlgen"), command, "./...", "-q", "-C"])
        .arg(types)
        .arg("-o")
        .arg(output)
        .output()
        .expect("the shell starts");
    assert!(ran.status.success(), "{first}: {}", String::from_utf8_lossy(&ran.stderr));
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("lists").map(|entry| entry.expect("lists"));
    entries
        .map(|entry| {
            (entry.file_name().to_string_lossy().into_owned(), fs::read_to_string(entry.path()).expect("reads"))
        })
        .collect()
}

/// Returns the contents of all files below a directory.
fn files_below(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("lists").map(|entry| entry.expect("lists").path());
    let texts = entries.flat_map(|path| {
        if path.is_dir() { files_below(&path) } else { vec![fs::read_to_string(&path).expect("reads")] }
    });
    texts.collect()
}

#[test]
fn limits_of_the_shell_change_nothing_that_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let usual = folder.path().join("usual");
    write("", Path::new(TYPES), &usual);
    let usual = files(&usual);
    assert!(usual.len() > 1, "{usual:?}");
    // The limits are the address space in KiB, the number of open files, and the permissions of new files.
    for (number, first) in ["ulimit -v 500000", "ulimit -n 8", "umask 077"].into_iter().enumerate() {
        let output = folder.path().join(number.to_string());
        write(first, Path::new(TYPES), &output);
        assert_eq!(files(&output), usual, "{first}");
    }
}

#[test]
fn more_files_are_written_than_may_be_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let texts = |output: &str| {
        let mut found: Vec<String> = files_below(&folder.path().join(output));
        found.sort();
        found
    };
    write_by("rust", "", Path::new(TYPES), &folder.path().join("usual"));
    write_by("rust", "ulimit -n 8", Path::new(TYPES), &folder.path().join("few"));
    assert!(texts("usual").len() > 5, "{:?}", texts("usual"));
    assert_eq!(texts("few"), texts("usual"));
}

#[test]
fn a_checkout_may_be_read_only_and_the_output_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let types = folder.path().join("types");
    let copied = Command::new("cp").arg("-r").arg(TYPES).arg(&types).current_dir(env!("CARGO_MANIFEST_DIR")).status();
    assert!(copied.expect("copies").success());
    fs::set_permissions(&types, fs::Permissions::from_mode(0o555)).expect("sets them");
    let here = folder.path().join("out");
    write("", &types, &here);
    let expected = files(&here);
    // A file system in memory, if there is one.
    let elsewhere = Path::new("/dev/shm");
    let device = |path: &Path| fs::metadata(path).map(|found| found.dev()).ok();
    if device(elsewhere).is_some_and(|other| Some(other) != device(folder.path())) {
        let output = tempfile::tempdir_in(elsewhere).expect("a folder");
        write("", &types, &output.path().join("out"));
        assert_eq!(files(&output.path().join("out")), expected);
    }
    fs::set_permissions(&types, fs::Permissions::from_mode(0o755)).expect("sets them");
}

#[test]
fn names_need_not_be_utf_8() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let folder = tempfile::tempdir().expect("a folder");
    let types = folder.path().join(OsStr::from_bytes(b"types\xff"));
    let copied = Command::new("cp").arg("-r").arg(TYPES).arg(&types).current_dir(env!("CARGO_MANIFEST_DIR")).status();
    assert!(copied.expect("copies").success());
    let here = folder.path().join("out");
    write("", &types, &here);
    let expected = files(&here);
    let package = fs::read_dir(types.join("api")).expect("lists").next().expect("a package").expect("lists").path();
    let found = fs::read_dir(&package).expect("lists").map(|entry| entry.expect("lists").path());
    for (number, file) in found.filter(|path| path.extension().is_some_and(|it| it == "go")).enumerate() {
        let name = [b"\xfe".as_slice(), number.to_string().as_bytes(), b".go"].concat();
        fs::rename(&file, package.join(OsStr::from_bytes(&name))).expect("renames");
    }
    write("", &types, &folder.path().join("other"));
    assert_eq!(files(&folder.path().join("other")).len(), expected.len());
}

#[test]
fn a_package_folder_whose_name_is_not_utf_8_is_an_error() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let module = tempfile::tempdir().expect("a folder");
    let odd = OsStr::from_bytes(b"ap\xffi");
    fs::write(module.path().join("go.mod"), "module example.com/m\ngo 1.25\n").expect("writes");
    for folder in [odd, OsStr::new("v1")] {
        fs::create_dir(module.path().join(folder)).expect("creates");
        fs::write(module.path().join(folder).join("types.go"), "package v1\n\ntype A struct{}\n").expect("writes");
    }
    let said = |folder: &Path, package: &OsStr| {
        let mut lint = Command::new(env!("CARGO_BIN_EXE_idlgen"));
        let ran = lint.arg("lint").arg(package).arg("-C").arg(folder).output().expect("idlgen starts");
        let said = [ran.stdout, ran.stderr].concat();
        (ran.status.code(), String::from_utf8_lossy(&said).lines().next().unwrap_or_default().to_owned())
    };
    let without_path = "error[IDL0109]: ap\u{fffd}i has no import path: its name is not UTF-8";
    assert_eq!(said(module.path(), OsStr::new("./...")), (Some(2), without_path.to_owned()));
    let here = "error[IDL0109]: . has no import path: its name is not UTF-8";
    assert_eq!(said(&module.path().join(odd), OsStr::new(".")), (Some(2), here.to_owned()));
    let argument =
        "error: invalid value './ap\u{fffd}i' for '[PACKAGE]...': it is not UTF-8, so it is not a Go import path";
    assert_eq!(said(module.path(), OsStr::from_bytes(b"./ap\xffi")), (Some(2), argument.to_owned()));
}
