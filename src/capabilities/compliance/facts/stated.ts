// What a borrower has said of being reached: times, a zone, and what they asked not to be done.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { PersonFact, RequestFact, StatedTime } from '@tenor/guard/contract.ts';
import type { ContactedContact, StatedPreference } from '#capabilities/people/index.ts';
import { momentIf, momentOf } from './moments.ts';

interface StatedFacts {
  readonly person: PersonFact;
  readonly requests: readonly RequestFact[];
}

/** A withdrawal is all that changes a preference, so what was known of it then is exact. */
export function statedFacts(
  personId: string,
  rows: readonly StatedPreference[],
  { contacts, knownAt }: { readonly contacts: readonly ContactedContact[]; readonly knownAt: Instant | null },
): StatedFacts {
  const atWork = new Set(contacts.filter(({ label }) => label === 'work').map(({ id }) => id));
  const known = rows.filter(({ created_at }) => knownAt === null || created_at <= knownAt);
  const standing = known.filter((row) => withdrawnAt(row, knownAt) === null);
  return {
    person: {
      id: personId,
      statedZone: standing.findLast(({ kind }) => kind === 'timezone')?.timezone ?? null,
      statedTimes: standing.filter(isOfTimes).map(timeOf),
    },
    requests: known.filter(isRequest).map((row) => ({
      ...requestOf(row, knownAt),
      atWork: row.contact_id !== null && atWork.has(row.contact_id),
    })),
  };
}

function withdrawnAt(
  { withdrawn_at: at, updated_at: since }: StatedPreference,
  knownAt: Instant | null,
): Instant | null {
  return knownAt !== null && since !== null && since > knownAt ? null : at;
}

const hasTimes = ({ days_of_week: days, from_hour: from }: StatedPreference): boolean =>
  days.length > 0 || from !== null;

/** Nothing but the channel or the contact is said: the borrower is not to be reached so at all. */
const isRequest = (row: StatedPreference): boolean => row.kind === 'inconvenient' && !hasTimes(row);

/** What is inconvenient by one channel counts for all; what is convenient must be so for all. */
const isOfTimes = (row: StatedPreference): boolean =>
  hasTimes(row) &&
  (row.kind === 'inconvenient' || (row.kind === 'convenient' && row.channel === null && row.contact_id === null));

const minutesPerHour = 60;
const hoursPerDay = 24;

const timeOf = (row: StatedPreference): StatedTime => ({
  id: row.id,
  kind: row.kind === 'convenient' ? 'convenient' : 'inconvenient',
  // Numbers of a list come from the database as texts.
  daysOfWeek: row.days_of_week.map(Number),
  fromMinute: (row.from_hour ?? 0) * minutesPerHour,
  toMinute: (row.to_hour ?? hoursPerDay) * minutesPerHour,
});

const requestOf = (row: StatedPreference, knownAt: Instant | null): Omit<RequestFact, 'atWork'> => ({
  id: row.id,
  at: momentOf(row.stated_at),
  channel: row.channel,
  contactId: row.contact_id,
  inWriting: row.in_writing ?? false,
  withdrawnAt: momentIf(withdrawnAt(row, knownAt)),
});
