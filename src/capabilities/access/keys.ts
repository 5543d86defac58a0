// API keys: a random secret that decides company and mode. Only its keyed hash is stored.

import type { Instant } from '@tenor/engine/values/instant.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { RowOf } from '#platform/db/define-table.ts';
import { redraw } from '#platform/db/races.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { standardVersion } from '#platform/http/versions.ts';
import { newId } from '#platform/ids.ts';
import { columnsSent, presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { mustBeAddresses } from './allowed-addresses.ts';
import type { Rights } from './callers-rights.ts';
import { type Acting, writeControl } from './control.ts';
import { accessErrors, keyNotFound } from './errors.ts';
import { keyCreated, keyRevoked, keyUpdated } from './events.ts';
import { drawKey } from './issued.ts';
import { isExpired } from './rights.ts';
import { ApiKey, type KeyCreate, type KeyUpdate, type NewApiKey } from './schemas.ts';
import type { apiKeys } from './tables.ts';

export const keyList = defineList({ table: 'api_keys', sort: ['createdAt', 'updatedAt', 'name', 'expiresAt'] });

/** Keys in force, for a company in a mode. Keys made on the command line count, but are never refused. */
const keysMax = 1_000;

interface NewKey extends KeyCreate {
  readonly holder?: string | null;
  /** A key that the operator chose; without it a key is drawn. */
  readonly chosen?: string | undefined;
  readonly predecessor?: { readonly id: string; readonly kept_as: string | null };
}

/** What adding a key needs: a command's context has it, and so has the start of the service. */
type KeyMaker = Pick<CommandContext, 'realm' | 'vault' | 'machineNow' | 'position' | 'emit'> & Acting;

export function addKey(maker: KeyMaker, tx: Tx, { chosen, predecessor, holder = null, ...asked }: NewKey): NewApiKey {
  const key = chosen ?? drawKey(maker.vault, maker.realm.mode);
  const row = {
    id: newId('AK'),
    position: maker.position(),
    name: asked.name,
    key_hash: maker.vault.apiKeyHash(key),
    hint: key.slice(-4),
    permissions: asked.permissions ?? null,
    // A key keeps the version of the day it was made: a later standard version changes nothing for its callers.
    api_version: asked.apiVersion ?? standardVersion,
    expires_at: asked.expiresAt ?? null,
    allowed_addresses: asked.allowedAddresses ?? null,
    predecessor_id: predecessor?.id ?? null,
    kept_as: predecessor?.kept_as ?? predecessor?.id ?? null,
    holder_user_id: holder,
    // It expires by this clock, so all its stamps are of it.
    created_at: maker.machineNow(),
  };
  tx.write(tx.db.insertInto('api_keys').values(row), redraw('api_keys_pkey'));
  writeControl(tx, maker, row.id, { answers: true });
  maker.emit(keyCreated, maker.realm.companyId, { keyId: row.id });
  const stored = { ...row, company_id: maker.realm.companyId, revoked_at: null, updated_at: null, successor_id: null };
  return { ...presentKey(maker.realm, { ...stored, last_used_at: null }), key };
}

/** Errors: InvalidRequest, TooManyKeys. */
export async function createKey(
  ctx: CommandContext,
  tx: Tx,
  input: KeyCreate,
  { own, known }: { readonly own: Rights; readonly known: ReadonlySet<string> },
): Promise<NewApiKey> {
  mustExist(input.permissions, known);
  mustBeAddresses(input.allowedAddresses);
  await mustHaveRoom(ctx, tx);
  return addKey(ctx, tx, { ...input, holder: own.holder_user_id });
}

/** Locks the row of the company until the commit, so that keys that are created at the same time are all counted. */
export async function mustHaveRoom(ctx: CommandContext, tx: Tx): Promise<void> {
  const [, [inForce]] = await tx.together(
    tx.db.selectFrom('companies').select('company_id').forUpdate(),
    tx.db
      .selectFrom('api_keys')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.machineNow())])),
  );
  if ((inForce?.n ?? 0) < keysMax) return;
  throw new Refusal(accessErrors.TooManyKeys, `There are ${keysMax} API keys in force, and not more.`);
}

