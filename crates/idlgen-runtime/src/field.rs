//! Field paths, errors and error lists.
//!
//! Source: `k8s.io/apimachinery/pkg/util/validation/field`.

mod error;
mod error_list;
mod error_type;
mod go_openapi;
mod message_style;
mod origin;
mod path;
mod wording;

pub use error::{BadValue, Error};
pub use error_list::ErrorList;
pub use error_type::ErrorType;
pub use message_style::MessageStyle;
pub use origin::Origin;
pub use path::{Element, Path, PathBuf};
