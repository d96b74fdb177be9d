//! Tables with printer columns.

use idlgen_runtime::go::Instant;
use idlgen_validate::crd::columns::{Cell, Columns};
use serde_json::Value as Json;

use super::{alignment::align, columns::KnownColumns, names::kind_of};

/// Additional columns of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "renderers handle every variant")]
pub struct TableOptions {
    /// Omits the column headers.
    pub no_headers: bool,
    /// Adds the namespace as the first column.
    pub with_namespace: bool,
    /// Adds all labels as the last column.
    pub show_labels: bool,
    /// Labels with a column of their own.
    pub label_columns: Vec<String>,
}

/// Formats objects as tables. Consecutive objects of the same kind share a table. If there are several kinds, each name
/// includes its kind.
pub(super) fn print(
    objects: &[Json],
    known: &KnownColumns,
    wide: bool,
    options: &TableOptions,
    now: Instant,
) -> String {
    let same_kind =
        |left: &Json, right: &Json| ["apiVersion", "kind"].iter().all(|key| left.get(*key) == right.get(*key));
    let has_kinds = objects.windows(2).any(|pair| matches!(pair, [left, right] if !same_kind(left, right)));
    let tables = objects.chunk_by(same_kind).filter_map(|group| {
        let columns = known.of(group.first()?);
        let mut rows = Vec::new();
        if !options.no_headers {
            rows.push(headers(&columns, wide, options));
        }
        rows.extend(group.iter().map(|object| row(object, &columns, wide, has_kinds, options, now)));
        Some(align(&rows))
    });
    let between = if options.no_headers { "" } else { "\n" };
    tables.collect::<Vec<_>>().join(between)
}

fn headers(columns: &Columns, wide: bool, options: &TableOptions) -> Vec<String> {
    let shown = columns.headers().iter().filter(|header| wide || header.priority == 0);
    let namespace = options.with_namespace.then(|| "NAMESPACE".to_owned());
    let labels = options.label_columns.iter().map(|label| {
        // The part of the label after the slash is sufficient as a header.
        label.rsplit('/').next().unwrap_or(label).to_uppercase()
    });
    namespace
        .into_iter()
        .chain(shown.map(|header| header.name.to_uppercase()))
        .chain(labels)
        .chain(options.show_labels.then(|| "LABELS".to_owned()))
        .collect()
}

fn row(
    object: &Json,
    columns: &Columns,
    wide: bool,
    has_kinds: bool,
    options: &TableOptions,
    now: Instant,
) -> Vec<String> {
    let text = |path: &str| object.pointer(path).and_then(Json::as_str).unwrap_or_default().to_owned();
    let labels = object.pointer("/metadata/labels");
    let label = |name: &str| labels.and_then(|labels| labels.get(name)?.as_str()).unwrap_or_default().to_owned();
    let cells = columns.row(object, now);
    let shown = columns.headers().iter().zip(&cells).filter(|(header, _)| wide || header.priority == 0);
    let mut shown: Vec<String> = shown.map(|(_, cell)| cell.to_string()).collect();
    if let (true, Some(name)) = (has_kinds, shown.first_mut()) {
        *name = Cell::Text(format!("{}/{name}", kind_of(object))).to_string();
    }
    let namespace = options.with_namespace.then(|| text("/metadata/namespace"));
    let own = options.label_columns.iter().map(|name| label(name));
    let all = options.show_labels.then(|| all_labels(labels));
    namespace.into_iter().chain(shown).chain(own).chain(all).collect()
}

