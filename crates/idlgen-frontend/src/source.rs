//! Files as bytes, and positions in them. Only this module reads the disk.

mod disk;
mod file_system;
mod git;
mod lines;
mod path;
mod source_map;
mod span;
mod text_lines;

pub use disk::{DiskFileSystem, RecordedDisk, Stamp};
pub use file_system::{DirectoryEntry, FileSystem, MAX_BYTES, MemoryFileSystem, OverlayFileSystem, text};
pub use git::{GitError, GitRevision, merge_base, tags};
#[doc(hidden)]
pub use lines::{line_end, line_starts};
pub use path::{absolute, clean, without_current_directory, without_links};
pub use source_map::{LineColumn, SourceMap};
pub use span::{FileId, Span};
pub use text_lines::{Margin, TextLine, TextLines};
