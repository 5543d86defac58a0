// The loan of a path: for commands, for reads, and for requests that only need to know that it exists.
import { sql } from 'kysely';
import {
  findPersonId,
  ownerBeside,
  type PersonRow,
  peopleAsSubjects,
  person,
  personNotFound,
} from '#capabilities/people/index.ts';
import { indexRatesOf } from '#capabilities/products/index.ts';
import type { Found } from '#platform/command/run-command.ts';
import type { Builder } from '#platform/db/builder.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import { type Reader, wholeCompany } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { type LoanKeys, loanKeyTypes } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import { asLoan, standingOf, wholeColumns } from '../loan/standing.ts';
import type { LoanRow } from '../loan/tables.ts';
import { productOf } from '../products/list.ts';
import { followsIndex, heldLoan, type LoanAsRead, tailAndFacts, tailBeside } from '../timeline/held-loan.ts';
import { firstDifference } from '../timeline/index-facts.ts';
import { type Changing, versionedBy } from './loan-version.ts';

export const loanKind = 'loan';

export const loanNotFound = (reference: string): Refusal =>
  new Refusal(errors.NotFound, `This borrower has no loan ${reference}.`, { data: { path: 'loanId' } });

/** Both ids of a path, from the references in it. */
export async function loanIdsOf(reader: Reader, personReference: string, reference: string): Promise<LoanKeys> {
  const personId = await findPersonId(reader, personReference);
  if (personId === undefined) throw personNotFound(personReference);
  const loanId = await idOfReference(reader, loanKind, reference);
  if (loanId === undefined) throw loanNotFound(reference);
  return { personId, loanId };
}

/** A loan that follows an index is read with its rates. */
const ofIndex = ['index_rates'] as const;

/** The loan of a path, read by `find`. */
export const loanOfPath = <T>(
  find: (reader: Reader, ids: LoanKeys) => Promise<T | undefined>,
  changing?: (subject: T) => Changing,
): Subject<T> => ({
  param: 'loanId',
  notFound: errors.NotFound,
  reads: ofIndex,
  ...(changing && { versioned: versionedBy(changing), lockedLate: true }),
  async find(reader, reference, _, params) {
    const ids = await loanIdsOf(reader, params?.personId as string, reference);
    const subject = await find(reader, ids);
    if (subject === undefined) throw loanNotFound(reference);
    return { id: ids.personId, subject };
  },
});

// ---- for commands ---------------------------------------------------------------------------------------------------

const lockedLoan = prepared((db, placeholder: PlaceholderOf<LoanKeys>) =>
  db
    .selectFrom('loan_standing')
    .select('loan_id')
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .forNoKeyUpdate(),
);

const lockedIfFree = prepared(
  (db, placeholder: PlaceholderOf<LoanKeys>) =>
    db
      .selectFrom('loan_standing')
      .select('loan_id')
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId'))
      .forNoKeyUpdate()
      .skipLocked(),
  loanKeyTypes,
);

const withStanding = (db: Builder, keys: LoanKeys) =>
  db
    .selectFrom('loans')
    .innerJoin('loan_standing', standingOf(keys))
    .select(wholeColumns)
    .where('loans.person_id', '=', keys.personId)
    .where('loans.id', '=', keys.loanId);

/**
 * The loan with its tail, as of one moment. Its facts, and the checkpoint in `base`, are seldom needed by a command;
 * then they are read separately (core/timeline/held-loan.ts).
 */
const withTail = (db: Builder, keys: LoanKeys) => withStanding(db, keys).select(tailBeside(keys));

const keysOf = (placeholder: PlaceholderOf<LoanKeys>): LoanKeys => ({
  personId: placeholder('personId'),
  loanId: placeholder('loanId'),
});

const loanWithTail = prepared(
  (db, placeholder: PlaceholderOf<LoanKeys>) => withTail(db, keysOf(placeholder)),
  loanKeyTypes,
);

const loanOfOwner = prepared(
  (db, placeholder: PlaceholderOf<LoanKeys>) =>
    withTail(db, keysOf(placeholder)).select(ownerBeside(db, placeholder('personId'))),
  loanKeyTypes,
);

/** For a borrower, who may not be the owner: what events need to know of that one is read for the company. */
async function loanReached(reader: Reader, ids: LoanKeys) {
  const whole = wholeCompany(reader);
  if (whole === reader) return reader.row(loanOfOwner(reader.db, ids));
  const row = await reader.row(loanWithTail(reader.db, ids));
  const owner = row && (await peopleAsSubjects(whole, [ids.personId])).get(ids.personId);
  return row && { ...row, lastUnordered: owner?.position ?? null, personExternalId: owner?.personExternalId ?? null };
}

