// Runs in the reader's browser after scalar.js: draws the API page from the service's own description.

const description = new URL(document.currentScript.dataset.openapi, location.href);

window.Scalar.createApiReference('#app', {
  url: description.pathname,
  customFetch: fetchMovingServersHere,

  // The page must not send requests to anybody but this service: no fonts, proxy, assistant, hosted client or
  // statistics of Scalar.
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',

  // A typed key is not kept after the page is closed, because it could be a live key.
  persistAuth: false,
  // "Download" gives the document that the service serves, not the one that is changed below.
  documentDownloadType: 'direct',
});

// The heading of the page itself stays until the drawn one is there.
const drawing = new MutationObserver(() => {
  if (document.querySelector('#app h1') === null) return;
  drawing.disconnect();
  document.getElementById('until-drawn').remove();
});
drawing.observe(document.getElementById('app'), { childList: true, subtree: true });

/**
 * The description has the service's public address, but the page may be open under another one: a mapped port, a
 * tunnel, localhost. From there a test request to the public address would be refused as foreign, and the examples
 * might not work. So the servers in the document get the address of the page and keep their paths.
 */
async function fetchMovingServersHere(input, init) {
  const response = await fetch(input, init);
  if (response.url !== description.href || !response.ok) return response;
  const content = await response.json();
  for (const server of content.servers ?? []) {
    server.url = location.origin + new URL(server.url, description).pathname.replace(/\/$/, '');
  }
  return Response.json(content);
}
