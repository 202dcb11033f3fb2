#![no_main]

#[path = "../../tests/it/hostile/properties.rs"]
#[allow(dead_code, reason = "each target runs one property")]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::match_record(data));
