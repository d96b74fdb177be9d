//! `format`: the author's takes the place of the Go type's; several different ones all count, the others through
//! `allOf`.

use idlgen_validate::Schema;

use super::note;
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let mut formats: Vec<&str> = Vec::new();
    for (tag, constraint) in layers.constraints() {
        let Constraint::Format(format) = constraint else { continue };
        note(schema, "format", tag);
        // An empty one takes away the format of the Go type.
        schema.format = None;
        if !format.is_empty() && !formats.contains(&format.as_str()) {
            formats.push(format);
        }
    }
    let mut formats = formats.into_iter();
    let Some(first) = formats.next() else { return };
    // `Format=""` takes away the format of the Go type.
    schema.format = Some(first.to_owned()).filter(|format| !format.is_empty());
    schema.all_of.extend(
        formats
            .filter(|format| !format.is_empty())
            .map(|format| Schema { format: Some(format.to_owned()), ..Schema::default() }),
    );
}

#[cfg(test)]
mod tests {
    use idlgen_validate::Schema;

    use crate::{lower::node::testing::applied, tags::Constraint::Format};

    #[test]
    fn all_formats_count_once() {
        let format = |text: &str| Format(text.to_owned());
        let schema = applied(&[&[format("uri")], &[format("hostname"), format("uri")]]);
        assert_eq!(schema.format.as_deref(), Some("uri"));
        assert_eq!(applied(&[&[format("")]]).format, None);
        assert_eq!(schema.all_of, [Schema { format: Some("hostname".to_owned()), ..Schema::default() }]);
    }
}
