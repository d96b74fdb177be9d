//! Actions of operations.

use super::parameter::{self, Parameter};
use crate::lower::Verb;

/// The action of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Lists the resources of a group and version (discovery).
    Discover,
    List,
    Get,
    Post,
    Put,
    Patch,
    Delete,
    DeleteCollection,
}

impl Action {
    /// Returns the action of a verb. Watching is a special case of listing.
    pub(super) fn of(verb: Verb) -> Option<Self> {
        Some(match verb {
            Verb::Create => Action::Post,
            Verb::Delete => Action::Delete,
            Verb::DeleteCollection => Action::DeleteCollection,
            Verb::Get => Action::Get,
            Verb::List => Action::List,
            Verb::Patch => Action::Patch,
            Verb::Update => Action::Put,
            Verb::Watch => return None,
        })
    }

    /// Returns the HTTP method.
    pub(super) fn method(self) -> &'static str {
        match self {
            Action::Discover | Action::List | Action::Get => "get",
            Action::Post => "post",
            Action::Put => "put",
            Action::Patch => "patch",
            Action::Delete | Action::DeleteCollection => "delete",
        }
    }

    /// Returns `x-kubernetes-action`.
    pub(super) fn name(self) -> Option<&'static str> {
        Some(match self {
            Action::Discover => return None,
            Action::List => "list",
            Action::Get => "get",
            Action::Post => "post",
            Action::Put => "put",
            Action::Patch => "patch",
            Action::Delete => "delete",
            Action::DeleteCollection => "deletecollection",
        })
    }

    /// Returns the prefix of an operation's id.
    pub(super) fn verb(self) -> &'static str {
        match self {
            Action::Discover => "get",
            Action::List => "list",
            Action::Get => "read",
            Action::Post => "create",
            Action::Put => "replace",
            Action::Patch => "patch",
            Action::Delete | Action::DeleteCollection => "delete",
        }
    }

    /// Returns the success responses.
    pub(super) fn successes(self) -> &'static [(u16, &'static str)] {
        match self {
            Action::Discover | Action::List | Action::Get | Action::DeleteCollection => &[(200, "OK")],
            Action::Post => &[(200, "OK"), (201, "Created"), (202, "Accepted")],
            Action::Put | Action::Patch => &[(200, "OK"), (201, "Created")],
            Action::Delete => &[(200, "OK"), (202, "Accepted")],
        }
    }

    /// Returns the query parameters, sorted by name.
    pub(super) fn parameters(self) -> Vec<Parameter> {
        let mut parameters = match self {
            Action::Discover | Action::Get => Vec::new(),
            Action::List => [parameter::SELECTION, parameter::WATCHING].concat(),
            Action::Post | Action::Put => parameter::WRITING.to_vec(),
            Action::Patch => [parameter::WRITING, parameter::APPLYING].concat(),
            Action::Delete => parameter::DELETION.to_vec(),
            Action::DeleteCollection => [parameter::SELECTION, parameter::DELETION].concat(),
        };
        parameters.sort_by_key(|parameter| parameter.name);
        parameters
    }
}