/** The caller has locked the key. Errors: InvalidRequest, KeyExpired. */
export async function updateKey(
  ctx: CommandContext,
  tx: Tx,
  id: string,
  key: Rights,
  input: KeyUpdate,
  known: ReadonlySet<string>,
): Promise<ApiKey> {
  const { name, permissions, apiVersion, expiresAt, allowedAddresses } = input;
  mustExist(permissions, known);
  mustBeAddresses(allowedAddresses);
  if (expiresAt !== undefined && isExpired(key, ctx.machineNow())) throw keyExpired(id, key);
  tx.write(
    tx.db
      .updateTable('api_keys')
      .set({
        updated_at: ctx.machineNow(),
        ...columnsSent({
          name,
          permissions,
          apiVersion: apiVersion === null ? standardVersion : apiVersion,
          expiresAt,
          allowedAddresses,
        }),
      })
      .where('id', '=', id),
  );
  if (changesRights(input)) writeControl(tx, ctx, id);
  ctx.emit(keyUpdated, ctx.realm.companyId, { keyId: id });
  return readKey(tx, id);
}

const changesRights = ({ permissions, expiresAt, allowedAddresses }: KeyUpdate): boolean =>
  permissions !== undefined || expiresAt !== undefined || allowedAddresses !== undefined;

export const keyExpired = (id: string, { expires_at }: Rights): Refusal =>
  new Refusal(accessErrors.KeyExpired, `expiresAt: The API key ${id} expired on ${expires_at}.`, {
    data: { path: 'expiresAt', expected: 'a key that has not expired' },
  });

/** Deleting a key revokes it: from then on it is refused and not listed; its row is kept for the record. */
export async function revokeKey(
  ctx: Pick<CommandContext, 'realm' | 'machineNow' | 'emit'>,
  tx: Tx,
  id: string,
): Promise<void> {
  const revoked = await tx.affected(
    tx.db
      .updateTable('api_keys')
      .set({ revoked_at: ctx.machineNow() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null),
  );
  if (revoked === 0) throw keyNotFound(id);
  ctx.emit(keyRevoked, ctx.realm.companyId, { keyId: id });
}

export async function readKey(reader: Reader, id: string): Promise<ApiKey> {
  const row = await reader.row(keysWithUse(reader).where('api_keys.id', '=', id));
  if (row === undefined) throw keyNotFound(id);
  return presentKey(reader.realm, row);
}

export const listKeys = (reader: Reader, input: PageInput): Promise<Page<ApiKey>> =>
  keyList.page(reader, keysWithUse(reader), input, {
    each: (row) => presentKey(reader.realm, row),
  });

/** The keys that end with the user. */
export async function keysHeldBy(reader: Reader, userId: string): Promise<string[]> {
  const held = reader.db.selectFrom('api_keys').select('id').where('holder_user_id', '=', userId);
  const rows = await reader.rows(held.where('revoked_at', 'is', null).orderBy('position'));
  return rows.map(({ id }) => id);
}

const keysWithUse = (reader: Reader) =>
  reader.db
    .selectFrom('api_keys')
    .leftJoin('api_key_uses', 'api_key_uses.key_id', 'api_keys.id')
    .selectAll('api_keys')
    .select('api_key_uses.last_used_at')
    .where('api_keys.revoked_at', 'is', null);

function mustExist(permissions: readonly string[] | null | undefined, known: ReadonlySet<string>): void {
  const unknown = permissions?.findIndex((permission) => !known.has(permission)) ?? -1;
  if (unknown === -1) return;
  const expected = `one of ${[...known].sort().join(', ')}`;
  throw refuseField(`permissions[${unknown}]`, 'is no permission that exists', expected);
}

type StoredKey = Omit<RowOf<typeof apiKeys>, 'revoked_at'> & { readonly last_used_at: Instant | null };

const present = presenter<typeof ApiKey, StoredKey>(ApiKey);

const presentKey = ({ mode }: Realm, row: StoredKey): ApiKey =>
  present(row, {
    mode,
    apiVersion: row.api_version as ApiKey['apiVersion'],
  });
