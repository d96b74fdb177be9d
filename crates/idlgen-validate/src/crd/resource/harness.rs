//! The program of `idlgen test --rust`: processes requests with generated Rust types. It reads one JSON object per
//! line and writes the response as one line. idlgen generates its `main` function, and only a program of the same
//! version sends the requests.

use std::{
    io::{self, BufRead, Write},
    process::ExitCode,
};

use idlgen_runtime::field::MessageStyle;
use serde_json::{Value as Json, json};

use super::{Admission, Admit, CustomResource, Requests, TypedResource, typed::Decision};
use crate::ValidatorOptions;

/// The version of the protocol. idlgen and the harness must have the same one.
pub const PROTOCOL: u64 = 1;

/// A kind that requests can name.
#[derive(Clone, Copy, Debug)]
pub struct Tested {
    resource: fn() -> &'static TypedResource,
    respond: fn(&TypedResource, &Request<'_>) -> Json,
}

impl Tested {
    /// Returns the kind of a type.
    pub fn new<T: Admit>() -> Self {
        Tested { resource: T::resource, respond: respond::<T> }
    }
}

/// A kind with the options of a run.
struct Kind {
    resource: TypedResource,
    respond: fn(&TypedResource, &Request<'_>) -> Json,
}

#[derive(Debug)]
struct Request<'r> {
    step: &'r str,
    object: &'r Json,
    old: &'r Json,
    style: MessageStyle,
}

/// Processes the requests of standard input until it ends.
pub fn main(kinds: &[Tested]) -> ExitCode {
    match serve(kinds, &mut io::stdin().lock(), &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Processes requests until the input ends.
///
/// # Errors
/// Returns an error message if a stream fails, or if the first line is not of this version.
pub fn serve(kinds: &[Tested], input: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), String> {
    let failed = |error: io::Error| error.to_string();
    let mut lines = input.lines();
    let Some(first) = lines.next() else { return Ok(()) };
    let settings: Json = serde_json::from_str(&first.map_err(failed)?).map_err(|error| error.to_string())?;
    if settings.get("protocol").and_then(Json::as_u64) != Some(PROTOCOL) {
        return Err(format!("the harness has version {PROTOCOL} of the protocol"));
    }
    let mut options = ValidatorOptions::crd().keeping_broken_rules();
    if let Some(minor) = settings.get("kubernetesMinor").and_then(Json::as_u64) {
        options.kubernetes_minor = u16::try_from(minor).map_err(|error| error.to_string())?;
    }
    options.kep4153_functions = settings.get("kep4153Functions") == Some(&Json::Bool(true));
    let style = match settings.get("messageStyle").and_then(Json::as_str) {
        Some("go-openapi") => MessageStyle::GoOpenApi,
        _ => MessageStyle::Kubernetes,
    };
    let kinds: Vec<Kind> = kinds
        .iter()
        .map(|tested| Kind {
            resource: (tested.resource)().with(options, Requests::default()),
            respond: tested.respond,
        })
        .collect();
    for line in lines {
        let line = line.map_err(failed)?;
        let response = match serde_json::from_str::<Json>(&line) {
            Ok(request) => response(&kinds, &request, style),
            Err(error) => json!({"failure": format!("the harness cannot read the request: {error}")}),
        };
        writeln!(output, "{response}").and_then(|()| output.flush()).map_err(failed)?;
    }
    Ok(())
}

fn response(kinds: &[Kind], request: &Json, style: MessageStyle) -> Json {
    let text = |key: &str| request.get(key).and_then(Json::as_str).unwrap_or_default();
    let is_named = |kind: &&Kind| {
        let known = kind.resource.kind();
        (known.group, known.version, known.kind) == (text("group"), text("version"), text("kind"))
    };
    let Some(kind) = kinds.iter().find(is_named) else {
        return json!({"failure": format!("there is no Rust type for {} {}", text("version"), text("kind"))});
    };
    let part = |key: &str| request.get(key).unwrap_or(&Json::Null);
    let request = Request { step: text("step"), object: part("object"), old: part("old"), style };
    (kind.respond)(&kind.resource, &request)
}

/// Responds according to the schema, and reports the result of the type alone. If both accept the object, they must
/// store the same value of the type. If the type alone rejects it, the error is that of the type.
fn respond<T: Admit>(resource: &TypedResource, request: &Request<'_>) -> Json {
    let Request { step, object, old, style } = *request;
    let decision = match step {
        "create" => resource.decide_creation::<T>(object),
        _ => resource.decide_replacement::<T>(object, old, step == "status"),
    };
    let exact = match resource.exact() {
        Ok(exact) => exact,
        Err(error) => return json!({"failure": format!("the schema of the kind cannot be used: {error}")}),
    };
    let admission = by_schema(exact, step, object, old);
    let by = match &decision {
        Some(Decision::Known(known)) if known.is_allowed() => "accepted",
        Some(Decision::Known(_) | Decision::Rejected) => "rejected",
        None => "schema",
    };
    let of_type = match &decision {
        Some(Decision::Known(known)) => known.message_in(style),
        _ => None,
    };
    if let Some(error) = of_type.or_else(|| admission.message_in(style)) {
        return json!({"by": by, "error": error});
    }
    let stored = match serde_json::from_value::<T>(admission.object.clone()) {
        Ok(stored) => stored,
        Err(error) => return json!({"by": by, "object": admission.object, "unreadable": error.to_string()}),
    };
    // An accepted request has an object.
    if let Some(Decision::Known(Admission { object: Ok(typed), .. })) = &decision
        && *typed != stored
    {
        let both = [serde_json::to_value(&stored), serde_json::to_value(typed)].map(Result::unwrap_or_default);
        return json!({"by": by, "object": admission.object, "values": both});
    }
    json!({"by": by, "object": admission.object})
}

fn by_schema(exact: &CustomResource, step: &str, object: &Json, old: &Json) -> Admission {
    match step {
        "create" => exact.create(object),
        "status" => exact.update_status(object, old),
        _ => exact.update(object, old),
    }
}
