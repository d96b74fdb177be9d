//! CustomResourceDefinitions from lowered schemas: one YAML file each, as controller-gen lays them out
//! (`sigs.k8s.io/controller-tools/pkg/crd`).

mod backend;
mod channel;
mod description;
mod embedded;
mod refused;

pub use backend::Crd;
