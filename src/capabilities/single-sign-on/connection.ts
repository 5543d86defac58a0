// What a company has set for one of its modes, as it is stored and shown.
import type { Vault } from '#platform/crypto/vault.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import type { Holder } from '#platform/http/supply.ts';
import { noConnection } from './errors.ts';
import type { Kind, SingleSignOn, StoredConnection } from './schemas.ts';
import { secretPart } from './sealed.ts';

type Row = NonNullable<Awaited<ReturnType<typeof connectionRow>>>;

export const connectionRow = (reader: Reader) =>
  reader.row(reader.db.selectFrom('single_sign_on_connections').selectAll());

export const present = ({
  company_id,
  settings,
  created_at,
  updated_at,
}: Omit<Row, 'id' | 'client_secret_sealed'>): SingleSignOn => ({
  object: 'singleSignOn',
  companyId: company_id,
  ...settings,
  createdAt: created_at,
  updatedAt: updated_at,
});

/** Errors: NoSingleSignOn. */
export async function readConnection(reader: Reader): Promise<SingleSignOn> {
  const row = await connectionRow(reader);
  if (row === undefined) throw noConnection();
  return present(row);
}

/** A connection that people sign in by. */
export interface Connection {
  readonly realm: Realm;
  /** Another one after each change of the settings. */
  readonly version: string;
  readonly settings: StoredConnection;
  readonly clientSecret: string | undefined;
  /** Our addresses, as the provider knows them. */
  readonly addresses: Addresses;
}

/** Whoever has it at work waits by this: so a provider that hangs keeps nobody else out than its own company. */
export const providerOf = ({ realm }: Pick<Connection, 'realm'>): Holder => ({
  realm,
  actor: { type: 'provider', id: `provider of ${realm.companyId}` },
});

/** Errors: NoSingleSignOn. */
export async function connectionOf(ctx: OpenContext, realm: Realm, kind: Kind): Promise<Connection> {
  const row = await connectionRow(ctx.database.reader(realm));
  if (row?.settings.kind !== kind) throw noConnection(kind);
  return {
    realm,
    version: `${row.id} ${row.updated_at ?? row.created_at}`,
    settings: row.settings,
    clientSecret: openSecret(ctx.vault, row),
    addresses: addressesOf(ctx.publicUrl(), realm),
  };
}

export const openSecret = (vault: Vault, { id, company_id, client_secret_sealed }: Row): string | undefined =>
  client_secret_sealed === null
    ? undefined
    : vault.companySealer(company_id).unseal(secretPart(id), client_secret_sealed);

export interface Addresses {
  /** Our entity id for SAML, and where our metadata are. */
  readonly metadata: string;
  readonly samlLogin: string;
  readonly samlCallback: string;
  readonly openIdLogin: string;
  /** One for both modes: the state of the answer says which. */
  readonly openIdCallback: string;
}

export function addressesOf(publicUrl: string, { companyId, mode }: Realm): Addresses {
  const auth = `${publicUrl}/api/companies/${companyId}/auth`;
  const asked = mode === 'live' ? '' : '?mode=test';
  return {
    metadata: `${auth}/saml/metadata.xml${asked}`,
    samlLogin: `${auth}/saml/login${asked}`,
    samlCallback: `${auth}/saml/callback${asked}`,
    openIdLogin: `${auth}/openid-connect/login${asked}`,
    openIdCallback: `${auth}/openid-connect/callback`,
  };
}

export const realmOf = (companyId: string, mode: Mode = 'live'): Realm => ({ companyId, mode });
