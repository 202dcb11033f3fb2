//! What is to be seen of a page, and what a screen reader is told of it.

use std::time::Instant;

use serde_json::{Value, json};

use crate::browser::{Browser, LOOK, PATIENCE, wait};

/// A node of what the browser tells a screen reader.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The role, such as `button`.
    pub role: String,
    /// The accessible name.
    pub name: String,
    /// The value, where there is one.
    pub value: String,
    /// True if the focus is there.
    pub focused: bool,
    /// True if nothing can be done with it.
    pub disabled: bool,
    /// The number by which the browser knows the element.
    element: Option<i64>,
}

/// A square in the middle of which a pointer can be put.
pub type Point = (f64, f64);

impl Browser {
    /// Reads what a screen reader is told of the page, in its order.
    pub async fn nodes(&self) -> Vec<Node> {
        let tree = self.cdp("Accessibility.getFullAXTree", json!({})).await;
        let all = tree["nodes"].as_array().expect("nodes");
        let text = |of: &Value| {
            let value = &of["value"];
            value.as_str().map_or_else(
                || {
                    if value.is_null() {
                        String::new()
                    } else {
                        value.to_string()
                    }
                },
                str::to_owned,
            )
        };
        let shown = all.iter().filter(|node| node["ignored"] != true);
        let nodes = shown.map(|node| {
            let has = |name: &str| {
                let all = node["properties"].as_array();
                all.is_some_and(|all| {
                    all.iter()
                        .any(|one| one["name"] == name && one["value"]["value"] == true)
                })
            };
            Node {
                role: text(&node["role"]),
                name: text(&node["name"]),
                value: text(&node["value"]),
                focused: has("focused"),
                disabled: has("disabled"),
                element: node["backendDOMNodeId"].as_i64(),
            }
        });
        nodes.collect()
    }

    /// Finds something by its role, and by a part of its name or all of it.
    pub async fn seek(&self, role: &str, name: &str) -> Option<Node> {
        let all = self.nodes().await;
        let of_role: Vec<Node> = all.into_iter().filter(|node| node.role == role).collect();
        let whole = of_role.iter().find(|node| node.name == name);
        let found = whole.or_else(|| of_role.iter().find(|node| node.name.contains(name)));
        found.cloned()
    }

    /// Waits for something with this role, and with this name or more.
    pub async fn find(&self, role: &str, name: &str) -> Node {
        let what = format!("a {role} “{name}”");
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(node) = self.seek(role, name).await {
                return node;
            }
            if Instant::now() > until {
                let all = self.nodes().await;
                let named = all.iter().filter(|node| !node.name.is_empty());
                let shown: Vec<String> = named
                    .filter(|node| node.role != "gridcell" && node.role != "InlineTextBox")
                    .map(|node| format!("{} “{}”", node.role, node.name))
                    .collect();
                let said = self.complaints().await;
                panic!(
                    "waited {PATIENCE:?} for {what}; there is\n{}\n{said:#?}",
                    shown.join("\n")
                );
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Returns what has the focus.
    pub async fn focused(&self) -> Option<Node> {
        let all = self.nodes().await;
        all.into_iter()
            .rfind(|node| node.focused && node.role != "RootWebArea")
    }

    /// Returns the middle of an element on the screen, where it has been brought.
    pub async fn place(&self, node: &Node) -> Point {
        let element = node.element.expect("an element");
        let of = json!({"backendNodeId": element});
        self.cdp("DOM.scrollIntoViewIfNeeded", of.clone()).await;
        let quads = self.cdp("DOM.getContentQuads", of).await;
        let corners: Vec<f64> = quads["quads"][0]
            .as_array()
            .unwrap_or_else(|| panic!("{node:?} is not shown"))
            .iter()
            .filter_map(Value::as_f64)
            .collect();
        let middle = |first: usize| corners.iter().skip(first).step_by(2).sum::<f64>() / 4.0;
        (middle(0), middle(1))
    }

    /// Waits until there is an element for this selector.
    pub async fn exists(&self, selector: &str) {
        wait(selector, PATIENCE, async || {
            let body = "return !!document.querySelector(arguments[0])";
            (self.script_with(body, vec![json!(selector)]).await == true).then_some(())
        })
        .await;
    }

    /// Waits until this text stands on the page.
    pub async fn reads(&self, text: &str) {
        wait(&format!("“{text}”"), PATIENCE, async || {
            self.shows(text).await.then_some(())
        })
        .await;
    }

    /// Returns true if this text stands on the page.
    pub async fn shows(&self, text: &str) -> bool {
        let body = "return document.body.innerText.includes(arguments[0])";
        self.script_with(body, vec![json!(text)]).await == true
    }

    /// Waits until the page says that it shows this ply.
    pub async fn shows_ply(&self, ply: usize, of: usize) {
        self.reads(&format!("Move {ply} of {of}")).await;
    }

    /// Returns where the middle of a square is.
    pub async fn square(&self, square: &str) -> Point {
        let body = r"
            const cell = document.querySelector(`.board .ground [data-square=${arguments[0]}]`);
            if (!cell) return null;
            const { x, y } = cell.dataset;
            const at = () => new DOMPoint(x, y).matrixTransform(cell.getScreenCTM());
            const inside = ({ x, y }) => x > 0 && y > 0 && x < innerWidth && y < innerHeight;
            if (!inside(at())) cell.ownerSVGElement.scrollIntoView({ block: 'center', behavior: 'instant' });
            if (!inside(at())) cell.scrollIntoView({ block: 'center', behavior: 'instant' });
            return [at().x, at().y];
        ";
        let at = self.script_with(body, vec![json!(square)]).await;
        let number = |index: usize| {
            at[index]
                .as_f64()
                .unwrap_or_else(|| panic!("{square} is not shown: {at}"))
        };
        (number(0), number(1))
    }
}

/// Returns a move as the page shows it that was typed so: a capture with its sign, and the knight's move to the
/// x-file in full.
#[must_use]
pub fn written(typed: &str) -> String {
    match typed {
        "Nx3" => String::from("Nw1–x3"),
        _ => typed.replace('x', "×"),
    }
}
