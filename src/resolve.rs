//! Go declarations and tags to the model: imports, aliases, constants, enumerations, registrations.
