// The HTML of /docs. Its sentence is for browsers without scripts; start.js removes it. It is beside #app and not
// inside, because Scalar takes content of #app for a page drawn on the server.

export function pageHtml(openapiPath: string): string {
  const path = escapeAttribute(openapiPath);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tenor API</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <p id="until-drawn">This page needs JavaScript and draws the API from its description at
      <a href="${path}">${path}</a>.</p>
    <div id="app"></div>
    <script defer src="/docs/scalar.js"></script>
    <script defer src="/docs/start.js" data-openapi="${path}"></script>
  </body>
</html>
`;
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
