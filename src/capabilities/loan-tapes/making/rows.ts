// The rows of a tape: what stands in it, and what is known of each. A file and a comparison are made of the same.
import { type LoanReference, ownersOfDay, type PortfolioDay } from '#capabilities/loans/index.ts';
import { externalIdsOfPeople, identifyingOfMany } from '#capabilities/people/index.ts';
import { readCondition } from '#platform/conditions/language.ts';
import { factsOf } from '#platform/conditions/named-context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { needsIdentifying } from '../catalogue/borrower-fields.ts';
import { asNamed, type Catalogue, catalogueOf, contextOfNames, fieldIn } from '../catalogue/catalogue.ts';
import type { LoanRowOfTape } from '../catalogue/field.ts';
import { ownerFields } from '../catalogue/loan-fields.ts';
import type { TapeTypeRow } from '../tables.ts';
import { fieldsRead, metaDataField } from '../types/problems.ts';
import { valuesOf } from './columns.ts';

export interface Sought extends PortfolioDay {
  readonly type: TapeTypeRow;
  /** Only loans that belonged to the investor. */
  readonly investorId: string | null;
  /** The first day of a tape of payments. */
  readonly fromDate: PortfolioDay['asOf'] | null;
}

export interface Reads {
  readonly reader: Reader;
  readonly vault: Vault;
}

export interface RowsRead<R extends LoanRowOfTape> {
  readonly rows: readonly R[];
  /** What is held against the ledger: of payments also what the tape leaves out. */
  readonly proved: readonly R[];
  /** How many loans were looked at. */
  readonly loans: number;
  readonly leftOut: number;
  /** How many loans of the page were replayed. */
  readonly replayed: number;
}

interface Needs {
  readonly agreement: boolean;
  readonly externalIds: boolean;
  readonly identifying: boolean;
  readonly owners: boolean;
}

export function needsOf({ type, investorId }: Sought): Needs {
  const names = fieldsRead(type);
  const catalogue = catalogueOf(type);
  const owners = investorId !== null || Object.keys(ownerFields).some((name) => names.has(name));
  const isAgreed = [...names].some((name) => fieldIn(catalogue, name)?.source === 'agreement');
  return {
    // The agreement names the owner of a loan that was never sold.
    agreement: isAgreed || owners || type.fields.includes(metaDataField),
    externalIds: names.has('mainBorrowerExternalId'),
    identifying: needsIdentifying([...names]),
    owners,
  };
}

type Owned = Parameters<typeof ownersOfDay>[2][number] & { readonly row: LoanReference };
type AboutLoan = Pick<LoanRowOfTape, 'reportDate' | 'knownAt' | 'borrower' | 'owners'>;

/** What rows say of their loans besides their books: only what the columns ask for is read, of a page at once. */
export async function aboutLoans(
  { reader, vault }: Reads,
  sought: Sought,
  needs: Needs,
  loans: readonly Owned[],
): Promise<(row: LoanReference) => AboutLoan> {
  const people = [...new Set(loans.map(({ row }) => row.person_id))];
  const [externalIds, identifying, owners] = await Promise.all([
    needs.externalIds ? externalIdsOfPeople(reader, people) : new Map<string, string | null>(),
    needs.identifying
      ? identifyingOfMany(reader, vault, people)
      : (new Map() as Awaited<ReturnType<typeof identifyingOfMany>>),
    needs.owners ? ownersOfDay(reader, sought, loans) : (new Map() as Awaited<ReturnType<typeof ownersOfDay>>),
  ]);
  const { asOf, knownAt } = sought;
  return ({ person_id: personId, id }) => ({
    reportDate: asOf,
    knownAt,
    borrower: { externalId: externalIds.get(personId) ?? null, identifying: identifying.get(personId) },
    owners: owners.get(id) ?? [],
  });
}

/** Whether a row stands in the tape: by the owner of its loan, and by the condition of the type. */
export function wanted<R extends LoanRowOfTape>(
  catalogue: Catalogue<R>,
  { type, investorId }: Pick<Sought, 'type' | 'investorId'>,
): (row: R) => boolean {
  const fits = filterOf(catalogue, type);
  return (row) => (investorId === null || row.owners.some((one) => one.investorId === investorId)) && fits(row);
}

/** What the condition cannot tell of a row, because a field has no value, leaves the row out. */
function filterOf<R extends LoanRowOfTape>(catalogue: Catalogue<R>, { filter }: TapeTypeRow): (row: R) => boolean {
  if (filter === null) return () => true;
  const condition = readCondition(filter);
  const names = new Set(condition.names.map(({ path }) => path));
  const context = contextOfNames(catalogue, names);
  return (row) => {
    const values = valuesOf(catalogue, row, names);
    const named = Object.entries(values).map(([name, value]) => [name, asNamed(catalogue, name, value)]);
    return condition.evaluate({ [context.name]: factsOf(context, Object.fromEntries(named)) }) === true;
  };
}
