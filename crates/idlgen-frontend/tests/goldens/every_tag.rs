//! Every row in the table of tags: what its example means, which declarations accept it, and its effect on schemas.
//! `IDLGEN_BLESS=1` updates the file.

use std::fmt::Write;

use idlgen_frontend::{
    check::{self, cel::RuleOptions},
    diag::Diagnostic,
    lower::{self, LowerOptions},
    resolve::{self, FileInput, PackageInput, ResolveOptions, Unread},
    source::SourceMap,
    syntax,
    tags::{
        self,
        controller_gen::{Grammar, Marked, TABLE, read},
        registry::{self, Target},
    },
    tool::Tool,
};

use crate::golden_file::compare;

/// Declarations with a place for a comment line.
const PLACES: &[(&str, &str)] = &[
    ("package", "//+\npackage v1\n\ntype T struct {\n\tF string `json:\"f\"`\n}\n"),
    ("struct", "package v1\n\n//+\ntype T struct {\n\tF string `json:\"f\"`\n}\n"),
    (
        "string type",
        "package v1\n\n//+\ntype N string\n\nconst A N = \"a\"\n\ntype T struct {\n\tF N `json:\"f\"`\n}\n",
    ),
    ("alias", "package v1\n\n//+\ntype N = int32\n\ntype T struct {\n\tF N `json:\"f\"`\n}\n"),
    ("constant", "package v1\n\ntype N string\n\n//+\nconst A N = \"a\"\n\ntype T struct {\n\tF N `json:\"f\"`\n}\n"),
    (
        "embedded",
        "package v1\n\ntype E struct {\n\tA string `json:\"a\"`\n}\n\n\
         type T struct {\n\t//+\n\tE `json:\",inline\"`\n}\n",
    ),
    ("string", "package v1\n\ntype T struct {\n\t//+\n\tF string `json:\"f\"`\n}\n"),
    ("*string", "package v1\n\ntype T struct {\n\t//+\n\tF *string `json:\"f,omitempty\"`\n}\n"),
    ("int32", "package v1\n\ntype T struct {\n\t//+\n\tF int32 `json:\"f\"`\n}\n"),
    ("float64", "package v1\n\ntype T struct {\n\t//+\n\tF float64 `json:\"f\"`\n}\n"),
    ("bool", "package v1\n\ntype T struct {\n\t//+\n\tF bool `json:\"f\"`\n}\n"),
    ("[]string", "package v1\n\ntype T struct {\n\t//+\n\tF []string `json:\"f\"`\n}\n"),
    (
        "[]E",
        "package v1\n\ntype E struct {\n\tName string `json:\"name\"`\n}\n\n\
         type T struct {\n\t//+\n\tF []E `json:\"f\"`\n}\n",
    ),
    ("map", "package v1\n\ntype T struct {\n\t//+\n\tF map[string]string `json:\"f\"`\n}\n"),
    (
        "E",
        "package v1\n\ntype E struct {\n\tName string `json:\"name\"`\n}\n\n\
         type T struct {\n\t//+\n\tF E `json:\"f\"`\n}\n",
    ),
    ("twice", "package v1\n\ntype T struct {\n\t//+\n\t//+\n\tF string `json:\"f\"`\n}\n"),
];

#[test]
fn every_tag_on_every_declaration() {
    let usual: Vec<[String; 2]> = PLACES.iter().map(|(_, source)| usual(source)).collect();
    let mut blocks = Blocks::default();
    for row in registry::all() {
        let mut text = String::new();
        let title = format!(
            "{} {:?} of {:?} {:?}, keyword {:?}, reason {:?}, {:?}, since {}, by {}{}",
            row.name,
            row.targets,
            row.kinds,
            row.dialect,
            row.keyword,
            row.reason,
            row.effect,
            row.since,
            row.owner,
            if row.repeatable { ", repeatable" } else { "" },
        );
        let mut outcomes: Vec<(Vec<&str>, String)> = Vec::new();
        for ((place, source), usual) in PLACES.iter().zip(&usual) {
            let outcome = outcome(&source.replace("//+", &format!("// {}", row.example)), usual);
            match outcomes.iter_mut().find(|(_, known)| *known == outcome) {
                Some((places, _)) => places.push(place),
                None => outcomes.push((vec![place], outcome)),
            }
        }
        for (places, outcome) in outcomes {
            let _ = writeln!(text, "  {}: {outcome}", places.join(", "));
        }
        let text = text.replace(row.example.trim_start_matches('+'), "EXAMPLE").replace(row.name, "TAG");
        blocks.add(&format!("{}\n  {title}", row.example), &text);
    }
    compare("every-tag", &blocks.text());
}

