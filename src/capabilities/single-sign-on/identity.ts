// Whom a provider has recognised: the same for both kinds.
import type { StoredConnection } from './schemas.ts';

export interface Identity {
  /** The NameID, or the subject. */
  readonly subject: string;
  readonly email: string | undefined;
  /** False: the provider says that it has not verified the address. */
  readonly isVerified: boolean;
  readonly username: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly groups: readonly string[];
}

/** Attributes or claims, each with its values. */
export type Said = ReadonlyMap<string, readonly string[]>;

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** How providers usually name them. */
const usual = {
  email: ['email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3', `${claims}/emailaddress`],
  username: ['username', 'preferred_username', 'urn:oid:0.9.2342.19200300.100.1.1', `${claims}/name`],
  firstName: ['firstName', 'given_name', 'givenName', 'urn:oid:2.5.4.42', `${claims}/givenname`],
  lastName: ['lastName', 'family_name', 'sn', 'surname', 'urn:oid:2.5.4.4', `${claims}/surname`],
  groups: ['groups', 'memberOf', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'],
} as const;

interface Recognised {
  readonly subject: string;
  readonly said: Said;
  readonly isVerified?: boolean;
}

export function identityOf(
  { attributes }: StoredConnection,
  { subject, said, isVerified = true }: Recognised,
): Identity {
  const valuesOf = (name: keyof typeof usual): readonly string[] => {
    const asked = attributes[name];
    const names = asked ? [asked] : usual[name];
    return names.map((one) => said.get(one) ?? []).find((values) => values.length > 0) ?? [];
  };
  const named = (name: Exclude<keyof typeof usual, 'groups'>) => valuesOf(name)[0]?.trim() || undefined;
  return {
    subject,
    email: named('email') ?? (attributes.email ? undefined : emailIn(subject)),
    isVerified,
    username: named('username'),
    firstName: named('firstName')?.slice(0, 100),
    lastName: named('lastName')?.slice(0, 100),
    groups: valuesOf('groups'),
  };
}

/** Many providers of SAML name people by their address. */
const emailIn = (subject: string): string | undefined => (/^[^\s@]+@[^\s@]+$/.test(subject) ? subject : undefined);
