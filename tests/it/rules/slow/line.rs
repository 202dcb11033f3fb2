//! Position lines (rules §7.3), read and written independently.

use super::{
    Slow,
    geometry::{army_of, named, square},
};

impl Slow {
    /// Reads a position line, which must be a correct one.
    pub(crate) fn read(line: &str) -> Slow {
        let fields: Vec<&str> = line.split(' ').collect();
        let mut slow = Slow {
            board: [None; 144],
            turn: fields[1].chars().next().unwrap(),
            in_play: String::from(fields[2]),
            moats: fields[3].replace('-', ""),
            castling: Vec::new(),
            en_passant: Vec::new(),
            clock: fields[6].parse().unwrap(),
            ply: fields[7].parse().unwrap(),
        };
        for (rank, row) in (1..).zip(fields[0].split('/')) {
            let mut letters = row.chars().peekable();
            let mut file = 0;
            while let Some(letter) = letters.next() {
                if let Some(digit) = letter.to_digit(10) {
                    let mut run = digit;
                    while let Some(more) = letters.peek().and_then(|next| next.to_digit(10)) {
                        run = 10 * run + more;
                        letters.next();
                    }
                    file += run as i32;
                } else {
                    slow.put((file, rank), Some((letter, letters.next().unwrap())));
                    file += 1;
                }
            }
        }
        let mut army = ' ';
        for letter in fields[4].replace('-', "").chars() {
            if "wgb".contains(letter) {
                army = letter;
            } else {
                slow.castling.push((army, letter));
            }
        }
        let passed = fields[5].replace('-', "");
        for start in (0..passed.len()).step_by(2) {
            let passed = square(&passed[start..start + 2]);
            slow.en_passant.push((army_of(passed.0), passed));
        }
        slow
    }

    /// Writes the position line (rules §7.3).
    pub(crate) fn line(&self) -> String {
        let mut board = Vec::new();
        for rank in 1..=6 {
            let mut row = String::new();
            let mut run = 0;
            for file in 0..24 {
                match self.on((file, rank)) {
                    None => run += 1,
                    Some((army, kind)) => {
                        if run > 0 {
                            row += &run.to_string();
                        }
                        run = 0;
                        row.push(army);
                        row.push(kind);
                    }
                }
            }
            if run > 0 {
                row += &run.to_string();
            }
            board.push(row);
        }
        let dash = |text: String| {
            if text.is_empty() {
                String::from("-")
            } else {
                text
            }
        };
        let moats = "xhp".chars().filter(|moat| self.moats.contains(*moat));
        let mut castling = String::new();
        for army in "wgb".chars() {
            let sides: String = "KQ"
                .chars()
                .filter(|side| self.castling.contains(&(army, *side)))
                .collect();
            if !sides.is_empty() {
                castling.push(army);
                castling += &sides;
            }
        }
        let passed = self.en_passant.iter().map(|(_, passed)| named(*passed));
        format!(
            "{} {} {} {} {} {} {} {}",
            board.join("/"),
            self.turn,
            self.in_play,
            dash(moats.collect()),
            dash(castling),
            dash(passed.collect()),
            self.clock,
            self.ply
        )
    }
}
