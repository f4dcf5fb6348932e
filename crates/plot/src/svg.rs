//! Writes SVG: elements, attributes, numbers and escaped text.

use std::fmt::Write;

/// An SVG document that is being written.
#[derive(Debug, Default)]
pub(crate) struct Svg {
    text: String,
    open: Vec<&'static str>,
}

/// An attribute value: either text, which is escaped, or a number, which is rounded.
pub(crate) enum Value<'a> {
    Text(&'a str),
    Number(f64),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value::Text(text)
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Value::Text(text)
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Value::Number(number)
    }
}

/// Attributes of an element, in the order in which they are written.
pub(crate) type Attributes<'a> = &'a [(&'a str, Value<'a>)];

/// A place, or a size, in pixels.
pub(crate) type Point = (f64, f64);

impl Svg {
    /// Begins a document of this size with a title and a white background.
    pub(crate) fn document(width: f64, height: f64, title: &str) -> Svg {
        let mut svg = Svg::default();
        let view = format!("0 0 {} {}", rounded(width), rounded(height));
        svg.begin(
            "svg",
            &[
                ("xmlns", "http://www.w3.org/2000/svg".into()),
                ("viewBox", (&view).into()),
                ("width", width.into()),
                ("height", height.into()),
                ("font-family", "sans-serif".into()),
                ("font-size", 13.0.into()),
                ("role", "img".into()),
            ],
        );
        svg.text("title", &[], title);
        svg.fill(("100%".into(), "100%".into()), "#ffffff");
        svg
    }

    /// Fills the whole of a document of this width and height.
    pub(crate) fn fill(&mut self, (width, height): (Value<'_>, Value<'_>), colour: &str) {
        let whole = [
            ("width", width),
            ("height", height),
            ("fill", colour.into()),
        ];
        self.empty("rect", &whole);
    }

    /// Writes a text whose base line passes through a point.
    pub(crate) fn write(&mut self, at: Point, more: Attributes<'_>, content: &str) {
        let place = [("x", at.0.into()), ("y", at.1.into())];
        self.tag("text", &[&place, more], ">");
        let _ = writeln!(self.text, "{}</text>", escaped(content));
    }

    /// Draws a rectangle, given by its upper left corner and its size.
    pub(crate) fn rectangle(&mut self, corner: Point, size: Point, more: Attributes<'_>) {
        let place = [
            ("x", corner.0.into()),
            ("y", corner.1.into()),
            ("width", size.0.into()),
            ("height", size.1.into()),
        ];
        self.tag("rect", &[&place, more], "/>\n");
    }

    /// Draws a line.
    pub(crate) fn line(&mut self, from: Point, to: Point, colour: &str, more: Attributes<'_>) {
        let place = [
            ("x1", from.0.into()),
            ("y1", from.1.into()),
            ("x2", to.0.into()),
            ("y2", to.1.into()),
            ("stroke", colour.into()),
        ];
        self.tag("line", &[&place, more], "/>\n");
    }

    /// Begins an element that holds others.
    pub(crate) fn begin(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.tag(name, &[attributes], ">\n");
        self.open.push(name);
    }

    /// Ends the innermost open element.
    pub(crate) fn end(&mut self) {
        let name = self.open.pop().expect("as many ends as begins");
        self.indent();
        let _ = writeln!(self.text, "</{name}>");
    }

    /// Writes an element without content.
    pub(crate) fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.tag(name, &[attributes], "/>\n");
    }

    /// Writes an element that holds text.
    pub(crate) fn text(&mut self, name: &str, attributes: Attributes<'_>, content: &str) {
        self.tag(name, &[attributes], ">");
        let _ = writeln!(self.text, "{}</{name}>", escaped(content));
    }

    /// Returns the document; all elements must have been ended.
    pub(crate) fn finish(self) -> String {
        debug_assert!(self.open.is_empty());
        self.text
    }

    fn tag(&mut self, name: &str, attributes: &[Attributes<'_>], end: &str) {
        self.indent();
        let _ = write!(self.text, "<{name}");
        for (key, value) in attributes.iter().copied().flatten() {
            let _ = match value {
                Value::Text(text) => write!(self.text, " {key}=\"{}\"", escaped(text)),
                Value::Number(number) => write!(self.text, " {key}=\"{}\"", rounded(*number)),
            };
        }
        self.text.push_str(end);
    }

    fn indent(&mut self) {
        self.text.extend(self.open.iter().map(|_| "  "));
    }
}

/// Where a text lies at its point: `start`, `middle` or `end`.
pub(crate) fn anchored(anchor: &str) -> [(&str, Value<'_>); 1] {
    [("text-anchor", anchor.into())]
}

/// The points of a line or a polygon, as SVG has them.
pub(crate) fn joined(points: impl IntoIterator<Item = Point>) -> String {
    let points = points.into_iter();
    let points = points.map(|(x, y)| format!("{},{}", rounded(x), rounded(y)));
    points.collect::<Vec<_>>().join(" ")
}

/// Escapes what XML would take for markup, and removes the control characters that XML forbids.
pub fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\'' => result.push_str("&#39;"),
            '\n' | '\t' => result.push(c),
            c if c.is_control() || c == '\u{fffe}' || c == '\u{ffff}' => result.push('\u{fffd}'),
            c => result.push(c),
        }
    }
    result
}

/// Formats a coordinate to a hundredth of a pixel, without trailing zeroes. The rounding also hides
/// last-digit differences between the mathematical libraries of different machines.
pub(crate) fn rounded(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_string()
    } else {
        text.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (number, expected) in [(1.0, "1"), (0.5, "0.5"), (-0.001, "0"), (2.0 / 3.0, "0.67")] {
            assert_eq!(rounded(number), expected);
        }
    }

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(
            escaped("a<b & \"c\" > 'd'\u{7}"),
            "a&lt;b &amp; &quot;c&quot; &gt; &#39;d&#39;\u{fffd}"
        );
    }

    #[test]
    fn elements_nest() {
        let mut svg = Svg::default();
        svg.begin("g", &[("id", "a&b".into())]);
        svg.empty("circle", &[("r", 2.5.into())]);
        svg.text("text", &[], "1 < 2");
        svg.end();
        let expected = "<g id=\"a&amp;b\">\n  <circle r=\"2.5\"/>\n  <text>1 &lt; 2</text>\n</g>\n";
        assert_eq!(svg.finish(), expected);
    }
}
