//! Colours and their lightness.

/// An opaque colour: red, green, blue in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Returns its lightness, 0 to 1, as the WCAG defines relative luminance: all that is left of a
    /// colour in grayscale.
    #[must_use]
    pub fn luminance(self) -> f32 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Returns its red, green and blue as amounts of light, 0 to 1 (IEC 61966-2-1).
    pub(super) fn linear(self) -> [f32; 3] {
        [self.0, self.1, self.2].map(|channel| {
            let channel = f32::from(channel) / 255.0;
            if channel <= 0.040_45 {
                channel / 12.92
            } else {
                ((channel + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    /// Returns the contrast of two colours, 1 (none) to 21, as the WCAG defines it.
    #[must_use]
    pub fn contrast(self, other: Rgb) -> f32 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        a.max(b) / a.min(b)
    }

    /// Mixes two colours: `part` of the way (0 to 1) from this one to the other.
    pub(crate) fn mix(self, other: Rgb, part: f32) -> Rgb {
        let mix =
            |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * part).round() as u8;
        Rgb(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
        )
    }

    /// Writes it as SVG and style sheets do: `#rrggbb`.
    pub(crate) fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}
