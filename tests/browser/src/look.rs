//! How pages are looked at.

/// How a page is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
    /// True for a telephone, where fingers point.
    pub touch: bool,
    /// The language that the browser asks for.
    pub lang: &'static str,
    /// True for the dark scheme.
    pub dark: bool,
    /// True where the system decides on colours.
    pub forced: bool,
    /// True where nothing should move.
    pub still: bool,
    /// How many times slower the processor is.
    pub slow: u32,
}

impl Look {
    /// A desktop.
    pub const DESKTOP: Look = Look {
        width: 1280,
        height: 900,
        touch: false,
        lang: "en",
        dark: false,
        forced: false,
        still: false,
        slow: 1,
    };
    /// A telephone.
    pub const PHONE: Look = Look {
        width: 390,
        height: 844,
        touch: true,
        ..Look::DESKTOP
    };
}
