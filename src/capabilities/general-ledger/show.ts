// The general ledger as it is shown: its accounts, its journal, and what the accounts come to.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { addDays, type CivilDate, dayNumberOf } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { DateOnly, Described } from '#platform/input/schemas.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { type Account, chartOn, suggestedChart, unassigned, validOn } from './chart.ts';
import { lackedBy } from './check-chart.ts';
import { journalFile } from './journal-file.ts';
import { accountsUntil, chartsOf, closedDay, keptLedger, ledgerOf, nextChartAfter } from './ledger.ts';
import type { Accounts, Entry, TrialBalance } from './schemas.ts';
import type { EntryRow } from './tables.ts';

export async function showAccounts(reader: Reader, on: CivilDate): Promise<Accounts> {
  const [row, charts] = await Promise.all([ledgerOf(reader), chartsOf(reader, { from: on, through: on })]);
  const valid = validOn(charts, on);
  const accounts = valid?.accounts ?? suggestedChart;
  return {
    object: 'generalLedgerAccounts',
    companyId: reader.realm.companyId,
    isKept: row !== undefined,
    validFrom: valid?.validFrom ?? null,
    nextValidFrom: valid === undefined ? null : await nextChartAfter(reader, valid.validFrom),
    closedThrough: row?.closed_through ?? null,
    accounts: accounts.map((account) => ({
      ...account,
      sources: account.sources.map(({ source, loanTypeId }) => ({ source, loanTypeId })),
    })),
    unassignedSources: lackedBy(accounts),
  };
}

/** No day follows it. */
const lastDate = '9999-12-31';

/** Ids begin with their day. */
const id = sql.ref('general_ledger_entries.id');
const since = (day: CivilDate) => sql<boolean>`${id} >= ${day}`;
const through = (day: CivilDate) => sql<boolean>`${id} < ${addDays(day, 1)}`;

export const entryList = defineList({
  table: 'general_ledger_entries',
  order: 'id',
  filters: {
    from: {
      schema: Described(DateOnly, { description: 'Only entries of this day and later ones.' }),
      where: (asked: CivilDate | undefined) => asked && since(asked),
    },
    to: {
      schema: Described(DateOnly, { description: 'Only entries of this day and earlier ones.' }),
      where: (asked: CivilDate | undefined) => (asked === undefined || asked >= lastDate ? undefined : through(asked)),
    },
  },
});

const entryRows = (reader: Reader) => reader.db.selectFrom('general_ledger_entries').selectAll();

/** Errors: GeneralLedgerNotKept. */
export async function listEntries(reader: Reader, query: PageInput): Promise<Page<Entry>> {
  await keptLedger(reader);
  return entryList.page(reader, entryRows(reader), query, { each: shownEntry });
}

const shownEntry = (row: EntryRow): Entry => ({
  id: row.id,
  object: 'generalLedgerEntry',
  companyId: row.company_id,
  date: row.day,
  effectiveDate: row.effective_on,
  book: row.book,
  kind: row.kind,
  loanTypeId: row.loan_type_id,
  paymentProviderId: row.provider_id,
  lines: row.lines.map(({ account, name, source, amount }) => ({
    account,
    accountName: name,
    source,
    debitAmount: amount > 0 ? (amount as Cents) : null,
    creditAmount: amount < 0 ? (-amount as Cents) : null,
  })),
});

interface Asked {
  readonly from?: CivilDate;
  readonly to?: CivilDate;
}

/** A file has so many days at the most. */
export const daysMax = 31;

/** The journal of some closed days, the last one if none is named. Errors: GeneralLedgerNotKept, InvalidRequest. */
export async function journalOf(reader: Reader, asked: Asked): Promise<{ name: string; body: string }> {
  const to = await closedDay(reader, asked.to, 'to');
  const { from = to } = asked;
  if (from > to) throw refuseField('from', 'is later than the last day', `at most ${to}`);
  if (dayNumberOf(to) - dayNumberOf(from) >= daysMax) {
    throw refuseField(
      'from',
      'is too early: a file has the entries of 31 days',
      `${addDays(to, 1 - daysMax)} or later`,
    );
  }
  const rows = await reader.rows(entryRows(reader).where(since(from)).where(through(to)).orderBy('id'));
  const entries = rows.map(({ effective_on, loan_type_id, provider_id, ...entry }) => ({
    ...entry,
    effectiveOn: effective_on,
    loanTypeId: loan_type_id,
    providerId: provider_id,
  }));
  return { name: `journal-${from === to ? to : `${from}-${to}`}.csv`, body: journalFile(entries) };
}