/// Returns a declaration that a tag applies to, if possible a string field: arguments of markers of controller-gen are
/// only read there.
fn suitable(row: &registry::TagDefinition) -> &'static str {
    let of_targets = [
        (Target::Field, "string"),
        (Target::Type, "struct"),
        (Target::Package, "package"),
        (Target::EmbeddedField, "embedded"),
        (Target::Constant, "constant"),
    ];
    let first = of_targets.iter().find(|(target, _)| row.targets.is_empty() || row.targets.contains(target));
    let (_, place) = first.expect("a target");
    PLACES.iter().find(|(name, _)| name == place).map(|(_, source)| *source).expect("a declaration")
}

/// Each tag with values that it rarely accepts.
#[test]
fn every_tag_with_odd_values() {
    let mut blocks = Blocks::default();
    for row in registry::all().filter(|row| row.dialect != tags::Dialect::Foreign && !row.is_family()) {
        let mut text = String::new();
        let (name, source) = (row.name, suitable(row));
        let misspelled: String =
            name.chars().enumerate().filter(|(index, _)| *index != name.len() - 2).map(|(_, letter)| letter).collect();
        let lines = [
            format!("+{name}"),
            format!("+{name}="),
            format!("+{name}=x"),
            format!("+{name}=-1"),
            format!("+{name}=1.5"),
            format!("+{name}=true"),
            format!("+{name}=\"a b\""),
            format!("+{name}=\"a"),
            format!("+{name}=a b,c;d"),
            format!("+{name}=[1"),
            format!("+{name}:x=y"),
            format!("+{name}(x)"),
            format!("+{name} = x"),
            format!("+ {name}=1"),
            format!("+{name}=1 // text"),
            format!("+{name}=1,"),
            format!("+{misspelled}=x"),
            format!("+{}", name.to_uppercase()),
            format!("{name}=1"),
        ];
        let mut outcomes: Vec<(Vec<String>, String)> = Vec::new();
        for line in lines {
            let (_, messages, meaning) = run(&source.replace("//+", &format!("// {line}")), &Tool::idlgen(35));
            // Another test has the declarations to which the tag applies.
            let messages = messages.into_iter().filter(|message| !message.contains("IDL0501"));
            let outcome = std::iter::once(meaning).chain(messages).collect::<Vec<_>>().join("\n    ");
            match outcomes.iter_mut().find(|(_, known)| *known == outcome) {
                Some((places, _)) => places.push(line),
                None => outcomes.push((vec![line], outcome)),
            }
        }
        for (places, outcome) in outcomes {
            let _ = writeln!(text, "  {}:\n    {outcome}", places.join(" | "));
        }
        blocks.add(name, &text.replace(name, "TAG").replace(&misspelled, "TA").replace(&name.to_uppercase(), "UPPER"));
    }
    compare("odd-values", &blocks.text());
}

/// The markers of controller-gen as that program reads them.
#[test]
fn markers_as_controller_gen_reads_them() {
    let mut blocks = Blocks::default();
    for definition in TABLE {
        let mut text = String::new();
        let name = definition.name;
        let examples = registry::all().filter(|row| row.name == name).map(|row| row.example.to_owned());
        let values = [
            "",
            "=",
            "=x",
            "=-1",
            "=1.5",
            "=0x10",
            "=100Mi",
            "=true",
            "=\"a b\"",
            "=\"a",
            "='it'",
            "=`raw`",
            "=a;b",
            "=a,b",
            "={a,b}",
            "={a,\"b\",1}",
            "={a:{b:c}}",
            "={a:",
            "={}",
            "=[1]",
            ":=x",
            ":name=x",
            ":rule=\"self\",message='m',optionalOldSelf=true,reason=R,fieldPath=.a,messageExpression=\"'a'\"",
            ":rule=a,rule=b",
            ":name=a,type=b,JSONPath=.c,priority=1,description=d,format=f",
            ":name=a,priority=x",
            ":path=a,singular=b,shortName=c;d,categories={e,f},scope=Cluster",
            ":specpath=.a,statuspath=.b,selectorpath=.c",
            ":labels=a,annotations={b,c}",
            ":url=u,description=d",
            ":warning=\"w\"",
            ":fields=a;b",
            ":x",
        ];
        let markers = examples.chain(values.iter().map(|value| format!("+{name}{value}")));
        let mut outcomes: Vec<(Vec<String>, String)> = Vec::new();
        for marker in markers {
            for minor in [14, 22] {
                let found = definition.targets.iter().map(|target| read(&marker, *target, Grammar::of(minor)));
                let mut found: Vec<String> = found.map(|one| shown(one.as_ref())).collect();
                found.dedup();
                let (marker, found) = (format!("{marker} 0.{minor}"), found.join(" / "));
                match outcomes.iter_mut().find(|(_, known)| *known == found) {
                    Some((markers, _)) => markers.push(marker),
                    None => outcomes.push((vec![marker], found)),
                }
            }
        }
        for (markers, outcome) in outcomes {
            let _ = writeln!(text, "  {}\n    {outcome}", markers.join(" | "));
        }
        let last = name.rsplit(':').next().unwrap();
        let title = format!("{name} {:?} since 0.{}", definition.targets, definition.since);
        blocks.add(&title, &text.replace(name, "NAME").replace(last, "LAST"));
    }
    compare("controller-gen", &blocks.text());
}

