// Consents: what a borrower agreed to, when and by which words. One is given and revoked, and never changed or deleted.
import { createHash } from 'node:crypto';
import type { Instant } from '@tenor/engine/values/instant.ts';
import Type, { type Static } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { importEndpoints } from '#platform/import/endpoints.ts';
import { DateTime, Id, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { madeBy, madeByFields } from '#platform/resource/made-by.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { updateContact } from '../commands/write-contact.ts';
import { findContact } from '../contact.ts';
import { contactUpdated } from '../events.ts';
import { importAboutPeople } from '../import/about-people.ts';
import { person, sealerOf } from '../person.ts';
import { personSealers } from '../queries.ts';
import { channels, consentTypes } from '../rules/contact-values.ts';
import { type ConsentRow, type ContactRow, consents, type PersonRow } from '../tables.ts';

const consentType = StringEnum(consentTypes, { example: 'priorExpress' });
const channel = StringEnum(channels, { example: 'text' });
const text = Text({ min: 1, max: 10_000, example: 'You may text me about my loan at 317 555 0100.' });
const path = '/people/{personId}/consents';

export const consent = defineResource({
  name: 'consent',
  plural: 'consents',
  prefix: 'CN',
  table: consents,
  below: { path: '/people/{personId}', subject: person, column: 'person_id', words: 'This borrower' },
  fields: {
    consentType,
    channel,
    contactId: Nullable(Text({ max: 12, example: 'CT-8R4V-N2JC' }), { description: 'The contact that it is for.' }),
    text: Nullable(text, { description: 'What the borrower was shown or read. Null once erased.' }),
    textHash: Text({ max: 64, description: 'SHA-256 of the text, in hexadecimal.' }),
    textVersion: Nullable(Text({ max: 50, example: 'texts-7' })),
    givenAt: DateTime,
    revokedAt: Nullable(DateTime),
    demonstratedAt: Nullable(DateTime, {
      description:
        'When the borrower showed that they can read what is sent to the contact, by the code that was sent there. It is for an `esign`. Null: they have not.',
    }),
    ...madeByFields,
  },
  onlyShown: ['textHash', 'revokedAt', 'createdByType', 'createdById'],
  taken: {
    text,
    contactId: Nullable(Id('CT', 'contact', { description: 'A contact of this borrower.' })),
    givenAt: Nullable(DateTime, { description: 'Now if not given.' }),
    demonstratedAt: Nullable(DateTime, {
      description: 'When they showed it elsewhere, for an `esign`. Here a code that is sent to the contact shows it.',
    }),
  },
  sealed: { fields: ['text'], sealersOf: personSealers },
  atMost: 1000,
  sort: ['createdAt', 'givenAt', 'revokedAt'],
  filters: { consentType, channel, contactId: Id('CT', 'contact') },
  told: { consentType, channel, revokedAt: Nullable(DateTime) },
  events: {
    created: 'A borrower gave a consent.',
    updated: 'A borrower took a consent back, or showed that they can read what is sent by it.',
  },
  endpoints: {
    list: { borrowers: {} },
    create: {
      description: 'A consent to texts for a phone turns its receiveTextMessages on.',
      emits: [contactUpdated],
      body: {
        consentType: 'priorExpress',
        channel: 'text',
        text: 'You may text me about my loan at 317 555 0100.',
        textVersion: 'texts-7',
      },
    },
    read: { borrowers: {} },
  },
});

export const [consentCreated, consentUpdated] = consent.events as [EventKind, EventKind];

const ConsentRevoke = Named('ConsentRevoke')({
  revokedAt: Type.Optional(Nullable(DateTime, { description: 'When the borrower said so. Now if not given.' })),
});

export const consentRoutes = [
  ...consent.endpoints({
    async beforeWrite({ caller, now }, tx, { row, sent, details }) {
      const { contactId, givenAt, demonstratedAt } = sent;
      return {
        ...madeBy(caller.actor),
        demonstrated_at: shownElsewhere(row, demonstratedAt, now),
        ...(contactId && { contact_id: await contactFor(tx, row, contactId) }),
        given_at: momentOf('givenAt', givenAt, now),
        text_hash: hashOf(details.text as string),
      };
    },
    afterWrite: (ctx, tx, { row, parent }) => takeTexts(ctx, tx, parent, row, true),
  }),
  endpoint({
    name: 'consents.revoke',
    path: `${path}/{consentId}/revoke`,
    summary: 'Take a consent back',
    description:
      'The record stays. A consent to texts for a phone turns its receiveTextMessages off. One that was taken back before stays as it is.',
    permission: 'consent:revoke',
    body: ConsentRevoke,
    answer: consent.answer,
    subject: person,
    example: { body: {} },
    emits: [consentUpdated, contactUpdated],
    command: (ctx, tx, { params, body }, owner) => revokeConsent(ctx, tx, owner, params.consentId, body),
  }),
];

/** Errors: NotFound, InvalidRequest. */
async function revokeConsent(
  ctx: CommandContext,
  tx: Tx,
  owner: PersonRow,
  reference: string,
  { revokedAt }: Static<typeof ConsentRevoke>,
) {
  const before = await consent.find(tx, reference, { below: owner.person_id });
  const shown = (row: ConsentRow) => consent.show(row, consent.open(sealerOf(ctx.vault, owner), row));
  if (before.revoked_at !== null) return shown(before);
  const revoked_at = momentOf('revokedAt', revokedAt, ctx.now);
  mustFollow(before.given_at, revoked_at);
  const row = { ...before, revoked_at, updated_at: ctx.now };
  consent.change(tx, before, row);
  await takeTexts(ctx, tx, owner, row, false);
  consent.tell(ctx, 'updated', row);
  return shown(row);
}

/** What was agreed to before the code was entered is shown by it; what comes later asks for another code. */
export async function demonstrateConsents(
  ctx: CommandContext,
  tx: Tx,
  { person_id: personId, id: contactId }: Pick<ContactRow, 'person_id' | 'id'>,
): Promise<void> {
  const waiting = await tx.rows(
    tx.db
      .selectFrom('consents')
      .select(consents.all)
      .where('person_id', '=', personId)
      .where('contact_id', '=', contactId)
      .where('consent_type', '=', 'esign')
      .where('revoked_at', 'is', null)
      .where('demonstrated_at', 'is', null)
      .orderBy('position'),
  );
  for (const before of waiting) {
    const row = { ...before, demonstrated_at: ctx.now, updated_at: ctx.now };
    consent.change(tx, before, row);
    consent.tell(ctx, 'updated', row);
  }
}

const hashOf = (words: string): string => createHash('sha256').update(words).digest('hex');

/** Errors: InvalidRequest. */
function mustFollow(given: Instant, revoked: Instant | null): void {
  if (revoked !== null && revoked < given) {
    throw refuseField('revokedAt', 'is before givenAt', 'a moment after it was given');
  }
}

/** Errors: NotFound, InvalidRequest. */
async function contactFor(tx: Tx, { person_id, channel }: ConsentRow, reference: string): Promise<string> {
  const { id, contact_type: type } = await namedIn('contactId', findContact(tx, person_id, reference));
  if (channel !== 'text' || type === 'phone') return id;
  throw refuseField('contactId', `is no phone but ${type}`, 'a phone of this borrower, to which texts go');
}

/** Errors: InvalidRequest. */
function momentOf(path: string, said: Instant | null | undefined, now: Instant): Instant {
  if (said == null) return now;
  if (said > now) throw refuseField(path, 'is in the future', 'a moment that has passed');
  return said;
}

/** Errors: InvalidRequest. */
function shownElsewhere({ consent_type: type }: ConsentRow, said: Instant | null | undefined, now: Instant) {
  if (said == null) return null;
  if (type === 'esign') return momentOf('demonstratedAt', said, now);
  throw refuseField('demonstratedAt', `is said of a consent that is ${type}`, 'nothing, or consentType esign');
}

/** The contact may be gone, or none may be named: then nothing follows. */
async function takeTexts(ctx: CommandContext, tx: Tx, owner: PersonRow, row: ConsentRow, taken: boolean) {
  if (row.channel !== 'text' || row.contact_id === null) return;
  const { person_id: personId, contact_id: id } = row;
  const contact = await tx.row(
    tx.db.selectFrom('contacts').select('id').where('person_id', '=', personId).where('id', '=', id),
  );
  if (contact === undefined) return;
  const consented = taken ? { receiveTextMessagesLastConsentAt: row.given_at } : {};
  await updateContact(ctx, tx, owner, id, { receiveTextMessages: taken, ...consented }, { validate: false });
}

// ---- of a book that is taken over -------------------------------------------------------------------------------------

const past = importAboutPeople(
  {
    kind: 'consents.import',
    permission: 'consent:import',
    needs: 'consent:create',
    events: [consentCreated, contactUpdated],
    fields: {
      consentType,
      channel,
      text,
      contactId: Type.Optional(Nullable(Id('CT', 'contact', { description: 'A contact of this borrower.' }))),
      textVersion: Type.Optional(Nullable(Text({ max: 50, example: 'texts-7' }))),
      givenAt: DateTime,
      revokedAt: Type.Optional(Nullable(DateTime, { description: 'When it was taken back, if it was.' })),
      demonstratedAt: Type.Optional(
        Nullable(DateTime, {
          description: 'When the borrower showed that they can read what is sent, for an `esign`.',
        }),
      ),
    },
    async make(ctx, tx, owner, { consentType, channel, text, contactId, textVersion, givenAt, revokedAt, ...said }) {
      const given_at = momentOf('givenAt', givenAt, ctx.now);
      const revoked_at = revokedAt == null ? null : momentOf('revokedAt', revokedAt, ctx.now);
      mustFollow(given_at, revoked_at);
      await consent.mustHaveRoom(tx, owner.person_id);
      const sent = { consentType, channel, text, textVersion: textVersion ?? null };
      const more = { given_at, revoked_at, text_hash: hashOf(text), ...madeBy(ctx.caller.actor) };
      const made = consent.make(ctx, sealerOf(ctx.vault, owner), sent, more, owner.person_id);
      const row = {
        ...made,
        demonstrated_at: shownElsewhere(made, said.demonstratedAt, ctx.now),
        contact_id: contactId == null ? null : await contactFor(tx, made, contactId),
      };
      consent.insert(tx, row);
      consent.tell(ctx, 'created', row);
      if (revoked_at === null) await takeTexts(ctx, tx, owner, row, true);
      return row.id;
    },
  },
  'ConsentLine',
);

export const importConsents = past.kind;
export const consentImport: Endpoint[] = importEndpoints({
  name: 'consents',
  path: '/consents/import',
  summary: 'Import consents of a book that is taken over',
  description: 'JSON lines: a borrower in each, what they agreed to, and when; also what they have taken back since.',
  kind: past.kind,
  linePermissions: ['consent:create'],
  line: past.line,
  example: `${JSON.stringify({ personId: 'ext-crm-20417', externalId: 'old-81', consentType: 'priorExpress', channel: 'voice', text: 'You may call me.', givenAt: '2024-05-02' })}\n`,
});
