// What is heard of a contact from outside: that it does not work, that messages are not wanted there, or that they are
// again. The caller has locked the person, and declares `heardEvents`.
import { createHash } from 'node:crypto';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Actor } from '#platform/actor.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { contactColumns } from '../contact.ts';
import { contactUpdated, toldOfContact } from '../events.ts';
import { sealerOf } from '../person.ts';
import { consent } from '../resources/consent.ts';
import { contactPreference } from '../resources/contact-preference.ts';
import { tokensToFind, valueToken } from '../search-tokens.ts';
import type { ContactRow, PersonRow } from '../tables.ts';

type Hearing = Pick<CommandContext, 'realm' | 'now' | 'machineNow' | 'position' | 'emit' | 'vault'> & {
  readonly actor: Actor;
};

export const heardEvents = [contactUpdated, ...consent.events, ...contactPreference.events];

export interface Whose {
  readonly ctx: Hearing;
  readonly tx: Tx;
  readonly owner: PersonRow;
  readonly contactId: string;
}

const contactBy = ({ tx, owner, contactId }: Omit<Whose, 'ctx'>): Promise<ContactRow | undefined> =>
  tx.row(
    tx.db
      .selectFrom('contacts')
      .select(contactColumns)
      .where('person_id', '=', owner.person_id)
      .where('id', '=', contactId),
  ) as Promise<ContactRow | undefined>;

type Changes = Partial<
  Pick<
    ContactRow,
    | 'valid'
    | 'receive_text_messages'
    | 'receive_text_messages_last_consent_at'
    | 'provided_by_borrower'
    | 'reassigned_checked_at'
  >
>;

export async function changeContact(whose: Whose, changes: Changes): Promise<void> {
  const { ctx, tx, owner } = whose;
  const before = await contactBy(whose);
  const isNew =
    before !== undefined && Object.entries(changes).some(([name, value]) => before[name as 'valid'] !== value);
  if (!isNew) return;
  const row = { ...before, ...changes, updated_at: ctx.now };
  tx.write(
    tx.db
      .updateTable('contacts')
      .set({ ...changes, updated_at: ctx.now })
      .where('person_id', '=', row.person_id)
      .where('id', '=', row.id),
  );
  ctx.emit(contactUpdated, row.person_id, toldOfContact(owner, row));
}

/** Messages come back from there: the next one goes to another contact. */
export const markInvalid = (whose: Whose): Promise<void> => changeContact(whose, { valid: false });

/** Whether the contact reached then whom it reaches now: its number or address may have been changed since. */
export async function reachesSince(whose: Omit<Whose, 'ctx'>, then: Instant): Promise<boolean> {
  const contact = await contactBy(whose);
  return contact !== undefined && contact.reaches_since <= then;
}

type WishedChannel = 'email' | 'text' | 'voice';

/** The borrower wants no messages there by this channel any more. The same once more changes nothing. */
export async function optOut(whose: Whose, channel: WishedChannel): Promise<void> {
  const { ctx, tx, owner, contactId } = whose;
  if (channel === 'text') await revokeTexts(whose);
  const standing = await wishesOf(whose, channel);
  if (standing.length > 0) return;
  const row = {
    ...contactPreference.make(ctx, sealerOf(ctx.vault, owner), { kind: 'inconvenient', channel }, {}, owner.person_id),
    ...madeBy(ctx.actor),
    contact_id: contactId,
    in_writing: true,
    stated_at: ctx.now,
  };
  contactPreference.insert(tx, row);
  contactPreference.tell(ctx, 'created', row);
}

const wishesOf = ({ tx, owner, contactId }: Whose, channel: WishedChannel) =>
  tx.rows(
    tx.db
      .selectFrom('contact_preferences')
      .selectAll()
      .where('person_id', '=', owner.person_id)
      .where('contact_id', '=', contactId)
      .where('channel', '=', channel)
      .where('kind', '=', 'inconvenient')
      .where('from_hour', 'is', null)
      .where('withdrawn_at', 'is', null),
  );

async function revokeTexts(whose: Whose): Promise<void> {
  await changeContact(whose, { receive_text_messages: false });
  await revokeConsents(whose, 'text');
}

/** Ends what was agreed for the contact by name: for one channel, or for all. */
export async function revokeConsents({ ctx, tx, owner, contactId }: Whose, channel?: WishedChannel): Promise<void> {
  const standing = tx.db
    .selectFrom('consents')
    .selectAll()
    .where('person_id', '=', owner.person_id)
    .where('contact_id', '=', contactId)
    .where('revoked_at', 'is', null);
  const given = await tx.rows(channel === undefined ? standing : standing.where('channel', '=', channel));
  for (const before of given) {
    const row = { ...before, revoked_at: ctx.now, updated_at: ctx.now };
    consent.change(tx, before, row);
    consent.tell(ctx, 'updated', row);
  }
}

/** The borrower wants them again: what they wrote is the consent. */
export async function optIn(whose: Whose, channel: WishedChannel, text: string): Promise<void> {
  const { ctx, tx, owner, contactId } = whose;
  const wishes = await wishesOf(whose, channel);
  const contact = await contactBy(whose);
  // Who gets them already has nothing to agree to.
  if (contact === undefined || (wishes.length === 0 && (channel !== 'text' || contact.receive_text_messages))) return;
  for (const before of wishes) {
    const row = { ...before, withdrawn_at: ctx.now, updated_at: ctx.now };
    contactPreference.change(tx, before, row);
    contactPreference.tell(ctx, 'updated', row);
  }
  if (channel === 'text') {
    await changeContact(whose, { receive_text_messages: true, receive_text_messages_last_consent_at: ctx.now });
  }
  const sent = { consentType: 'priorExpress', channel, text, textVersion: null } as const;
  const more = {
    ...madeBy(ctx.actor),
    contact_id: contactId,
    given_at: ctx.now,
    text_hash: createHash('sha256').update(text).digest('hex'),
  };
  const row = consent.make(ctx, sealerOf(ctx.vault, owner), sent, more, owner.person_id);
  consent.insert(tx, row);
  consent.tell(ctx, 'created', row);
}

interface Reached {
  readonly personId: string;
  readonly contactId: string;
}

/** Whom a number or an email reaches: several, where borrowers share it. */
export async function peopleReachedAt(
  reader: Reader,
  vault: Vault,
  type: 'email' | 'phone',
  value: string,
): Promise<Reached[]> {
  const tokens = valueToken(tokensToFind(vault, reader.realm), type, value);
  const rows = await reader.rows(
    reader.db
      .selectFrom('contacts')
      .select(['person_id', 'id'])
      .where('contact_type', '=', type)
      .where('status', '<>', 'archived')
      .where(sql<boolean>`${sql.ref('contacts.value_token')} = any(${tokens}::bigint[])`)
      .orderBy('person_id')
      .orderBy('id'),
  );
  return rows.map(({ person_id: personId, id: contactId }) => ({ personId, contactId }));
}
