//! What the seeds of this project get wrong, as they are written and as corrected.
