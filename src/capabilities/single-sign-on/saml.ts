// SAML 2.0: what we ask of a provider, and the response that comes back. The library answers one question, which
// assertion a certificate of the settings has signed; assertion.ts judges what it says.
import { generateServiceProviderMetadata, SAML, SamlStatusError, ValidateInResponseTo } from '@node-saml/node-saml';
import { type Asserted, readAssertion } from './assertion.ts';
import type { Addresses, Connection } from './connection.ts';
import { refused } from './errors.ts';
import type { StoredConnection } from './schemas.ts';

type Provider = NonNullable<StoredConnection['saml']>;

const libraryFor = ({ settings, addresses }: Connection, requestId?: string): SAML => {
  const { certificates, loginUrl } = settings.saml as Provider;
  return new SAML({
    issuer: addresses.metadata,
    callbackUrl: addresses.samlCallback,
    entryPoint: loginUrl,
    idpCert: certificates,
    generateUniqueId: () => requestId ?? '',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // Either of both: a provider signs the assertion, the response, or both. What is used is what was signed.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    // Times, audience and requests are ours to judge: by the machine clock, and over all processes.
    acceptedClockSkewMs: -1,
    audience: false,
    validateInResponseTo: ValidateInResponseTo.never,
  });
};

/** The address at the provider that asks it to sign somebody in. */
export const askedOf = (connection: Connection, requestId: string): Promise<string> =>
  libraryFor(connection, requestId).getAuthorizeUrlAsync(requestId, undefined, {});

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

/** Errors: SingleSignOnRefused. */
export async function readResponse(connection: Connection, encoded: string, nowMs: number): Promise<Asserted> {
  const xml = Buffer.from(encoded, 'base64').toString('utf8');
  // A DTD, a comment or CDATA: providers need none of them, and each has been used to read something into a response.
  if (xml.includes('<!') || !/<(?:[\w.-]+:)?Response[\s>]/.test(xml)) throw refused('unreadable');
  if (/<(?:[\w.-]+:)?EncryptedAssertion[\s>]/.test(xml)) throw refused('encrypted');
  const algorithms = [...xml.matchAll(/\bAlgorithm\s*=\s*["']([^"']*)/g)].map(([, name]) => name as string);
  if (!algorithms.every((name) => trusted.has(name))) throw refused('algorithm');
  const { profile } = await libraryFor(connection)
    .validatePostResponseAsync({ SAMLResponse: encoded })
    .catch((error: unknown) => {
      throw reasonOf(error);
    });
  const { Assertion } = (profile?.getAssertion?.() ?? {}) as { Assertion?: Parameters<typeof readAssertion>[0] };
  if (Assertion === undefined) throw refused('unreadable');
  const asserted = readAssertion(Assertion, connection, nowMs);
  if (!isSentTo(xml, connection.addresses)) throw refused('recipient');
  return asserted;
}

function reasonOf(error: unknown) {
  if (error instanceof SamlStatusError) return refused('provider', error);
  const isUnsigned = error instanceof Error && /signature/i.test(error.message);
  return refused(isUnsigned ? 'signature' : 'unreadable', error);
}

/** Where the response says that it was sent. It may not be signed; that of the assertion is, and was looked at before. */
function isSentTo(xml: string, { samlCallback }: Addresses): boolean {
  const [, destination] = /<(?:[\w.-]+:)?Response\s[^>]*?\bDestination\s*=\s*["']([^"']*)["']/.exec(xml) ?? [];
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
