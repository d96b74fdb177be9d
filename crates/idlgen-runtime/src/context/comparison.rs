//! Validation ratcheting: accepts errors in values that an update does not change.
//!
//! An API server skips values that have not changed (KEP-4008; `ratchetingValueValidator` of
//! `k8s.io/apiextensions-apiserver/pkg/apiserver/validation`). This implementation first checks the entire object, so
//! ratcheting costs nothing if the object is valid. If the object is invalid, it runs the checks again, records notes,
//! and compares the object with the old one.

use std::collections::BTreeMap;

use super::Context;
use crate::{
    check::ListKey,
    data::Data,
    field::{Element, ErrorList, ErrorType, PathBuf},
    validate::unchanged::Compared,
};

/// The data that checks record about values, in addition to errors.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// The keys of the elements of each `map` list. `None` for an element without valid keys.
    pub(crate) keys: BTreeMap<PathBuf, Vec<Option<Vec<ListKey<'static>>>>>,
    /// For each error, the path length of the value that it refers to.
    depths: Vec<usize>,
    /// The path length of the value whose `allOf` branches are being checked. Values inside branches are not compared
    /// separately.
    branch: Option<usize>,
}

impl Notes {
    /// Records the value that an error refers to. For a missing field, this is the object; inside a branch, it is the
    /// value of the branch.
    pub(super) fn error(&mut self, error_type: ErrorType, steps: usize) {
        let own = if error_type == ErrorType::Required { steps.saturating_sub(1) } else { steps };
        self.depths.push(self.branch.map_or(own, |branch| branch.min(own)));
    }

    /// Records errors in branches of the value with this path length.
    pub(super) fn errors_of_branches(&mut self, count: usize, steps: usize) {
        let depth = self.branch.map_or(steps, |branch| branch.min(steps));
        self.depths.extend(std::iter::repeat_n(depth, count));
    }
}

impl Context {
    #[must_use]
    pub(crate) fn taking_notes(mut self) -> Self {
        self.details().notes = Some(Notes::default());
        self
    }

    /// Returns the notes, if enabled.
    #[inline]
    pub(crate) fn notes(&mut self) -> Option<&mut Notes> {
        self.details.as_mut()?.notes.as_mut()
    }

    /// Runs the checks of a branch of the value with this path length. Inside a branch, unchanged parts of the value
    /// are not ratcheted.
    pub(crate) fn in_branch<R>(&mut self, steps: impl FnOnce() -> usize, check: impl FnOnce(&mut Context) -> R) -> R {
        let Some(notes) = self.notes() else { return check(self) };
        let before = notes.branch;
        notes.branch = Some(before.unwrap_or_else(steps));
        let answer = check(self);
        if let Some(notes) = self.notes() {
            notes.branch = before;
        }
        answer
    }

    /// Removes errors in values that an update does not change. Both contexts must contain notes; `before` is the
    /// context of the old value.
    pub(crate) fn ratchet(&mut self, new: &dyn Data, old: &dyn Data, before: &Context) {
        let empty = Notes::default();
        let notes = self.details().notes.take().unwrap_or_default();
        let old_notes = before.details.as_ref().and_then(|details| details.notes.as_ref()).unwrap_or(&empty);
        let compared = Compared::of(new, old, &notes.keys, &old_notes.keys);
        let (mut kept, found) = (ErrorList::new(), self.errors().clone());
        let depths = notes.depths.iter().map(Some).chain(std::iter::repeat(None));
        for (error, depth) in found.into_iter().zip(depths) {
            let steps = depth.and_then(|depth| error.path.elements.get(..*depth)).unwrap_or(&error.path.elements);
            if !is_ratcheted(&compared, steps) {
                kept.push(error);
            }
        }
        self.set_found(kept);
    }
}

