//! The fields of `spec.conversion` in a CRD.

use serde_json::{Map, Value as Json};

use super::{
    api_version::ApiVersion,
    members::{Members, put, put_text},
};

/// The conversion between versions.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Conversion {
    /// The unmodified `strategy`: `None` or `Webhook`.
    pub strategy: String,
    /// The value of `webhook.clientConfig` (`webhookClientConfig` in `v1beta1`).
    pub client_config: Option<WebhookClientConfig>,
    /// The value of `webhook.conversionReviewVersions` (`conversionReviewVersions` in `v1beta1`).
    pub review_versions: Vec<String>,
}

/// The location of a webhook.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct WebhookClientConfig {
    /// The URL of the webhook, if it is not a service.
    pub url: Option<String>,
    /// The service of the webhook, if it is in the cluster.
    pub service: Option<ServiceReference>,
    /// The certificates: PEM encoded as base64.
    pub ca_bundle: String,
}

/// A service in the cluster.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ServiceReference {
    /// The namespace of the service.
    pub namespace: String,
    /// The name of the service.
    pub name: String,
    /// The URL path of the webhook.
    pub path: Option<String>,
    /// The port. The API server's default is 443.
    pub port: Option<i64>,
}

impl Conversion {
    pub(super) fn read(members: Members<'_>, api_version: ApiVersion) -> Self {
        let webhook = match api_version {
            ApiVersion::V1 => members.members("webhook"),
            ApiVersion::V1Beta1 => members,
        };
        let client_config = match api_version {
            ApiVersion::V1 => "clientConfig",
            ApiVersion::V1Beta1 => "webhookClientConfig",
        };
        Conversion {
            strategy: members.text("strategy"),
            client_config: webhook.object(client_config).map(WebhookClientConfig::read),
            review_versions: webhook.strings("conversionReviewVersions"),
        }
    }

    pub(super) fn print(&self) -> Json {
        let Conversion { strategy, client_config, review_versions } = self;
        let mut json = Map::new();
        json.insert("strategy".to_owned(), strategy.as_str().into());
        if client_config.is_some() || !review_versions.is_empty() {
            let mut webhook = Map::new();
            put(&mut webhook, "clientConfig", client_config.as_ref().map(WebhookClientConfig::print));
            let versions: Json = review_versions.iter().map(String::as_str).collect();
            webhook.insert("conversionReviewVersions".to_owned(), versions);
            json.insert("webhook".to_owned(), webhook.into());
        }
        json.into()
    }
}

impl WebhookClientConfig {
    fn read(members: Members<'_>) -> Self {
        WebhookClientConfig {
            url: members.optional_text("url"),
            service: members.object("service").map(|service| ServiceReference {
                namespace: service.text("namespace"),
                name: service.text("name"),
                path: service.optional_text("path"),
                port: service.integer("port"),
            }),
            ca_bundle: members.text("caBundle"),
        }
    }

    fn print(&self) -> Json {
        let WebhookClientConfig { url, service, ca_bundle } = self;
        let mut json = Map::new();
        put(&mut json, "url", url.as_deref());
        if let Some(ServiceReference { namespace, name, path, port }) = service {
            let mut service = Map::new();
            service.insert("namespace".to_owned(), namespace.as_str().into());
            service.insert("name".to_owned(), name.as_str().into());
            put(&mut service, "path", path.as_deref());
            put(&mut service, "port", *port);
            json.insert("service".to_owned(), service.into());
        }
        put_text(&mut json, "caBundle", ca_bundle);
        json.into()
    }
}
