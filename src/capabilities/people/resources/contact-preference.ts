// Contact preferences: when, where and by what a borrower wants to be reached or not, and in which zone they live. The law
// asks to keep what they said. One is stated and withdrawn, and never changed or deleted.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { isZone } from '@tenor/engine/values/zone.ts';
import Type, { type Static } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, refuseField } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { importEndpoints } from '#platform/import/endpoints.ts';
import { Bool, DateTime, Id, Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { madeBy, madeByFields } from '#platform/resource/made-by.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { findContact } from '../contact.ts';
import { importAboutPeople } from '../import/about-people.ts';
import { person, sealerOf } from '../person.ts';
import { channels, preferenceKinds } from '../rules/contact-values.ts';
import { contactPreferences, type PersonRow, type PreferenceRow } from '../tables.ts';

const hour = (min: number, max: number, description: string) => Nullable(Int({ min, max }), { description });
const kind = StringEnum(preferenceKinds, {
  description:
    '`inconvenient`: not then, not there or not by that channel. `convenient`: then it is fine, though it may be early or late. `timezone`: where the borrower says that they live; it takes the place of what their contacts say.',
});
const ofChannel = Nullable(StringEnum(channels), { description: 'Null: whatever the channel.' });
const ofContact = Nullable(Id('CT', 'contact'), { description: 'A contact of this borrower. Null: whichever.' });
const daysOfWeek = Type.Array(Int({ min: 1, max: 7 }), {
  maxItems: 7,
  description: 'From 1, Monday, to 7, Sunday. None: every day.',
});
const zone = Nullable(Text({ min: 1, max: 64, example: 'America/Chicago' }), {
  description: 'Required for the kind `timezone`. Otherwise the zone of the hours; null: that of the borrower.',
});
const path = '/people/{personId}/contact-preferences';
const hours = {
  fromHour: hour(0, 23, 'From this hour on. Null, with toHour: the whole day.'),
  toHour: hour(1, 24, 'Until this hour; 24 is the end of the day. A night is two: 22 to 24 and 0 to 6.'),
};
const inWriting = Nullable(Bool, { description: 'Whether it was said in writing. Null: nobody has said.' });

export const contactPreference = defineResource({
  name: 'contact preference',
  plural: 'contact preferences',
  prefix: 'CF',
  table: contactPreferences,
  below: { path: '/people/{personId}', subject: person, column: 'person_id', words: 'This borrower' },
  fields: {
    kind,
    channel: ofChannel,
    contactId: Nullable(Text({ max: 12, example: 'CT-8R4V-N2JC' }), { description: 'The contact that it is of.' }),
    daysOfWeek,
    ...hours,
    timezone: zone,
    inWriting,
    statedAt: DateTime,
    withdrawnAt: Nullable(DateTime, { description: 'When the borrower took it back. Null: it stands.' }),
    ...madeByFields,
  },
  onlyShown: ['withdrawnAt', 'createdByType', 'createdById'],
  taken: {
    contactId: ofContact,
    daysOfWeek: Nullable(daysOfWeek, { description: 'From 1, Monday, to 7, Sunday. None: every day.' }),
    statedAt: Nullable(DateTime, { description: 'Now if not given.' }),
  },
  defaults: { daysOfWeek: [] },
  atMost: 1000,
  sort: ['createdAt', 'statedAt', 'withdrawnAt'],
  filters: { kind },
  present: (rows) => rows.map((row) => ({ daysOfWeek: daysOf(row) })),
  told: { kind, withdrawnAt: Nullable(DateTime) },
  events: {
    created: 'A borrower said how they want to be reached.',
    updated: 'A borrower took back what they had said of being reached.',
  },
  endpoints: {
    list: { borrowers: {} },
    create: {
      description: 'It is kept as it was said. What follows from it is decided when a contact is meant to be made.',
      body: { kind: 'inconvenient', channel: 'voice', daysOfWeek: [1, 2, 3, 4, 5], fromHour: 8, toHour: 17 },
    },
    read: { borrowers: {} },
  },
});

const daysOf = ({ days_of_week: days }: Pick<PreferenceRow, 'days_of_week'>): number[] => days.map(Number);

const shown = (row: PreferenceRow) => contactPreference.show(row, { daysOfWeek: daysOf(row) });

const [stated, withdrawn] = contactPreference.events as [EventKind, EventKind];

const Withdrawal = Named('ContactPreferenceWithdraw')({
  withdrawnAt: Type.Optional(Nullable(DateTime, { description: 'When the borrower said so. Now if not given.' })),
});

export const contactPreferenceRoutes = [
  ...contactPreference.endpoints({
    async beforeWrite({ caller, now }, tx, { row, sent }) {
      return { ...madeBy(caller.actor), ...(await checked(tx, row, sent, now)) };
    },
  }),
  endpoint({
    name: 'contactPreferences.withdraw',
    path: `${path}/{contactPreferenceId}/withdraw`,
    summary: 'Take a contact preference back',
    description: 'The record stays. One that was taken back before stays as it is.',
    permission: 'contact.preference:withdraw',
    body: Withdrawal,
    answer: contactPreference.answer,
    subject: person,
    example: { body: {} },
    emits: [withdrawn],
    command: (ctx, tx, { params, body }, owner) => withdraw(ctx, tx, owner, params.contactPreferenceId, body),
  }),
];

/** Errors: NotFound, InvalidRequest. */
async function withdraw(
  ctx: CommandContext,
  tx: Tx,
  owner: PersonRow,
  reference: string,
  { withdrawnAt }: Static<typeof Withdrawal>,
) {
  const before = await contactPreference.find(tx, reference, { below: owner.person_id });
  if (before.withdrawn_at !== null) return shown(before);
  const withdrawn_at = momentOf('withdrawnAt', withdrawnAt, ctx.now);
  mustFollow(before.stated_at, withdrawn_at);
  const row = { ...before, withdrawn_at, updated_at: ctx.now };
  contactPreference.change(tx, before, row);
  contactPreference.tell(ctx, 'updated', row);
  return shown(row);
}

interface Sent {
  readonly contactId?: string | null | undefined;
  readonly statedAt?: Instant | null | undefined;
}

/** The columns that need a look at more than their own field. Errors: NotFound, InvalidRequest. */
async function checked(tx: Tx, row: PreferenceRow, { contactId, statedAt }: Sent, now: Instant) {
  mustHaveNone(problemsOf(row, contactId));
  const found = contactId == null ? null : await namedIn('contactId', findContact(tx, row.person_id, contactId));
  return {
    contact_id: found?.id ?? null,
    days_of_week: [...new Set(row.days_of_week.map(String))].sort(),
    stated_at: momentOf('statedAt', statedAt, now),
  };
}

function problemsOf(row: PreferenceRow, contactId: string | null | undefined): Problem[] {
  const { kind, channel, days_of_week: days, from_hour: from, to_hour: to, timezone } = row;
  const problems: Problem[] = [];
  const wrong = (path: string, message: string, expected: string) => void problems.push({ path, message, expected });
  const isWhole = from === null && to === null;
  if (timezone !== null && !isZone(timezone)) wrong('timezone', 'is no time zone', 'a name such as America/Chicago');
  if (kind === 'timezone') {
    if (timezone === null) wrong('timezone', 'is required', 'the zone in which the borrower lives');
    if (channel !== null) wrong('channel', 'goes with no timezone', 'nothing, or null');
    if (contactId != null) wrong('contactId', 'goes with no timezone', 'nothing, or null');
    if (days.length > 0) wrong('daysOfWeek', 'goes with no timezone', 'nothing, or an empty list');
    if (!isWhole) wrong('fromHour', 'goes with no timezone', 'nothing, or null');
    return problems;
  }
  if (from === null && to !== null) wrong('fromHour', 'is required beside toHour', 'an hour from 0 to 23');
  if (from !== null && to === null) wrong('toHour', 'is required beside fromHour', 'an hour from 1 to 24');
  if (from !== null && to !== null && to <= from) {
    wrong('toHour', 'is not after fromHour', 'a later hour; a night is two, such as 22 to 24 and 0 to 6');
  }
  if (kind === 'convenient' && isWhole) {
    wrong('fromHour', 'is required of a time that is convenient', 'the hours that are');
  }
  if (kind === 'inconvenient' && isWhole && days.length === 0 && channel === null && contactId == null) {
    wrong(
      'kind',
      'is inconvenient at all times, everywhere',
      'a channel, a contact, days or hours; or a case ceaseCommunication',
    );
  }
  return problems;
}

/** Errors: InvalidRequest. */
function mustFollow(before: Instant, after: Instant | null): void {
  if (after !== null && after < before) {
    throw refuseField('withdrawnAt', 'is before statedAt', 'a moment after it was said');
  }
}

/** Errors: InvalidRequest. */
function momentOf(path: string, said: Instant | null | undefined, now: Instant): Instant {
  if (said == null) return now;
  if (said > now) throw refuseField(path, 'is in the future', 'a moment that has passed');
  return said;
}

// ---- of a book that is taken over -------------------------------------------------------------------------------------

const past = importAboutPeople(
  {
    kind: 'contactPreferences.import',
    permission: 'contact.preference:import',
    needs: 'contact.preference:create',
    events: [stated],
    fields: {
      kind,
      channel: Type.Optional(ofChannel),
      contactId: Type.Optional(ofContact),
      daysOfWeek: Type.Optional(
        Nullable(daysOfWeek, { description: 'From 1, Monday, to 7, Sunday. None: every day.' }),
      ),
      fromHour: Type.Optional(hours.fromHour),
      toHour: Type.Optional(hours.toHour),
      timezone: Type.Optional(zone),
      inWriting: Type.Optional(inWriting),
      statedAt: DateTime,
      withdrawnAt: Type.Optional(Nullable(DateTime, { description: 'When it was taken back, if it was.' })),
    },
    async make(ctx, tx, owner, { externalId: _, withdrawnAt, contactId, statedAt, ...sent }) {
      const withdrawn_at = withdrawnAt == null ? null : momentOf('withdrawnAt', withdrawnAt, ctx.now);
      mustFollow(statedAt, withdrawn_at);
      await contactPreference.mustHaveRoom(tx, owner.person_id);
      const blank = contactPreference.make(ctx, sealerOf(ctx.vault, owner), sent, {}, owner.person_id);
      const more = { withdrawn_at, ...madeBy(ctx.caller.actor) };
      const row = { ...blank, ...more, ...(await checked(tx, blank, { contactId, statedAt }, ctx.now)) };
      contactPreference.insert(tx, row);
      contactPreference.tell(ctx, 'created', row);
      return row.id;
    },
  },
  'ContactPreferenceLine',
);

const example = {
  personId: 'ext-crm-20417',
  externalId: 'old-81',
  kind: 'inconvenient',
  channel: 'voice',
  fromHour: 8,
  toHour: 17,
  statedAt: '2024-05-02',
};

export const importContactPreferences = past.kind;
export const contactPreferenceImport = importEndpoints({
  name: 'contactPreferences',
  path: '/contact-preferences/import',
  summary: 'Import contact preferences of a book that is taken over',
  description:
    'JSON lines: a borrower in each, and what they said of being reached; also what they have taken back since.',
  kind: past.kind,
  linePermissions: ['contact.preference:create'],
  line: past.line,
  example: `${JSON.stringify(example)}\n`,
});
