//! Conversion, and the preservation of unknown fields in all versions.

use idlgen_validate::crd::{CustomResourceDefinition, document::Conversion};

use super::Definition;
use crate::diff::Verdicts;

pub(super) fn compare(old: &CustomResourceDefinition, new: &CustomResourceDefinition, found: &mut Definition) {
    let field = &["spec", "conversion"];
    let (old_one, new_one) = (old.conversion.clone().unwrap_or_default(), new.conversion.clone().unwrap_or_default());
    let is_webhook = |conversion: &Conversion| conversion.strategy == "Webhook";
    match (is_webhook(&old_one), is_webhook(&new_one)) {
        (true, false) => {
            let text = "conversion webhook removed: only fields with the same name and type are kept between versions";
            found.add("conversion-webhook-removed", field, Verdicts::LOST, text);
        }
        (false, true) => {
            let text = "conversion webhook added: objects of other versions depend on it";
            found.add("conversion-webhook-added", field, Verdicts::REVIEW, text);
        }
        (true, true) => {
            let removed = old_one.review_versions.iter().filter(|name| !new_one.review_versions.contains(name));
            let removed: Vec<&str> = removed.map(String::as_str).collect();
            if !removed.is_empty() {
                let text = format!("conversion review version {} removed", removed.join(", "));
                found.add("conversion-review-version-removed", field, Verdicts::REVIEW, text);
            }
        }
        (false, false) => {}
    }
    let field = &["spec", "preserveUnknownFields"];
    match (old.preserve_unknown_fields, new.preserve_unknown_fields) {
        (true, false) => {
            let text = "unknown fields of all versions are dropped now, also from stored objects";
            found.add("preserve-unknown-fields-removed", field, Verdicts::LOST, text);
        }
        (false, true) => {
            let text = "unknown fields of all versions are kept now";
            found.add("preserve-unknown-fields-added", field, Verdicts::WIDENED, text);
        }
        _ => {}
    }
}
