// SAML 2.0: what we ask of a provider, and the response that comes back. The library answers one question, which
// assertion a certificate of the settings has signed; assertion.ts judges what it says. It is loaded when it is asked.
import type { OpenContext } from '#platform/http/endpoint.ts';
import type { Holder } from '#platform/http/supply.ts';
import { type Asserted, readAssertion } from './assertion.ts';
import type { Addresses, Connection } from './connection.ts';
import { refused } from './errors.ts';
import { type Outline, outlineOf } from './outline.ts';
import type { SamlSettings } from './saml-library.ts';
import { signedAssertion } from './signed-assertion.ts';

const settingsOf = ({ settings, addresses }: Connection): SamlSettings => ({
  provider: settings.saml as SamlSettings['provider'],
  addresses,
});

/** The address at the provider that asks it to sign somebody in. */
export async function askedOf(connection: Connection, requestId: string): Promise<string> {
  const { libraryFor } = await import('./saml-library.ts');
  return libraryFor(settingsOf(connection), requestId).getAuthorizeUrlAsync(requestId, undefined, {});
}

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

/** Without a signature it can only say that the person did not sign in, which takes little. */
const unsignedLengthMax = 16_384;

/** A response, and what of it is known before it is read. */
interface Received extends Outline {
  readonly encoded: string;
}

/** Errors: SingleSignOnRefused. */
export function received(encoded: string): Received {
  const xml = Buffer.from(encoded, 'base64').toString('utf8');
  const outline = outlineOf(xml);
  if (outline.isEncrypted) throw refused('encrypted');
  if (![...outline.algorithms].every((name) => trusted.has(name))) throw refused('algorithm');
  if (outline.signatures.length === 0) {
    if (outline.hasAssertion) throw refused('signature');
    if (xml.length > unsignedLengthMax) throw refused('unreadable');
  }
  return { ...outline, encoded };
}

/** While it is read the request takes a part of what its lane may have waiting. Errors: SingleSignOnRefused. */
export async function readResponse(
  ctx: OpenContext,
  connection: Connection,
  { encoded, signatures, destination }: Received,
  lane: Holder,
): Promise<Asserted> {
  const asked = { settings: settingsOf(connection), encoded, signatures };
  const assertion = await ctx.waitFor(lane, () => signedAssertion(lane, asked));
  const asserted = readAssertion(
    assertion as Parameters<typeof readAssertion>[0],
    connection,
    ctx.clock.micros() / 1_000,
  );
  // It may not be signed; the recipient in the assertion is, and was looked at before.
  const { samlCallback } = connection.addresses;
  if (destination !== undefined && destination !== '' && destination !== samlCallback) throw refused('recipient');
  return asserted;
}

/** What a provider must know of us, as it imports it. */
export async function metadataOf({ metadata, samlCallback }: Addresses): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  return generateServiceProviderMetadata({
    issuer: metadata,
    callbackUrl: samlCallback,
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => '_metadata',
  });
}
