// What whoever sets up the provider enters there: a page for people, without a script.
import type { Addresses } from './connection.ts';

const rowsOf = ({ metadata, samlCallback, samlLogin, openIdCallback, openIdLogin }: Addresses) => ({
  'SAML 2.0': [
    ['Metadata, if the provider imports them', metadata],
    ['Entity id, also called audience or identifier', metadata],
    ['Reply address, also called assertion consumer service, ACS or single sign-on URL (HTTP-POST)', samlCallback],
    ['Address at which people begin', samlLogin],
    ['NameID', 'an e-mail address, or a persistent id'],
    ['Signature', 'of the assertion, the response, or both: RSA with SHA-256 or SHA-512'],
    ['Encryption of assertions', 'off'],
    ['Attributes', 'email, firstName, lastName, groups; or others, which the settings name'],
  ],
  'OpenID Connect': [
    ['Redirect address', openIdCallback],
    ['Address at which people begin', openIdLogin],
    ['Flow', 'authorization code, with PKCE'],
    ['Scopes', 'openid email profile'],
  ],
});

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const table = (rows: readonly (readonly string[])[]): string =>
  rows.map(([what, value]) => `<tr><th>${escaped(what!)}</th><td>${escaped(value!)}</td></tr>`).join('\n');

export const helpPage = (company: string, mode: string, addresses: Addresses): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Single sign-on of ${escaped(company)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
th { text-align: left; font-weight: 500; width: 22rem; vertical-align: top; padding: .25rem 1rem .25rem 0 }
td { font-family: ui-monospace, monospace; overflow-wrap: anywhere }
</style>
</head>
<body>
<h1>Single sign-on of ${escaped(company)}, ${escaped(mode)}</h1>
<p>Enter this at the identity provider. What the provider then shows goes into
PUT /companies/{companyId}/single-sign-on: of SAML its entity id, login address and certificate; of OpenID Connect
its issuer, client id and client secret.</p>
${Object.entries(rowsOf(addresses))
  .map(([title, rows]) => `<h2>${title}</h2>\n<table>\n${table(rows)}\n</table>`)
  .join('\n')}
</body>
</html>
`;
