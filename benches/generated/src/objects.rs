//! The measured objects.

use serde_json::{Value as Json, json};

/// An HTTPRoute with two rules.
pub fn route() -> Json {
    json!({
        "apiVersion": "gateway.networking.k8s.io/v1", "kind": "HTTPRoute", "metadata": {"name": "a", "namespace": "b"},
        "spec": {
            "parentRefs": [{"name": "gw", "group": "gateway.networking.k8s.io", "kind": "Gateway"}],
            "hostnames": ["a.example.com"],
            "rules": [
                {
                    "matches": [
                        {"path": {"type": "PathPrefix", "value": "/a"}},
                        {"path": {"type": "Exact", "value": "/b"}, "method": "GET"}
                    ],
                    "backendRefs": [
                        {"group": "", "kind": "Service", "name": "s", "port": 80, "weight": 1},
                        {"group": "", "kind": "Service", "name": "t", "port": 81, "weight": 9}
                    ]
                },
                {
                    "matches": [{
                        "path": {"type": "PathPrefix", "value": "/c"},
                        "headers": [{"type": "Exact", "name": "x", "value": "y"}]
                    }],
                    "filters": [{
                        "type": "RequestHeaderModifier",
                        "requestHeaderModifier": {"add": [{"name": "k", "value": "v"}]}
                    }],
                    "backendRefs": [{"group": "", "kind": "Service", "name": "u", "port": 82, "weight": 1}]
                }
            ]
        }
    })
}

/// A Deployment with one container.
pub fn deployment() -> Json {
    json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "labels": {"app": "web"}},
        "spec": {
            "replicas": 3,
            "selector": {"matchLabels": {"app": "web"}},
            "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1, "maxUnavailable": "25%"}},
            "template": {
                "metadata": {"labels": {"app": "web"}},
                "spec": {
                    "containers": [{
                        "name": "web",
                        "image": "example.com/web:1.2.3",
                        "args": ["--port", "8080"],
                        "ports": [{"name": "http", "containerPort": 8080, "protocol": "TCP"}],
                        "env": [
                            {"name": "MODE", "value": "production"},
                            {"name": "NODE", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}}
                        ],
                        "resources": {
                            "requests": {"cpu": "100m", "memory": "128Mi"}, "limits": {"memory": "256Mi"}
                        },
                        "readinessProbe": {"httpGet": {"path": "/ready", "port": "http"}, "periodSeconds": 5},
                        "volumeMounts": [{"name": "config", "mountPath": "/etc/web"}]
                    }],
                    "volumes": [{"name": "config", "configMap": {"name": "web"}}]
                }
            }
        }
    })
}