/// Results that are the same for several tags.
#[derive(Default)]
struct Blocks(Vec<(Vec<String>, String)>);

impl Blocks {
    fn add(&mut self, title: &str, block: &str) {
        match self.0.iter_mut().find(|(_, known)| known == block) {
            Some((titles, _)) => titles.push(title.to_owned()),
            None => self.0.push((vec![title.to_owned()], block.to_owned())),
        }
    }

    fn text(&self) -> String {
        self.0.iter().fold(String::new(), |text, (titles, block)| text + &titles.join("\n") + "\n" + block + "\n")
    }
}

fn shown(marked: Option<&Marked>) -> String {
    let Some(marked) = marked else { return "unknown".to_owned() };
    let items = if marked.is_for_items { " for items" } else { "" };
    format!("{}{items} {:?} {} {:?}", marked.name, marked.meaning, marked.value, marked.errors)
}

/// The schemas of a place without a tag, by idlgen and by openapi-gen.
fn usual(source: &str) -> [String; 2] {
    let plain = source.replace("//+\n", "\n");
    [run(&plain, &Tool::idlgen(35)).0, run(&published(&plain), &Tool::openapi_gen(35)).0]
}

/// Returns the source with the tag that makes openapi-gen publish the types.
fn published(source: &str) -> String {
    format!("// +k8s:openapi-gen=true\n{source}")
}

/// Returns the meaning of the tag, the diagnostics, and the schema lines that differ from those without the tag.
fn outcome(source: &str, usual: &[String; 2]) -> String {
    let (dump, messages, meaning) = run(source, &Tool::idlgen(35));
    let mut shown = vec![meaning];
    shown.extend(messages);
    let new = |dump: &str, usual: &str| -> Vec<String> {
        let lines = dump.lines().filter(|line| !usual.lines().any(|known| known == *line));
        lines.map(|line| line.trim().to_owned()).collect()
    };
    shown.extend(new(&dump, &usual[0]));
    let (dump, messages, _) = run(&published(source), &Tool::openapi_gen(35));
    let of_openapi_gen = messages.into_iter().filter(|line| !line.contains("IDL0612")).chain(new(&dump, &usual[1]));
    shown.extend(of_openapi_gen.map(|line| format!("openapi-gen: {line}")));
    shown.retain(|line| !line.is_empty());
    shown.join("\n    ")
}

fn run(source: &str, tool: &Tool) -> (String, Vec<String>, String) {
    let mut sources = SourceMap::default();
    let file = sources.add("types.go", source);
    let (declarations, mut diagnostics) = syntax::parse(file, source);
    let package = PackageInput {
        import_path: "v1".to_owned(),
        requested: true,
        is_built_in: false,
        files: vec![FileInput { name: "types.go".to_owned(), declarations }],
        unread: Unread::default(),
    };
    let (model, found) = resolve::resolve(&[package], &ResolveOptions::of(tool));
    diagnostics.extend(found);
    if *tool == Tool::idlgen(35) {
        diagnostics.extend(check::check(&model, &[]));
    }
    let lowered = lower::lower(&model, &LowerOptions::of(tool));
    diagnostics.extend(lowered.diagnostics.iter().cloned());
    diagnostics.extend(check::cel::check(&model, &lowered, &RuleOptions::default()));
    let show = |one: &Diagnostic| {
        let place = one.primary.as_ref().map_or("", |label| sources.slice(label.span));
        let mut remarks = one.remarks().fold(String::new(), |text, remark| text + "; " + &remark);
        if let Some(fix) = &one.fix {
            let _ = write!(remarks, "; {:?} fix: {}", fix.applicability, fix.title);
            for edit in &fix.edits {
                let _ = write!(remarks, ", {:?} to {:?}", sources.slice(edit.span), edit.replacement);
            }
        }
        // The kinds to which the tag applies are the same for all declarations.
        let message = match one.code.to_string().as_str() {
            "IDL0501" => one.message.split(", but").next().unwrap().to_owned(),
            _ => format!("{} @ {place}{remarks}", one.message),
        };
        format!("{:?} {} {message}", one.severity, one.code)
    };
    let types = model.types.iter().flat_map(|definition| {
        let fields = definition.fields().iter().flat_map(|field| &field.tags);
        let constants = definition.constants.iter().flat_map(|constant| &constant.tags);
        definition.tags.iter().chain(fields).chain(constants)
    });
    let all: Vec<tags::Tag> = model.packages.iter().flat_map(|package| &package.tags).chain(types).cloned().collect();
    let dumped = tags::dump(&all, &sources);
    let meaning = dumped.lines().map(|line| line.split_once(' ').map_or(line, |(_, rest)| rest));
    (lower::dump(&lowered), diagnostics.iter().map(show).collect(), meaning.collect::<Vec<_>>().join(" | "))
}
