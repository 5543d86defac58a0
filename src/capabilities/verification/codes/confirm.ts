// A contact is confirmed by a code that was sent to it; also while it is made, by a code that was sent to its value before.
import {
  type Contact,
  confirmContact,
  contactValueFor,
  findContact,
  type PersonRow,
  readContact,
  sealerOf,
  valueOfContact,
} from '#capabilities/people/index.ts';
import type { TakesContactCode } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { openCodes, sendContactCode, type ToSend, takeContactCode } from './contact-codes.ts';

/** Errors: NotFound, InvalidRequest, NoWayToSend, TooManyRequests. */
export async function sendConfirmation(
  ctx: CommandContext,
  tx: Tx,
  owner: PersonRow,
  { contactId, ...toSend }: ToSend & { readonly contactId: string },
): Promise<void> {
  const { confirmed } = await reachable(ctx, tx, owner, contactId);
  await sendContactCode(ctx, tx, confirmed, toSend);
}

/** One that is confirmed, and waits for no code, stays as it is. Errors: NotFound, InvalidRequest. */
export async function confirmByCode(
  ctx: CommandContext,
  tx: Tx,
  owner: PersonRow,
  contactId: string,
  code: string,
): Promise<Contact> {
  const { row, confirmed } = await reachable(ctx, tx, owner, contactId);
  const isWaiting = (await openCodes(tx, confirmed, ctx.now)).length > 0;
  if (!isWaiting && row.confirmed_at !== null) return readContact(tx, ctx.vault, owner, row.id);
  await takeContactCode(ctx, tx, confirmed, { code, path: 'code' });
  return confirmContact(ctx, tx, owner, row);
}

interface NewValue extends ToSend {
  readonly contactType: 'email' | 'phone';
  readonly value: string;
}

/** Errors: InvalidRequest, NoWayToSend, TooManyRequests. */
export async function sendToNewValue(
  ctx: CommandContext,
  tx: Tx,
  { person_id: personId }: PersonRow,
  { contactType: type, value: sent, ...toSend }: NewValue,
): Promise<void> {
  const value = await contactValueFor(type, sent);
  await sendContactCode(ctx, tx, { personId, contactId: null, type, value }, toSend);
}

/** For a contact that is being made or changed. Errors: InvalidRequest (confirmationCode). */
export const takeCodeOfWrite: TakesContactCode = (ctx, tx, { code, ...contact }) =>
  takeContactCode(ctx, tx, contact, { code, path: 'confirmationCode' });

/** A contact to which a code may go. Errors: NotFound, InvalidRequest. */
async function reachable({ vault }: CommandContext, tx: Tx, owner: PersonRow, reference: string) {
  const row = await findContact(tx, owner.person_id, reference);
  const { person_id: personId, id: contactId, contact_type: type, status } = row;
  const value = valueOfContact(sealerOf(vault, owner), row);
  if (type === 'address' || value === null) {
    throw refuseField('contactId', 'is no email and no phone', 'a contact to which a code can be sent');
  }
  if (status === 'archived') throw refuseField('contactId', 'is archived', 'a contact that is in use');
  return { row, confirmed: { personId, contactId, type, value } };
}