/// Returns `true` if a value or one of its parents is unchanged. `apiVersion` and `kind` are never unchanged, because
/// they come from the request and not from the stored object.
fn is_ratcheted(whole: &Compared, steps: &[Element<String>]) -> bool {
    let mut at = Some(whole);
    for (depth, step) in steps.iter().enumerate() {
        let Some(value) = at else { return false };
        if value.is_unchanged {
            return true;
        }
        let is_type = matches!(step, Element::Field(name) if depth == 0 && (name == "apiVersion" || name == "kind"));
        at = value.parts.get(step).filter(|_| !is_type);
    }
    at.is_some_and(|value| value.is_unchanged)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::{
        Context, Options, Validate, Verdict,
        check::{self, ListKey},
        data::{self, Data},
        field::Path,
    };

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Port {
        name: String,
        number: i32,
    }
    crate::object! { Port { name: "name" omitempty, number: "number" omitempty } }

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Widget {
        kind: String,
        name: String,
        label: Option<String>,
        ports: Vec<Port>,
        sizes: Vec<i32>,
        by_name: BTreeMap<String, Port>,
        main: Option<Port>,
    }
    crate::object! {
        Widget {
            kind: "kind" omitempty,
            name: "name" omitempty,
            label: "label" omitempty,
            ports: "ports" omitempty,
            sizes: "sizes" omitempty,
            by_name: "byName" omitempty,
            main: "main" omitempty = "{\"name\": \"a\", \"number\": 10}",
        }
    }

    fn port_is_low(port: &Port, path: &Path<'_>, cx: &mut Context) {
        if port.name.is_empty() {
            check::required(&path.field("name"), cx);
        }
        check::maximum(port.number, 9, false, &path.field("number"), cx);
    }

    impl Validate for Widget {
        fn check(&self, _: Option<&Self>, path: &Path<'_>, cx: &mut Context) {
            check::max_length(&self.kind, 3, &path.field("kind"), cx);
            check::max_length(&self.name, 3, &path.field("name"), cx);
            check::all_of(1, path, cx, |_, path, cx| {
                if let Some(label) = &self.label {
                    check::max_length(label, 3, &path.field("label"), cx);
                }
            });
            let ports = &path.field("ports");
            cx.later(|cx| {
                check::list_map_keys(&self.ports, ["name"], |port| [ListKey::of(&port.name).unless_zero()], ports, cx)
            });
            for (index, port) in self.ports.iter().enumerate() {
                port_is_low(port, &ports.index(index), cx);
            }
            for (index, size) in self.sizes.iter().enumerate() {
                check::maximum(*size, 9, false, &path.field("sizes").index(index), cx);
            }
            for (key, port) in &self.by_name {
                port_is_low(port, &path.field("byName").key(key), cx);
            }
            if let Some(port) = &self.main {
                port_is_low(port, &path.field("main"), cx);
            }
        }

        fn as_data(&self) -> Option<&dyn Data> {
            Some(self)
        }

        fn with_defaults(&self) -> Option<Self> {
            Some(data::with_defaults(self))
        }
    }

    /// Returns the fields with errors after an update.
    fn fields(new: &str, old: &str, options: &Options) -> Vec<String> {
        let read = |text: &str| serde_json::from_str::<Widget>(text).unwrap();
        let (new, old) = (read(new), read(old));
        let errors = new.outcome_with(Some(&old), options).errors;
        if *options == Options::default() {
            assert_eq!(new.verdict(Some(&old)), Verdict::of(!errors.is_empty()));
            assert_eq!(new.first_error(Some(&old)), errors.iter().next().cloned());
        }
        errors.iter().map(|error| error.path.to_string()).collect()
    }

    #[test]
    fn only_what_changed_has_errors() {
        for (new, old, expected) in [
            (r#"{"name": "long", "sizes": [1]}"#, r#"{"name": "long"}"#, [].as_slice()),
            (r#"{"name": "longer"}"#, r#"{"name": "long"}"#, &["name"]),
            // `kind` comes from the request and not from the stored object.
            (r#"{"kind": "Widget", "sizes": [1]}"#, r#"{"kind": "Widget"}"#, &["kind"]),
            (r#"{"kind": "Widget"}"#, r#"{"kind": "Widget"}"#, &[]),
            // Elements without keys are unchanged only if the entire list is unchanged.
            (r#"{"name": "a", "sizes": [10, 11]}"#, r#"{"sizes": [10, 11]}"#, &[]),
            (r#"{"sizes": [10]}"#, r#"{"sizes": [10, 11]}"#, &["sizes[0]"]),
            // Elements of a map list are correlated by key, regardless of position.
            (
                r#"{"ports": [{"name": "b", "number": 11}, {"name": "a", "number": 12}]}"#,
                r#"{"ports": [{"name": "a", "number": 10}, {"name": "b", "number": 11}]}"#,
                &["ports[1].number"],
            ),
            (
                r#"{"ports": [{"number": 11}], "name": "a"}"#,
                r#"{"ports": [{"number": 11}]}"#,
                &["ports[0].name", "ports[0].number"],
            ),
            // A missing required field belongs to the object that should contain it.
            (r#"{"byName": {"a": {"number": 1}}, "name": "b"}"#, r#"{"byName": {"a": {"number": 1}}}"#, &[]),
            (r#"{"byName": {"a": {"number": 2}}}"#, r#"{"byName": {"a": {"number": 1}}}"#, &["byName[a].name"]),
            // Each part of a value is compared with the default of the old value, which is missing.
            (r#"{"main": {"name": "b", "number": 10}}"#, r"{}", &[]),
            (r#"{"main": {"name": "b", "number": 11}}"#, r"{}", &["main.number"]),
            (r#"{"main": {"number": 10}}"#, r#"{"main": {"name": "b", "number": 10}}"#, &["main.name"]),
        ] {
            assert_eq!(fields(new, old, &Options::default()), expected, "{new} {old}");
        }
    }

    #[test]
    fn branches_ratchet_nothing() {
        let (new, old) = (r#"{"label": "long", "name": "a"}"#, r#"{"label": "long"}"#);
        assert_eq!(fields(new, old, &Options::default()), ["label", "<nil>"]);
        assert_eq!(fields(old, old, &Options::default()), [""; 0]);
    }

    #[test]
    fn it_can_be_turned_off() {
        let (new, old) = (r#"{"name": "long", "sizes": [1]}"#, r#"{"name": "long"}"#);
        let options = Options { ratcheting: Some(false), ..Options::default() };
        assert_eq!(fields(new, old, &options), ["name"]);
        assert_eq!(fields(new, old, &Options::of_kubernetes(29)), ["name"], "not before 1.30");
    }
}
