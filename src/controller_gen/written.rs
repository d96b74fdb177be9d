//! Values of keywords as they are written: empty ones are absent.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use idlgen_yaml::Part;
use serde_json::Value as Json;

use super::shared::Shared;
use crate::tags::controller_gen::json_number;

/// The value of a keyword.
pub(super) trait Written {
    /// Returns the value to write, even if it is empty.
    fn part(&self) -> Part<'_>;

    /// Returns `true` if the keyword is not written.
    fn is_absent(&self) -> bool {
        false
    }

    /// Returns the value to write, if the keyword is written.
    fn written(&self) -> Option<Part<'_>> {
        (!self.is_absent()).then(|| self.part())
    }
}

impl Written for String {
    fn part(&self) -> Part<'_> {
        Part::Text(self)
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl Written for Arc<str> {
    fn part(&self) -> Part<'_> {
        Part::Text(self)
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl Written for Cow<'static, str> {
    fn part(&self) -> Part<'_> {
        Part::Text(self)
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl Written for bool {
    fn part(&self) -> Part<'_> {
        Part::Json(Cow::Owned(Json::Bool(*self)))
    }

    fn is_absent(&self) -> bool {
        !self
    }
}

impl Written for f64 {
    fn part(&self) -> Part<'_> {
        Part::Json(Cow::Owned(json_number(*self)))
    }
}

impl Written for i64 {
    fn part(&self) -> Part<'_> {
        Part::Json(Cow::Owned(Json::from(*self)))
    }
}

impl Written for Json {
    fn part(&self) -> Part<'_> {
        Part::Json(Cow::Borrowed(self))
    }
}

impl<T: Written> Written for Shared<T> {
    fn part(&self) -> Part<'_> {
        (**self).part()
    }

    fn is_absent(&self) -> bool {
        (**self).is_absent()
    }
}

impl<T: Written> Written for Option<T> {
    fn part(&self) -> Part<'_> {
        self.as_ref().map_or(Part::Json(Cow::Owned(Json::Null)), Written::part)
    }

    fn is_absent(&self) -> bool {
        self.as_ref().is_none_or(Written::is_absent)
    }
}

impl<T: Written> Written for Vec<T> {
    fn part(&self) -> Part<'_> {
        Part::List(self.iter().map(Written::part).collect())
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl<T: Written> Written for BTreeMap<Arc<str>, T> {
    fn part(&self) -> Part<'_> {
        Part::Mapping(self.iter().map(|(name, value)| (&**name, value.part())).collect())
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}
