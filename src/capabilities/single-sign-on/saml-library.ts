// The library for SAML, with what a company has set.
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { Addresses } from './connection.ts';
import type { StoredConnection } from './schemas.ts';

/** What a thread is told of a connection. */
export interface SamlSettings {
  readonly provider: NonNullable<StoredConnection['saml']>;
  readonly addresses: Addresses;
}

export const libraryFor = ({ provider, addresses }: SamlSettings, requestId?: string): SAML => {
  const { certificates, loginUrl } = provider;
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
