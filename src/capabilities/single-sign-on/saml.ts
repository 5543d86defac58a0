// SAML 2.0: what we ask of a provider, and the response that comes back. The library answers one question, which
// assertion a certificate of the settings has signed; assertion.ts judges what it says.
import { generateServiceProviderMetadata } from '@node-saml/node-saml';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { networkOf } from '#platform/http/rate-limit.ts';
import { type Asserted, readAssertion } from './assertion.ts';
import { type Addresses, type Connection, providerOf } from './connection.ts';
import { refused } from './errors.ts';
import { libraryFor, type SamlSettings } from './saml-library.ts';
import { signedAssertion } from './signed-assertion.ts';

const settingsOf = ({ settings, addresses }: Connection): SamlSettings => ({
  provider: settings.saml as SamlSettings['provider'],
  addresses,
});

/** The address at the provider that asks it to sign somebody in. */
export const askedOf = (connection: Connection, requestId: string): Promise<string> =>
  libraryFor(settingsOf(connection), requestId).getAuthorizeUrlAsync(requestId, undefined, {});

/** The library would take SHA-1 too. */
const trusted = new Set([
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]);

/** One with a thousand groups has fewer, and what reading costs grows with them. */
const tagsMax = 2_500;

/** While it is read the request takes a part of what its company may have waiting. Errors: SingleSignOnRefused. */
export async function readResponse(ctx: OpenContext, connection: Connection, encoded: string): Promise<Asserted> {
  const xml = Buffer.from(encoded, 'base64').toString('utf8');
  // A DTD, a comment or CDATA: providers need none of them, and each has been used to read something into a response.
  if (xml.includes('<!') || !/<(?:[\w.-]+:)?Response[\s>]/.test(xml)) throw refused('unreadable');
  if (xml.split('<', tagsMax + 1).length > tagsMax) throw refused('unreadable');
  if (/<(?:[\w.-]+:)?EncryptedAssertion[\s>]/.test(xml)) throw refused('encrypted');
  const algorithms = [...xml.matchAll(/\bAlgorithm\s*=\s*["']([^"']*)/g)].map(([, name]) => name as string);
  if (!algorithms.every((name) => trusted.has(name))) throw refused('algorithm');
  const who = { realm: connection.realm, actor: { type: 'provider' as const, id: networkOf(ctx.address) } };
  const asked = { settings: settingsOf(connection), encoded };
  const assertion = await ctx.waitFor(providerOf(connection), () => signedAssertion(who, asked));
  const asserted = readAssertion(
    assertion as Parameters<typeof readAssertion>[0],
    connection,
    ctx.clock.micros() / 1_000,
  );
  if (!isSentTo(xml, connection.addresses)) throw refused('recipient');
  return asserted;
}

/**
 * Where the response says that it was sent. It may not be signed; that of the assertion is, and was looked at before. No
 * expression goes over the whole text from each place where an element may begin: that takes seconds.
 */
function isSentTo(xml: string, { samlCallback }: Addresses): boolean {
  const begins = xml.search(/<(?:[\w.-]+:)?Response\s/);
  const element = begins === -1 ? '' : xml.slice(begins, xml.indexOf('>', begins));
  const [, destination] = /\bDestination\s*=\s*["']([^"']*)["']/.exec(element) ?? [];
  return destination === undefined || destination === '' || destination === samlCallback;
}

/** What a provider must know of us, as it imports it. */
export const metadataOf = ({ metadata, samlCallback }: Addresses): string =>
  generateServiceProviderMetadata({
    issuer: metadata,
    callbackUrl: samlCallback,
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => '_metadata',
  });