/// Formats labels as `a=b,c=d`, sorted.
fn all_labels(labels: Option<&Json>) -> String {
    let mut pairs: Vec<String> = labels
        .and_then(Json::as_object)
        .into_iter()
        .flatten()
        .filter_map(|(name, value)| Some(format!("{name}={}", value.as_str()?)))
        .collect();
    pairs.sort_unstable();
    if pairs.is_empty() { "<none>".to_owned() } else { pairs.join(",") }
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::go::{Layout, parse_time};
    use insta::assert_snapshot;
    use serde_json::json;

    use super::*;
    use crate::listing::{Output, print};

    fn objects() -> Vec<Json> {
        let widget = |name: &str, size: i64, created: &str| {
            json!({"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {
                "name": name, "namespace": "shop", "creationTimestamp": created, "labels": {"example.com/team": "red"}
            }, "spec": {"size": size}})
        };
        vec![
            widget("first", 3, "2024-05-01T00:00:00Z"),
            widget("the-second-widget", 12, "2024-05-01T11:59:00Z"),
            json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "settings"}}),
        ]
    }

    fn printed(objects: &[Json], form: &str, options: &TableOptions) -> String {
        let mut known = KnownColumns::default();
        known.add_definition(&json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "widgets.example.com"},
            "spec": {"group": "example.com", "names": {"kind": "Widget", "plural": "widgets"}, "versions": [{
                "name": "v1", "served": true, "storage": true,
                "additionalPrinterColumns": [
                    {"name": "Size", "type": "integer", "jsonPath": ".spec.size"},
                    {"name": "Team", "type": "string", "priority": 1,
                     "jsonPath": r".metadata.labels.example\.com/team"},
                    {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"}
                ]
            }]}
        }));
        let now = parse_time(Layout::Rfc3339, "2024-05-01T12:00:00Z").unwrap();
        let output = if form.is_empty() { Output::Table { wide: false } } else { form.parse().unwrap() };
        print(objects, &known, &output, options, now).unwrap()
    }

    #[test]
    fn tables_are_those_of_kubectl() {
        let objects = objects();
        assert_snapshot!(printed(&objects, "", &TableOptions::default()), @"
        NAME                                   SIZE   AGE
        widget.example.com/first               3      12h
        widget.example.com/the-second-widget   12     60s

        NAME                 AGE
        configmap/settings
        ");
        let options = TableOptions { with_namespace: true, show_labels: true, ..TableOptions::default() };
        assert_snapshot!(printed(&objects[..2], "wide", &options), @"
        NAMESPACE   NAME                SIZE   TEAM   AGE   LABELS
        shop        first               3      red    12h   example.com/team=red
        shop        the-second-widget   12     red    60s   example.com/team=red
        ");
        let options = TableOptions { no_headers: true, label_columns: vec!["example.com/team".to_owned()], ..options };
        let row = printed(&objects[..1], "", &options);
        assert_snapshot!(row, @"shop   first   3     12h   red   example.com/team=red");
        let own = "custom-columns=NAME:metadata.name,SIZE:{.spec.size}";
        assert_snapshot!(printed(&objects, own, &TableOptions::default()), @"
        NAME                SIZE
        first               3
        the-second-widget   12
        settings            <none>
        ");
    }

    #[test]
    fn other_forms_print_one_object_or_a_list() {
        let objects = objects();
        let plain = |objects: &[Json], form: &str| printed(objects, form, &TableOptions::default());
        assert_eq!(
            plain(&objects, "name"),
            "widget.example.com/first\nwidget.example.com/the-second-widget\nconfigmap/settings\n"
        );
        assert_eq!(plain(&objects, "jsonpath={.items[*].spec.size}{.none}"), "3 12");
        assert_eq!(plain(&objects[..1], "jsonpath={.metadata.name}"), "first");
        assert_eq!(plain(&objects[..1], "jsonpath-as-json={.spec}"), "[\n    {\n        \"size\": 3\n    }\n]\n");
        assert!(plain(&objects, "json").starts_with("{\n    \"apiVersion\": \"v1\",\n    \"items\": [\n"));
        assert!(plain(&objects, "yaml").ends_with("kind: List\nmetadata:\n  resourceVersion: \"\"\n"));
    }

    #[test]
    fn forms_that_cannot_be_had_say_why() {
        for (form, why) in [
            ("jsonpath", "jsonpath requires a template: jsonpath=…"),
            ("jsonpath={.a", "cannot parse the template at character 4: unclosed action"),
            ("custom-columns=A", "unexpected custom-columns spec: A, expected <header>:<json-path-expr>"),
        ] {
            assert_eq!(form.parse::<Output>().unwrap_err().to_string(), why);
        }
        assert!("xml".parse::<Output>().unwrap_err().to_string().starts_with("unknown format `xml`; use wide"));
    }
}
