// Stands in the page itself, before everything else: the board is never seen in another theme than it wore last.
{
  /** @type {{ theme?: string }} */
  let looks = {};
  try {
    looks = JSON.parse(localStorage.getItem("rondel.looks") ?? "{}") ?? {};
  } catch { /* Nothing is kept, or something else. */ }
  const { theme } = looks;
  if (typeof theme === "string" && /^\w+$/.test(theme) && theme !== "classic") {
    const sheet = document.createElement("link");
    Object.assign(sheet, { rel: "stylesheet", className: "theme", href: `/a/{{digest}}/theme/${theme}.css` });
    sheet.setAttribute("blocking", "render");
    document.head.append(sheet);
    document.documentElement.dataset.theme = theme;
  }
}
