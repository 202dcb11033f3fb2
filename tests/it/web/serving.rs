//! The files of the page, and how they are sent.

use super::table::Table;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_comes_in_the_browsers_language_and_bears_every_guard() {
    let table = Table::start().await;
    for (language, lang) in [
        ("de-AT,de;q=0.9", "de"),
        ("fr,en-GB;q=0.5", "en"),
        ("", "en"),
    ] {
        for path in [
            "/",
            "/m/m7k3q",
            "/m/m7k3q/",
            "/m/m7k3q.",
            "/m/m7k3q/)",
            "/m/m7k3q?utm_source=x",
        ] {
            let page = table.get(path, &[("accept-language", language)]).await;
            assert_eq!(page.status(), 200);
            let headers = page.headers().clone();
            let policy = headers["content-security-policy"].to_str().unwrap();
            assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"));
            assert_eq!(headers["x-content-type-options"], "nosniff");
            assert_eq!(headers["cache-control"], "no-cache");
            assert!(!headers.contains_key("set-cookie"));
            let text = page.text().await.unwrap();
            assert!(text.contains(&format!("lang=\"{lang}\"")), "{language}");
            assert!(!text.contains("{{"), "a place is left empty");
            assert!(
                !text.contains("style=\"") && !text.contains("onclick"),
                "inline"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_comes_in_the_language_that_its_address_asks_for() {
    let table = Table::start().await;
    for (path, language, lang) in [
        ("/?lang=de", "en", "de"),
        ("/m/m7k3q?lang=en", "de", "en"),
        ("/?x=1&lang=de-AT", "en", "de"),
        ("/?lang=xx", "de", "de"),
        ("/?lang=", "de", "de"),
    ] {
        let page = table.get(path, &[("accept-language", language)]).await;
        let text = page.text().await.unwrap();
        assert!(text.contains(&format!("<html lang=\"{lang}\"")), "{path}");
        assert!(text.contains(&format!("\"lang\":\"{lang}\"")), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_browser_translates_the_board_or_moves() {
    let table = Table::start().await;
    let text = table.get("/m/m7k3q", &[]).await.text().await.unwrap();
    for part in [
        "id=\"board\"",
        "id=\"chips\"",
        "id=\"completion\"",
        "class=\"moves\"",
    ] {
        let marked = format!("{part} translate=\"no\"");
        assert!(text.contains(&marked), "{part}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_are_small_kept_for_ever_and_sent_once() {
    let table = Table::start().await;
    let gzip = [("accept-encoding", "gzip")];
    let page = table.get("/", &gzip).await;
    let tag = page.headers()["etag"].to_str().unwrap().to_owned();
    let shell = page.bytes().await.unwrap().len();
    let again = table.get("/", &[("if-none-match", &tag)]).await;
    assert_eq!(again.status(), 304);
    let plain = table.get("/", &[]).await.text().await.unwrap();
    let mut parts = plain.split("\"/a/");
    parts.next();
    let mut files: Vec<String> = parts
        .map(|rest| format!("/a/{}", rest.split('"').next().unwrap()))
        .collect();
    files.sort();
    files.dedup();
    let mut whole = shell;
    let mut scripts = 0;
    for file in &files {
        let answer = table.get(file, &gzip).await;
        assert_eq!(answer.status(), 200, "{file}");
        let cache = answer.headers()["cache-control"]
            .to_str()
            .unwrap()
            .to_owned();
        assert!(cache.contains("immutable"), "{file}: {cache}");
        let bytes = answer.bytes().await.unwrap().len();
        scripts += if file.ends_with(".js") { bytes } else { 0 };
        whole += bytes;
    }
    println!(
        "first visit: {whole} bytes in {} requests, of which {scripts} of JavaScript",
        files.len() + 2
    );
    assert!(whole <= 48 << 10, "{whole}");
    assert!(scripts <= 28 << 10, "{scripts}");
    // The socket is one more.
    assert!(files.len() + 2 <= 10, "{files:?}");
    for outlook in ["round-gray-000", "sector-black-111"] {
        let digest = files[0].split('/').nth(2).unwrap();
        let ground = table
            .get(&format!("/a/{digest}/ground/{outlook}.svg"), &[])
            .await;
        assert_eq!(ground.headers()["content-type"], "image/svg+xml");
        assert!(ground.text().await.unwrap().contains("data-square"));
    }
    for nothing in ["/nothing", "/a/x/y", "/a/x/../main.js", "/m/", "/api/say"] {
        assert!(
            matches!(table.get(nothing, &[]).await.status().as_u16(), 404 | 405),
            "{nothing}"
        );
    }
}

/// What a page of another version gets, which is open while the server is updated: today's drawings, and a
/// script that loads it again. Nothing of that is kept under the old address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_another_version_gets_what_helps_it() {
    let table = Table::start().await;
    let page = table.get("/", &[]).await;
    let digest = page.headers()["x-rondel-page"].to_str().unwrap().to_owned();
    let text = page.text().await.unwrap();
    assert!(text.contains(&format!("\"/a/{digest}/main.js\"")));
    for name in [
        "ground/round-gray-000.svg",
        "ground/sector-black-111.svg",
        "theme/classic.css",
        "pieces/carved.svg",
        "icon.svg",
        "app.css",
    ] {
        let own = table.get(&format!("/a/{digest}/{name}"), &[]).await;
        let old = table.get(&format!("/a/0000000000000000/{name}"), &[]).await;
        assert_eq!(old.status(), 200, "{name}");
        assert_eq!(old.headers()["cache-control"], "no-cache", "{name}");
        assert_eq!(old.headers()["x-rondel-page"], digest.as_str(), "{name}");
        let (own, old) = (own.bytes().await.unwrap(), old.bytes().await.unwrap());
        assert_eq!(own, old, "{name}");
    }
    for name in ["main", "board", "match", "of-some-other-version"] {
        let old = table
            .get(&format!("/a/0000000000000000/{name}.js"), &[])
            .await;
        assert_eq!(old.status(), 200, "{name}");
        assert_eq!(old.headers()["cache-control"], "no-cache", "{name}");
        let script = old.text().await.unwrap();
        assert!(script.contains("location.reload()"), "{name}: {script}");
    }
    for name in ["ground/no.svg", "no"] {
        let none = table.get(&format!("/a/0000000000000000/{name}"), &[]).await;
        assert_eq!(none.status(), 404, "{name}");
    }
    let body = serde_json::json!({"token": super::table::token("ann"), "lang": "en", "line": "/help", "request": "1"});
    let asked = reqwest::Client::new().post(table.url("/api/say"));
    let asked = asked.header("origin", table.url("")).body(body.to_string());
    let answer = asked.send().await.unwrap();
    assert_eq!(answer.headers()["x-rondel-page"], digest.as_str());
}
