// A key of somebody who goes is taken over by somebody else: it goes on, and ends with the new holder.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustBeAnotherThan } from './another.ts';
import type { Rights } from './callers-rights.ts';
import { writeControl } from './control.ts';
import { keyUpdated } from './events.ts';
import { readKey } from './keys.ts';
import type { ApiKey } from './schemas.ts';

/** The caller has locked the key. Nothing happens to one that ends with nobody. Errors: AnotherMustDecide. */
export async function takeOverKey(
  ctx: CommandContext,
  tx: Tx,
  id: string,
  { key, own }: { readonly key: Rights; readonly own: Rights },
): Promise<ApiKey> {
  const { holder_user_id: holder } = key;
  if (holder === null) return readKey(tx, id);
  // A user may take over keys from a user whom they made. A user may not take over keys from the user who made them.
  await mustBeAnotherThan(tx, ctx.caller, { hands: [holder], except: 'secondHolds', path: 'keyId' });
  const set = { holder_user_id: own.holder_user_id, updated_at: ctx.machineNow() };
  tx.write(tx.db.updateTable('api_keys').set(set).where('id', '=', id));
  writeControl(tx, ctx, id, { answers: true });
  ctx.emit(keyUpdated, ctx.realm.companyId, { keyId: id });
  return readKey(tx, id);
}
