// What somebody signs in with, replaced; a borrower hears of it.
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { UserAuthType } from '../schemas.ts';
import { tellBorrower } from '../tell-borrower.ts';
import { openProfile, type UserWithRoles } from '../user.ts';
import { replaceAuths } from './write-user.ts';

interface Given {
  readonly authType: UserAuthType;
  readonly whole: Pick<Whole, 'contactsOf'>;
}

/** Errors: InvalidRequest, UserExists. */
export async function replaceAuthsOf(
  ctx: CommandContext,
  tx: Tx,
  user: UserWithRoles,
  { authType, whole }: Given,
): Promise<UserWithRoles> {
  const { person_id: personId } = user.row;
  if (personId === null) return replaceAuths(ctx, tx, user, authType);
  const contacts = await whole.contactsOf(tx, { vault: ctx.vault, personId, now: ctx.now });
  const { auths: before } = openProfile(ctx.vault, user.row);
  const changed = await replaceAuths(ctx, tx, user, authType, contacts);
  await tellBorrower(ctx, tx, { row: changed.row, contacts, before });
  return changed;
}
