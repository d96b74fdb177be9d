//! The API of servers: groups and versions, kinds, resources and their verbs.

pub(in crate::lower) mod custom_resources;
pub(in crate::lower) mod group_version_kinds;
pub(in crate::lower) mod lifecycle;
pub(in crate::lower) mod marker_location;
pub(in crate::lower) mod meta_types;
pub(in crate::lower) mod plural;
pub(in crate::lower) mod registration;
pub(in crate::lower) mod resource;
