//! YAML as Kubernetes reads it, with positions and hard limits.
