// Runs in the reader's browser after scalar.js: draws the API page from the service's own description.

const description = new URL(document.currentScript.dataset.openapi, location.href);

window.Scalar.createApiReference('#app', {
  url: description.pathname,
  customFetch: fetchMovingServersHere,

  // Nothing may be asked of anybody but this service: no fonts, proxy, assistant, hosted client or statistics of Scalar.
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',

  // A key typed in for a test request is forgotten with the page; it could be a live one.
  persistAuth: false,
  // "Download" hands out what the service serves, not what was made of it below.
  documentDownloadType: 'direct',
});
document.getElementById('until-drawn').remove();

/**
 * The description names the service by its public address, but a reader may come by another one: a mapped port, a
 * tunnel, localhost. From there a test request to the public address would be refused as foreign and the examples
 * might lead nowhere, so on the page the servers keep their paths and get the address the reader came by.
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
