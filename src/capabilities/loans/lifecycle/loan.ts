// A loan as it is found, held and shown.
import type { Position } from '@tenor/engine/installment/state.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { findPersonId, type PersonRow, person, personNotFound } from '#capabilities/people/index.ts';
import { indexRatesOf } from '#capabilities/products/index.ts';
import { type HoleOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { lastUnordered } from '#platform/events/record-events.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { shownMetaData } from '#platform/resource/meta-data.ts';
import type { LoanRow } from '../loan/tables.ts';
import { loanColumns } from '../loan/write-loan.ts';
import type { Loan } from '../products/installment/schemas.ts';
import { followsIndex, type HeldLoan, heldLoan, tailAndFacts } from '../timeline/held-loan.ts';

export const loanKind = 'loan';

export const loanNotFound = (reference: string): Refusal =>
  new Refusal(errors.NotFound, `This borrower has no loan ${reference}.`, { data: { path: 'loanId' } });

export type LoanIds = { personId: string; loanId: string };

const lockedLoan = prepared((db, hole: HoleOf<LoanIds>) =>
  db
    .selectFrom('loans')
    .select('id')
    .where('person_id', '=', hole('personId'))
    .where('id', '=', hole('loanId'))
    .forNoKeyUpdate(),
);

/** The loan and its facts since the checkpoint, of one moment. */
const loanWithFacts = prepared((db, hole: HoleOf<LoanIds>) =>
  db
    .selectFrom('loans')
    .selectAll('loans')
    .select(tailAndFacts)
    .where('loans.person_id', '=', hole('personId'))
    .where('loans.id', '=', hole('loanId')),
);

const besidesBase = loanColumns.filter((column) => column !== 'base');

/** For a read, which seldom needs the base: where it does, it is looked up. */
const loanToRead = prepared((db, hole: HoleOf<LoanIds>) =>
  db
    .selectFrom('loans')
    .select(['loans.company_id', ...besidesBase.map((column) => `loans.${column}` as const)])
    .select(sql<null>`null`.as('base'))
    .select(tailAndFacts)
    .where('loans.person_id', '=', hole('personId'))
    .where('loans.id', '=', hole('loanId')),
);

/** Both ids of a path, from what it names. */
export async function idsOf(reader: Reader, personReference: string, reference: string): Promise<LoanIds> {
  const personId = await findPersonId(reader, personReference);
  if (personId === undefined) throw personNotFound(personReference);
  const loanId = await idOfReference(reader, loanKind, reference);
  if (loanId === undefined) throw loanNotFound(reference);
  return { personId, loanId };
}

export async function holdLoan(reader: Reader, ids: LoanIds, reference: string) {
  // Where something is to be told, it has to come after what was.
  const isCommand = 'write' in reader;
  const [found, last] = isCommand
    ? await reader.together(loanWithFacts(reader.db, ids), lastUnordered(reader, ids.personId))
    : [await reader.rows(loanToRead(reader.db, ids)), []];
  const [whole] = found;
  if (whole === undefined) throw loanNotFound(reference);
  const index = followsIndex(whole) ? await indexRatesOf(reader, whole.loan_type_id) : [];
  const held = heldLoan(whole, index);
  return { held, lastUnordered: last[0]?.position ?? null };
}

/** The loan of a path. It is guarded by its version; its rows lie with the borrower. */
export const loan: Subject<HeldLoan> = {
  param: 'loanId',
  notFound: errors.NotFound,
  isVersioned: true,
  async find(reader, reference, lock, params) {
    const ids = await idsOf(reader, params?.personId as string, reference);
    // Two statements: the second sees what whoever held the lock before has made.
    const locked = lock ? reader.rows(lockedLoan(reader.db, ids)) : undefined;
    const [{ held, lastUnordered: position }] = await Promise.all([holdLoan(reader, ids, reference), locked]);
    return { id: ids.personId, subject: held, lastUnordered: position };
  },
};

/** What is shown of a loan follows from less than its row: a list need not read whole states. */
export type ShownLoan = Omit<
  LoanRow,
  | 'position'
  | 'version'
  | 'terms'
  | 'zone'
  | 'cut_off'
  | 'state'
  | 'base'
  | 'base_through'
  | 'facts_count'
  | 'postings_count'
  | 'next_action_at'
  | 'lease'
  | 'cancel_notice'
  | 'index_known'
> & { readonly state: { readonly position: Pick<Position, 'dueDates' | 'payment'> } | null };

/** Where amounts were supplied, the next of them. */
const paymentOf = (position: Pick<Position, 'payment'> & Partial<Position>): Cents =>
  (position.supplied?.[position.next ?? 0] ?? position.payment) as Cents;

export function presentLoan(row: ShownLoan): Loan {
  const { state, timestamps, figures } = row;
  const moment = (name: keyof LoanRow['timestamps']): Instant | null => timestamps[name] ?? null;
  const lastDue = state?.position.dueDates.at(-1);
  return {
    id: row.id,
    object: 'installment',
    type: 'installment',
    companyId: row.company_id,
    displayId: row.external_id ?? row.id,
    externalId: row.external_id,
    loanTypeId: row.loan_type_id,
    loanTypeVersion: row.loan_type_version,
    mainBorrowerId: row.person_id,
    additionalPeople: row.additional_people,
    assetType: row.asset_type,
    assetDisplayName: row.asset_display_name,
    nickname: row.nickname,
    status: row.status,
    isClosed: row.is_closed,
    servicedBy: row.serviced_by,
    declineReason: row.decline_reason,
    chargedOffReason: row.charged_off_reason,
    cancelReason: row.cancel_reason,
    endDate: lastDue === undefined ? null : dateOf(lastDue),
    aprNominalAtActivation: (figures.aprNominalAtActivation ?? null) as Loan['aprNominalAtActivation'],
    aprEffectiveAtActivation: (figures.aprEffectiveAtActivation ?? null) as Loan['aprEffectiveAtActivation'],
    current: { periodicPayment: state === null ? null : paymentOf(state.position), autopayEnabled: false },
    ratesValidation: figures.ratesValidation ?? null,
    amountsValidation: figures.amountsValidation ?? null,
    atOrigination: {
      ...row.at_origination,
      aprNominal: (figures.aprNominalAtOrigination ?? null) as Loan['atOrigination']['aprNominal'],
      aprEffective: (figures.aprEffectiveAtOrigination ?? null) as Loan['atOrigination']['aprEffective'],
      totalInterestAmount: figures.totalInterestAmount ?? null,
      totalDiscountAmount: figures.totalDiscountAmount ?? null,
      isValidMerchantId: row.at_origination.merchantId ? true : null,
    },
    metaData: shownMetaData(row.meta_data),
    timestamps: {
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      deletedAt: null,
      startedAt: moment('startedAt'),
      originatedAt: moment('originatedAt'),
      activatedAt: moment('activatedAt'),
      frozenAt: moment('frozenAt'),
      lastAmortizedAt: moment('lastAmortizedAt'),
      acceleratedAt: moment('acceleratedAt'),
      chargedOffAt: moment('chargedOffAt'),
      paidOffAt: moment('paidOffAt'),
      closedAt: moment('closedAt'),
    },
  } as Loan;
}

/** The borrower of a loan that is held. */
export const ownerOf = async (reader: Reader, personId: string): Promise<PersonRow> =>
  (await person.find(reader, personId, false)).subject;
