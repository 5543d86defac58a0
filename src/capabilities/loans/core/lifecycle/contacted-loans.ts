// The loans about which people may be contacted, as rules of contact ask of them: their own, and those that others have
// together with them. A statement for each, of one person or of many; what comes of them belongs to `contactedLoan`.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { type RawBuilder, sql } from 'kysely';
import { partRead } from '#platform/db/as-one-statement.ts';
import type { Builder } from '#platform/db/builder.ts';
import { typesOf } from '#platform/db/define-table.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import { itsStanding } from '../loan/standing.ts';
import { type LoanRow, loanStanding, loans } from '../loan/tables.ts';
import { isTakenOver } from '../loan/taken-over.ts';

const ofLoan = [
  'person_id',
  'id',
  'external_id',
  'loan_type_id',
  'status',
  'serviced_by',
  'defaulted_at_boarding',
  'first_missed_on',
  'zone',
  'timestamps',
  'additional_people',
  'created_at',
] as const;

const ofStanding = [
  'missed_since',
  'past_due',
  'past_due_days',
  'daily_past_due_days',
  'owed_through',
  'owed_until',
] as const;

const withStanding = (db: Builder) =>
  db
    .selectFrom('loans')
    .innerJoin('loan_standing', itsStanding)
    .select(ofLoan.map((column) => `loans.${column}` as const))
    .select(ofStanding);

type ContactedLoanRow = Pick<LoanRow, (typeof ofLoan)[number] | (typeof ofStanding)[number]>;

export const loansOfContacted = partRead<ContactedLoanRow>(
  (db, isOneOfThem) =>
    withStanding(db)
      .where(isOneOfThem('loans.person_id'))
      .where(isOneOfThem('loan_standing.person_id'))
      .orderBy('loans.position'),
  { columns: { ...typesOf(loans, ofLoan), ...typesOf(loanStanding, ofStanding) }, values: {} },
);

/** Written as the condition of the index, which has only loans with additional people. */
const sharedBy = (db: Builder, isNamed: RawBuilder<boolean>) =>
  withStanding(db).where(sql<boolean>`(additional_people <> '[]' and ${isNamed})`).orderBy('loans.position');

/** The server keeps no plan for a list of unknown length: for one borrower it would plan longer than all else takes. */
const sharedWithOne = prepared((db, placeholder: PlaceholderOf<{ named: string }>) =>
  sharedBy(db, sql`additional_people @> ${placeholder('named')}::jsonb`),
);

const sharedWithMany = prepared((db, placeholder: PlaceholderOf<{ named: readonly string[] }>) =>
  sharedBy(db, sql`additional_people @> any(${placeholder('named')}::jsonb[])`),
);

export function loansSharedWith(db: Builder, people: readonly string[]) {
  const [first, ...others] = people.map((personId) => JSON.stringify([{ personId }]));
  return first !== undefined && others.length === 0
    ? sharedWithOne(db, { named: first })
    : sharedWithMany(db, { named: first === undefined ? [] : [first, ...others] });
}

export interface ContactedLoan {
  readonly id: string;
  readonly externalId: string | null;
  readonly loanTypeId: string;
  readonly status: LoanRow['status'];
  readonly servicedBy: LoanRow['serviced_by'];
  /** Null: nobody has said how it stood when it was taken over. */
  readonly wasInDefault: boolean | null;
  /** The due date that was missed first since it was last current, here or at the servicer before; null: none was. */
  readonly missedSince: CivilDate | null;
  readonly isOverdue: boolean;
  readonly daysPastDue: number;
  readonly chargedOffOn: CivilDate | null;
  /** When it became active here, or was recorded. */
  readonly boardedOn: CivilDate;
  readonly endedOn: CivilDate | null;
  /** Everybody who owes it, the main borrower first. */
  readonly borrowerIds: readonly string[];
}

export function contactedLoan(row: ContactedLoanRow, today: CivilDate): ContactedLoan {
  const { activatedAt, chargedOffAt, paidOffAt, closedAt } = row.timestamps;
  const dayIn = (moment: Instant | undefined) => (moment === undefined ? null : dateInZone(moment, row.zone));
  return {
    id: row.id,
    externalId: row.external_id,
    loanTypeId: row.loan_type_id,
    status: row.status,
    servicedBy: row.serviced_by,
    // What was said counts also where the books begin with the loan, as if nobody else had serviced it.
    wasInDefault: isTakenOver(row) ? row.defaulted_at_boarding : (row.defaulted_at_boarding ?? false),
    missedSince: earlierOf(row.first_missed_on, row.missed_since),
    isOverdue: (row.past_due ?? 0) > 0,
    daysPastDue: daysPastDue(row, today),
    chargedOffOn: dayIn(chargedOffAt),
    boardedOn: dateInZone(activatedAt ?? row.created_at, row.zone),
    endedOn: dayIn(paidOffAt ?? closedAt),
    borrowerIds: [row.person_id, ...row.additional_people.map(({ personId }) => personId)],
  };
}

const earlierOf = (one: CivilDate | null, other: CivilDate | null): CivilDate | null =>
  one === null || (other !== null && other < one) ? other : one;

/** The days are those of the last change, and what each day until another adds. */
function daysPastDue(row: ContactedLoanRow, today: CivilDate): number {
  const { past_due_days: days, daily_past_due_days: daily, owed_through: through, owed_until: until } = row;
  if (through === null || (row.past_due ?? 0) <= 0) return 0;
  const last = until !== null && until < today ? until : today;
  return (days ?? 0) + (daily ?? 0) * Math.max(0, dayOf(last) - dayOf(through));
}
