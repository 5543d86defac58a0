// The rows of a tape: which loans stand in it, and what is known of each. A file and a comparison are made of the same.
import { dayOf } from '@tenor/engine/values/day.ts';
import { ownersOfDay, type PortfolioDay, type PortfolioLoan, portfolioOn } from '#capabilities/loans/index.ts';
import { externalIdsOfPeople, identifyingOfMany } from '#capabilities/people/index.ts';
import { readCondition } from '#platform/conditions/language.ts';
import { factsOf } from '#platform/conditions/named-context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import { needsIdentifying } from '../catalogue/borrower-fields.ts';
import { asNamed, tapeContext } from '../catalogue/catalogue.ts';
import type { TapeRow } from '../catalogue/field.ts';
import type { TapeTypeRow } from '../tables.ts';
import { fieldsRead } from '../types/problems.ts';
import { valuesOf } from './columns.ts';

export interface Sought extends PortfolioDay {
  readonly type: TapeTypeRow;
  /** Only loans that belonged to the investor. */
  readonly investorId: string | null;
}

interface Reads {
  readonly reader: Reader;
  readonly vault: Vault;
}

export interface RowsRead {
  readonly rows: readonly TapeRow[];
  readonly leftOut: number;
  /** How many loans of the page were replayed. */
  readonly replayed: number;
}

export async function* rowsOf(reads: Reads, sought: Sought): AsyncGenerator<RowsRead> {
  const needs = needsOf(sought);
  const fits = filterOf(sought.type);
  for await (const loans of portfolioOn(reads.reader, sought)) {
    const inTime = loans.filter((loan) => isReported(loan, sought));
    const about = await readAbout(reads, sought, needs, inTime);
    const found = await eachInSlices(inTime, (loan): readonly TapeRow[] => {
      const row = rowOf(loan, sought, about);
      return isOwned(row, sought) && fits(row) ? [row] : [];
    });
    const rows = found.flat();
    const replayed = loans.filter(({ isReplayed }) => isReplayed).length;
    yield { rows, leftOut: loans.length - rows.length, replayed };
  }
}

interface Needs {
  readonly externalIds: boolean;
  readonly identifying: boolean;
  readonly owners: boolean;
}

function needsOf({ type, investorId }: Sought): Needs {
  const names = fieldsRead(type);
  return {
    externalIds: names.has('mainBorrowerExternalId'),
    identifying: needsIdentifying([...names]),
    owners: investorId !== null || ['investorId', 'investorShare', 'investorsCount'].some((name) => names.has(name)),
  };
}

const rowOf = (loan: PortfolioLoan, { asOf, knownAt }: Sought, about: About): TapeRow => {
  const { person_id: personId, id } = loan.row;
  const [externalIds, identifying, owners] = about;
  return {
    reportDate: asOf,
    knownAt,
    loan,
    borrower: { externalId: externalIds.get(personId) ?? null, identifying: identifying.get(personId) },
    owners: owners.get(id) ?? [],
  };
};

type About = Awaited<ReturnType<typeof readAbout>>;

/** Only what the columns ask for is read, of a page of loans at once. */
async function readAbout({ reader, vault }: Reads, sought: Sought, needs: Needs, loans: readonly PortfolioLoan[]) {
  const people = [...new Set(loans.map(({ row }) => row.person_id))];
  return Promise.all([
    needs.externalIds ? externalIdsOfPeople(reader, people) : new Map<string, string | null>(),
    needs.identifying
      ? identifyingOfMany(reader, vault, people)
      : (new Map() as Awaited<ReturnType<typeof identifyingOfMany>>),
    needs.owners ? ownersOfDay(reader, sought, loans) : (new Map() as Awaited<ReturnType<typeof ownersOfDay>>),
  ]);
}

/** Whether it has books, unless others are wanted too, and did not end too long ago. */
function isReported({ books, status, on }: PortfolioLoan, { type, asOf }: Sought): boolean {
  if (books === null) return type.action_on_missing_data === 'includeIDsAndEmptyData';
  const [ended, days] =
    status === 'paidOff'
      ? [on('paidOffAt'), type.report_days_when_paid_off]
      : [status === 'chargedOff' ? on('chargedOffAt') : null, type.report_days_when_charged_off];
  return ended === null || dayOf(asOf) - dayOf(ended) <= days;
}

const isOwned = ({ owners }: TapeRow, { investorId }: Sought): boolean =>
  investorId === null || owners.some((one) => one.investorId === investorId);

/** What the condition cannot tell of a loan, because a field has no value, leaves the loan out. */
function filterOf({ filter }: TapeTypeRow): (row: TapeRow) => boolean {
  if (filter === null) return () => true;
  const condition = readCondition(filter);
  const names = new Set(condition.names.map(({ path }) => path));
  const fields = Object.fromEntries([...names].map((name) => [name, tapeContext.fields[name]]));
  const context = { ...tapeContext, fields } as typeof tapeContext;
  return (row) => {
    const named = Object.entries(valuesOf(row, names)).map(([name, value]) => [name, asNamed(name, value)]);
    return condition.evaluate({ loan: factsOf(context, Object.fromEntries(named)) }) === true;
  };
}
