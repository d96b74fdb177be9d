//! Validates `spec.conversion` (`validateCustomResourceConversion`).

use std::collections::BTreeSet;

use idlgen_runtime::{
    field::{BadValue, Path},
    go::Url,
};
use serde_json::Value as Json;

use super::{
    certificates,
    choice::one_of,
    found::Found,
    names::{label_messages, subdomain_messages},
    requirements::Requirements,
};
use crate::crd::{
    CustomResourceDefinition,
    document::{ServiceReference, WebhookClientConfig},
};

pub(super) fn validate(
    definition: &CustomResourceDefinition,
    requirements: &Requirements,
    path: &Path<'_>,
    found: &mut Found,
) {
    let Some(conversion) = &definition.conversion else { return };
    let strategy = conversion.strategy.as_str();
    if strategy != "None" && definition.preserve_unknown_fields {
        found.invalid(&path.field("strategy"), strategy, "must be None if spec.preserveUnknownFields is true");
    }
    one_of(strategy, &["None", "Webhook"], &path.field("strategy"), found);
    let (config_path, versions_path) = (path.field("webhookClientConfig"), path.field("conversionReviewVersions"));
    if strategy == "Webhook" {
        match &conversion.client_config {
            None => found.required(&config_path, "required when strategy is set to Webhook"),
            Some(config) => client_config(config, requirements, &config_path, found),
        }
        review_versions(&conversion.review_versions, requirements, &versions_path, found);
        return;
    }
    let detail = "should not be set when strategy is not set to Webhook";
    if conversion.client_config.is_some() {
        found.forbidden(&config_path, detail);
    }
    if !conversion.review_versions.is_empty() {
        found.forbidden(&versions_path, detail);
    }
}

fn client_config(config: &WebhookClientConfig, requirements: &Requirements, path: &Path<'_>, found: &mut Found) {
    let WebhookClientConfig { url, service, ca_bundle } = config;
    match (url, service) {
        (None, None) | (Some(_), Some(_)) => found.required(path, "exactly one of url or service is required"),
        (Some(url), None) => self::url(url, &path.field("url"), found),
        (None, Some(service)) => self::service(service, &path.field("service"), found),
    }
    if !ca_bundle.is_empty()
        && requirements.ca_bundle
        && let Some(detail) = certificates::rejection_reason(ca_bundle)
    {
        // Go prints bytes as base64, so the value is used unchanged.
        found.invalid(&path.field("caBundle"), ca_bundle.as_str(), detail);
    }
}

/// Validates the URL of a webhook (`ValidateWebhookURL` of k8s.io/apiserver/pkg/util/webhook).
fn url(text: &str, path: &Path<'_>, found: &mut Found) {
    const FORM: &str = "; desired format: https://host[/path]";
    let url = match Url::parse(text, true) {
        Ok(url) => url,
        Err(error) => {
            found.required(path, format!("url must be a valid URL: {error}{FORM}"));
            return;
        }
    };
    if url.scheme() != "https" {
        found.invalid(path, url.scheme(), format!("'https' is the only allowed URL scheme{FORM}"));
    }
    if url.host().is_empty() {
        found.invalid(path, "", format!("host must be specified{FORM}"));
    }
    if let Some(user) = url.user() {
        found.invalid(path, user.as_str(), "user information is not permitted in the URL");
    }
    if !url.fragment().is_empty() {
        found.invalid(path, url.fragment().as_str(), "fragments are not permitted in the URL");
    }
    if !url.raw_query().is_empty() {
        found.invalid(path, url.raw_query(), "query parameters are not permitted in the URL");
    }
}

/// Validates the service of a webhook (`ValidateWebhookService` of k8s.io/apiserver/pkg/util/webhook).
fn service(service: &ServiceReference, path: &Path<'_>, found: &mut Found) {
    // The API server swaps the arguments for name and namespace. If one is missing, the error has the path of the
    // other.
    let ServiceReference { namespace, name, path: url_path, port } = service;
    if namespace.is_empty() {
        found.required(&path.field("name"), "");
    }
    if name.is_empty() {
        found.required(&path.field("namespace"), "");
    }
    let port = port.unwrap_or_default();
    if !(1..=65535).contains(&port) {
        let detail = "port is not valid: must be between 1 and 65535, inclusive";
        found.invalid(&path.field("port"), BadValue::Json(Json::from(port)), detail);
    }
    let path = path.field("path");
    let text = url_path.as_deref().unwrap_or_default();
    if matches!(text, "" | "/") {
        return;
    }
    if text == "//" {
        found.invalid(&path, text, "segment[0] may not be empty");
        return;
    }
    if !text.starts_with('/') {
        found.invalid(&path, text, "must start with a '/'");
    }
    // The API server does not check the first byte of the path.
    let segments = text.get(1..).unwrap_or_default();
    let segments = segments.strip_suffix('/').unwrap_or(segments);
    for (index, segment) in segments.split('/').enumerate() {
        if segment.is_empty() {
            found.invalid(&path, text, format!("segment[{index}] may not be empty"));
            continue;
        }
        for message in subdomain_messages(segment) {
            found.invalid(&path, text, format!("segment[{index}]: {message}"));
        }
    }
}

/// Returns `true` if API servers support this version of the conversion review.
pub(super) fn is_recognized(version: &str) -> bool {
    matches!(version, "v1" | "v1beta1")
}

/// Validates the versions of the conversion review (`validateConversionReviewVersions`).
fn review_versions(versions: &[String], requirements: &Requirements, path: &Path<'_>, found: &mut Found) {
    if versions.is_empty() {
        found.required(path, "");
        return;
    }
    let mut seen = BTreeSet::new();
    for (index, version) in versions.iter().enumerate() {
        if !seen.insert(version.as_str()) {
            found.invalid(&path.index(index), version.as_str(), "duplicate version");
            continue;
        }
        for message in label_messages(version) {
            found.invalid(&path.index(index), version.as_str(), message);
        }
    }
    if requirements.recognized_review_version && !seen.into_iter().any(is_recognized) {
        let all: Json = versions.iter().map(String::as_str).collect();
        found.invalid(path, BadValue::Json(all), "must include at least one of v1, v1beta1");
    }
}
