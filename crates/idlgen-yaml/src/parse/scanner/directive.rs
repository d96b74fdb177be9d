//! Directives: `%YAML` and `%TAG`.

use super::{Scanned, Scanner, TokenKind};
use crate::Problem;

impl<'t> Scanner<'t> {
    pub(super) fn fetch_directive(&mut self) -> Scanned {
        self.leave(None);
        self.forget_key()?;
        self.may_be_key = false;
        let start = self.cursor.at;
        self.cursor.skip();
        let name = self.name();
        if name.is_empty() {
            return self.error("could not find expected directive name");
        }
        if !self.cursor.is_space_or_end(0) {
            return self.error("found unexpected non-alphabetical character");
        }
        self.cursor.skip_spaces_and_tabs();
        let kind = match name {
            "YAML" => self.version()?,
            "TAG" => self.tag_directive()?,
            _ => return self.error("found unknown directive name"),
        };
        self.push(kind, start);
        self.cursor.skip_spaces_and_tabs();
        self.cursor.skip_comment();
        if !self.cursor.is_line_end(0) {
            return self.error("did not find expected comment or line break");
        }
        self.cursor.take_break();
        Ok(())
    }

    fn version(&mut self) -> Result<TokenKind<'t>, Problem> {
        let major = self.version_number()?;
        if self.cursor.byte(0) != b'.' {
            return self.error("did not find expected digit or '.' character");
        }
        self.cursor.skip();
        Ok(TokenKind::Version(major, self.version_number()?))
    }

    fn version_number(&mut self) -> Result<u8, Problem> {
        let start = self.cursor.at;
        while self.cursor.byte(0).is_ascii_digit() {
            self.cursor.skip();
        }
        let digits = self.cursor.slice(start, self.cursor.at);
        match digits.len() {
            0 => self.error("did not find expected version number"),
            1 | 2 => Ok(digits.parse().unwrap_or_default()),
            _ => self.error("found extremely long version number"),
        }
    }

    fn tag_directive(&mut self) -> Result<TokenKind<'t>, Problem> {
        let handle = self.tag_handle(true)?.to_owned();
        if !self.cursor.is_blank(0) {
            return self.error("did not find expected whitespace");
        }
        self.cursor.skip_spaces_and_tabs();
        let prefix = self.uri("")?;
        if !self.cursor.is_space_or_end(0) {
            return self.error("did not find expected whitespace or line break");
        }
        Ok(TokenKind::TagHandle(handle, prefix))
    }
}