interface Total {
  readonly account: string;
  readonly source: string;
  readonly opening: number;
  readonly debit: number;
  readonly credit: number;
}

/** Errors: GeneralLedgerNotKept, InvalidRequest. */
export async function trialBalance(
  reader: Reader,
  asked: { readonly asOf?: CivilDate; readonly from?: CivilDate },
): Promise<TrialBalance> {
  const asOf = await closedDay(reader, asked.asOf);
  const { from } = asked;
  if (from !== undefined && from > asOf) throw refuseField('from', 'is later than asOf', `at most ${asOf}`);
  const totals = await totalsOf(reader, asOf, from ?? null);
  const byCode = Map.groupBy(totals, ({ account }) => account);
  const named = await accountsNamed(reader, [...byCode.keys()], asOf);
  const accounts = [...byCode].map(([code, its]) => shownBalance(named(code), its));
  const sides = accounts.map(({ balanceAmount }) => balanceAmount as number);
  const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + Math.max(0, one), 0) as Cents;
  return {
    object: 'trialBalance',
    companyId: reader.realm.companyId,
    asOf,
    from: from ?? null,
    accounts,
    debitAmount: sum(sides),
    creditAmount: sum(sides.map((amount) => -amount)),
  };
}

function totalsOf(reader: Reader, asOf: CivilDate, from: CivilDate | null): Promise<Total[]> {
  const isBefore = sql<boolean>`day < ${from}::date`;
  const sum = (what: string, when: ReturnType<typeof sql<boolean>>) =>
    sql<number>`coalesce(sum(${sql.raw(what)}) filter (where ${when}), 0)::bigint`;
  const isWithin = sql<boolean>`(${isBefore}) is not true`;
  return reader.rows(
    reader.db
      .selectFrom('general_ledger_days')
      .select([
        'account',
        'source',
        sum('debit_cents - credit_cents', isBefore).as('opening'),
        sum('debit_cents', isWithin).as('debit'),
        sum('credit_cents', isWithin).as('credit'),
      ])
      .where('day', '<=', asOf)
      .groupBy(['account', 'source'])
      .orderBy('account')
      .orderBy('source'),
  );
}

/** As it is called on the day, or as it was called when it was booked to for the last time. */
async function accountsNamed(reader: Reader, codes: readonly string[], on: CivilDate) {
  const valid = [...chartOn(await chartsOf(reader, { from: on, through: on }), on), unassigned];
  const isThere = (code: string): boolean => valid.some((account) => account.code === code);
  const gone = codes.filter((code) => !isThere(code));
  const all = gone.length === 0 ? valid : [...valid, ...(await accountsUntil(reader, gone, on))];
  return (code: string): Account => {
    const found = all.find((account) => account.code === code);
    if (found === undefined) throw new Error(`The general ledger has no account ${code}.`);
    return found;
  };
}

function shownBalance({ code, name, type }: Account, totals: readonly Total[]): TrialBalance['accounts'][number] {
  const sum = (of: (total: Total) => number) => totals.reduce((all, one) => all + of(one), 0) as Cents;
  const balanceOf = ({ opening, debit, credit }: Total): Cents => (opening + debit - credit) as Cents;
  return {
    code,
    name,
    type,
    openingAmount: sum(({ opening }) => opening),
    debitAmount: sum(({ debit }) => debit),
    creditAmount: sum(({ credit }) => credit),
    balanceAmount: sum(balanceOf),
    sources: totals.map((total) => ({ source: total.source, balanceAmount: balanceOf(total) })),
  };
}
