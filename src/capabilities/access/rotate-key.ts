// A key gets a successor with the same rights, and ends a little later, so that its owner changes from one to the other
// without a gap. What was kept by idempotency keys counts for both: a retry under the successor is no second payment.
import { addSeconds } from '@tenor/engine/values/instant.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { Rights } from './callers-rights.ts';
import { writeSuccession } from './control.ts';
import { accessErrors, keyNotFound } from './errors.ts';
import { keyUpdated } from './events.ts';
import { addKey, keyExpired, mustHaveRoom } from './keys.ts';
import { isExpired } from './rights.ts';
import type { ApiKey, KeyRotate, NewApiKey } from './schemas.ts';

const overlapUsualSeconds = 86_400;

/** The caller has locked the key. Errors: KeyExpired, KeyReplaced, TooManyKeys. */
export async function rotateKey(
  ctx: CommandContext,
  tx: Tx,
  id: string,
  { overlapSeconds = overlapUsualSeconds }: KeyRotate,
  own: Rights,
): Promise<NewApiKey> {
  const key = await tx.row(tx.db.selectFrom('api_keys').selectAll().where('id', '=', id));
  if (key === undefined) throw keyNotFound(id);
  const now = ctx.machineNow();
  if (isExpired(key, now)) throw keyExpired(id, key);
  if (key.successor_id !== null) throw replaced(id, key.successor_id);
  await mustHaveRoom(ctx, tx);
  const successor = addKey(ctx, tx, {
    name: key.name,
    permissions: key.permissions,
    apiVersion: key.api_version as ApiKey['apiVersion'],
    expiresAt: key.expires_at,
    allowedAddresses: key.allowed_addresses,
    predecessor: key,
    // The caller who rotates a key gets its new secret.
    holder: own.holder_user_id,
  });
  writeSuccession(tx, id, successor.id);
  const end = addSeconds(now, overlapSeconds);
  const expires_at = key.expires_at !== null && key.expires_at < end ? key.expires_at : end;
  tx.write(
    tx.db.updateTable('api_keys').set({ successor_id: successor.id, expires_at, updated_at: now }).where('id', '=', id),
  );
  ctx.emit(keyUpdated, ctx.realm.companyId, { keyId: id });
  return successor;
}

const replaced = (id: string, successorId: string): Refusal =>
  new Refusal(accessErrors.KeyReplaced, `The API key ${id} has the successor ${successorId} already.`, {
    data: { id: successorId },
  });
