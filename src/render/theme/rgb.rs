//! Colours.

/// An opaque colour: red, green, blue in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    /// Mixes two colours: `part` of the way (0 to 1) from this one to the other.
    pub(crate) fn mix(self, other: Rgb, part: f32) -> Rgb {
        Rgb(std::array::from_fn(|at| {
            let [one, other] = [self, other].map(|color| f32::from(color.0[at]));
            (one + (other - one) * part).round() as u8
        }))
    }

    /// Writes it as SVG and style sheets do: `#rrggbb`.
    pub(crate) fn hex(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}