/** The loan's version guards it; its rows belong to the borrower. */
export const loan: Subject<HeldLoan> = {
  param: 'loanId',
  notFound: errors.NotFound,
  reads: ofIndex,
  versioned: versionedBy(({ row }) => row),
  lockedLate: true,
  async find(reader, reference, lock, params) {
    const ids = await loanIdsOf(reader, params?.personId as string, reference);
    // Two statements: the second sees what the transaction that had the lock before has written.
    const locked = lock ? reader.rows(lockedLoan(reader.db, ids)) : undefined;
    const [row] = await Promise.all([loanReached(reader, ids), locked]);
    return asFound(reader, row, reference);
  },
};

/** The same without waiting: undefined while somebody else changes it. */
export async function freeLoan(
  reader: Reader,
  reference: string,
  params: Readonly<Record<string, string>>,
): Promise<Found<HeldLoan> | undefined> {
  const ids = await loanIdsOf(reader, params.personId as string, reference);
  const [held, row] = await Promise.all([reader.row(lockedIfFree(reader.db, ids)), loanReached(reader, ids)]);
  return row !== undefined && held === undefined ? undefined : asFound(reader, row, reference);
}

type ReachedLoan = NonNullable<Awaited<ReturnType<typeof loanReached>>>;

async function asFound(reader: Reader, row: ReachedLoan | undefined, reference: string): Promise<Found<HeldLoan>> {
  if (row === undefined) throw loanNotFound(reference);
  const { lastUnordered, personExternalId } = row;
  return { id: row.person_id, subject: await withIndex(reader, row), lastUnordered, personExternalId };
}

/** The loan for what is no command of a path; undefined if it does not exist. */
export async function findLoan(reader: Reader, ids: LoanKeys): Promise<HeldLoan | undefined> {
  const row = await reader.row(loanWithTail(reader.db, ids));
  return row && withIndex(reader, row);
}

// ---- for reads ------------------------------------------------------------------------------------------------------

const loanWithFacts = prepared((db, placeholder: PlaceholderOf<LoanKeys>) => {
  const keys = keysOf(placeholder);
  return withStanding(db, keys).select(tailAndFacts(keys));
}, loanKeyTypes);

/** The loan for a read, with its facts in the same statement; undefined if it does not exist. */
export async function loanWithItsFacts(reader: Reader, ids: LoanKeys): Promise<HeldLoan | undefined> {
  const row = await reader.row(loanWithFacts(reader.db, ids));
  return row && withIndex(reader, row);
}

export const loanToRead = loanOfPath(loanWithItsFacts, ({ row }) => row);

/** For a read that is about today, as a rule: then the stored state knows enough, and its facts are read only if not. */
export const loanOfToday = loanOfPath(findLoan, ({ row }) => row);

const loanId = prepared((db, placeholder: PlaceholderOf<LoanKeys>) =>
  db
    .selectFrom('loans')
    .select('id')
    .where('person_id', '=', placeholder('personId'))
    .where('id', '=', placeholder('loanId')),
);

/** For requests that only need to know that the loan exists. */
export const loanThatIsThere = loanOfPath(async (reader, ids) =>
  (await reader.row(loanId(reader.db, ids))) === undefined ? undefined : ids,
);

// ---- for other capabilities -----------------------------------------------------------------------------------------

export interface NamedLoan {
  readonly id: string;
  /** Null: the first product. */
  readonly product: string | null;
  readonly loanTypeId: string;
}

const productOfLoan = prepared((db, placeholder: PlaceholderOf<LoanKeys>) =>
  db
    .selectFrom('loans')
    .select(['id', 'loan_type_id as loanTypeId', sql<string | null>`at_origination->>'product'`.as('product')])
    .where('person_id', '=', placeholder('personId'))
    .where('id', '=', placeholder('loanId')),
);

/** A loan of a borrower by id or `ext-` reference. Errors: NotFound. */
export async function findNamedLoan(reader: Reader, personId: string, reference: string): Promise<NamedLoan> {
  const loanId = await idOfReference(reader, loanKind, reference);
  const row = loanId === undefined ? undefined : await reader.row(productOfLoan(reader.db, { personId, loanId }));
  if (row === undefined) throw loanNotFound(reference);
  return row;
}

/** Whether the index is another one than that with which its books were computed. */
export async function hasOtherIndex(
  reader: Reader,
  { loan_type_id, index_known: known }: Pick<LoanRow, 'loan_type_id' | 'index_known'>,
): Promise<boolean> {
  return known !== null && firstDifference(known, await indexRatesOf(reader, loan_type_id)) !== undefined;
}

async function withIndex(reader: Reader, read: LoanAsRead): Promise<HeldLoan> {
  const row = asLoan(read);
  const product = productOf(row);
  return heldLoan(product, row, followsIndex(product, row) ? await indexRatesOf(reader, row.loan_type_id) : []);
}

export const ownerOf = async (reader: Reader, personId: string): Promise<PersonRow> =>
  (await person.find(reader, personId, false)).subject;
