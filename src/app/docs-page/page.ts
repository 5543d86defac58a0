// The HTML of /docs. Its heading is there at once, for readers whose browser still draws and for those without scripts;
// start.js removes it. It is beside #app and not inside, because Scalar takes content of #app for a page drawn on the
// server.

export function pageHtml(openapiPath: string): string {
  const path = escapeAttribute(openapiPath);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tenor API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/pages.css">
  </head>
  <body>
    <main class="page" id="until-drawn">
      <h1>Tenor</h1>
      <p class="lead">Loan servicing and collections. <a href="/docs/first-calls">Your first five calls</a>, <a href="/docs/guides">all guides</a></p>
      <p class="answer">The operations are being drawn from their description at <a href="${path}">${path}</a>. That needs JavaScript.</p>
    </main>
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
