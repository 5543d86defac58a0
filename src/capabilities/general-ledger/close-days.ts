// Closes the days that are over: what was posted on them becomes entries that never change. What is posted later is of a
// later day, whichever day it counts on; so a correction of the past is an entry of its own day.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { cashSums } from '#capabilities/bank-books/index.ts';
import { type PostedSpan, postedSums } from '#capabilities/loans/index.ts';
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { accountsOf, chartOn, type ValidChart } from './chart.ts';
import { closedThrough, lastDayOver } from './days.ts';
import { daysToClose } from './due.ts';
import { dayClosed } from './events.ts';
import { type Entry, entriesOf, type Sum, totalsOf } from './journal.ts';
import { chartsOf } from './ledger.ts';
import { sourceOf } from './sources.ts';
import { type Vintage, vintagesOf } from './vintages.ts';

/** So many days are closed in a commit, when many have passed. */
const together = 31;

export const closingDay: DailyStep = {
  name: 'the general ledger',
  due: daysToClose,
  // A test clock that is moved over many days stops for it once, at the end.
  async firstIn(reader, { after, until }) {
    if (after !== null && after >= until) return null;
    const due = reader.db.selectFrom('general_ledgers').select('close_at').where('close_at', '<=', until);
    return (await reader.row(due)) === undefined ? null : until;
  },
  leftBehind: async () => ({ count: 0, ids: [] }),
  async run(day) {
    const { closed, isMore } = await day.transact((tx, now) => closeDays(day, tx, now));
    if (closed > 0) day.told('done');
    return { isMore: isMore && !day.stopping.aborted };
  },
};

/** One commit: entries, totals, how far it is closed, and the events. Who holds the row meanwhile does the same. */
async function closeDays(day: PassingDay, tx: Tx, now: Instant): Promise<{ closed: number; isMore: boolean }> {
  const due = tx.db.selectFrom('general_ledgers').selectAll().where('close_at', '<=', now).forNoKeyUpdate();
  const row = await tx.row(day.waits ? due : due.skipLocked());
  if (row === undefined) return { closed: 0, isMore: false };
  const zone = (await timezoneOf(tx)) as string;
  const [last, most] = [lastDayOver(now, zone), addDays(row.closed_through, together)];
  const through = last < most ? last : most;
  const closing = closedThrough(through, zone);
  const span = { from: row.closed_until, until: closing.closed_until, zone };
  const [sums, charts] = await Promise.all([
    sumsOf(tx, span),
    chartsOf(tx, { from: addDays(row.closed_through, 1), through }),
  ]);
  const entries = entriesOf(sums, mappings(charts));
  write(tx, entries, vintagesOf(sums));
  tx.write(tx.db.updateTable('general_ledgers').set(closing));
  const { realm, position } = day;
  await recordingByHand({ realm, now, position, declared: [dayClosed] }, tx, async (emit) => {
    for (const [of, its] of Map.groupBy(entries, (entry) => entry.day)) {
      emit(dayClosed, realm.companyId, { day: of, entriesCount: its.length });
    }
  });
  return { closed: 1, isMore: through < last };
}

/** What both books posted in the span. */
async function sumsOf(reader: Reader, span: PostedSpan): Promise<Sum[]> {
  const [posted, cash] = await Promise.all([postedSums(reader, span), cashSums(reader, span)]);
  return [
    ...posted.map(({ account, ...sum }) => ({
      ...sum,
      book: 'loans' as const,
      providerId: null,
      source: sourceOf('loans', account),
    })),
    ...cash.map(({ account, ...sum }) => ({
      ...sum,
      book: 'cash' as const,
      loanTypeId: null,
      source: sourceOf('cash', account),
    })),
  ];
}

function mappings(charts: readonly ValidChart[]) {
  const known = new Map<unknown, ReturnType<typeof accountsOf>>();
  return (day: CivilDate) => {
    const chart = chartOn(charts, day);
    const mapping = known.get(chart) ?? accountsOf(chart);
    known.set(chart, mapping);
    return mapping;
  };
}

const insertEntries = preparedInserts('general_ledger_entries', [
  'id',
  'day',
  'book',
  'kind',
  'effective_on',
  'loan_type_id',
  'provider_id',
  'lines',
]);

const insertDays = preparedInserts('general_ledger_days', ['day', 'account', 'source', 'debit_cents', 'credit_cents']);

const insertVintages = preparedInserts('general_ledger_vintages', ['day', 'vintage', 'what', 'amount_cents']);

function write(tx: Tx, entries: readonly Entry[], vintages: readonly Vintage[]): void {
  const rows = entries.map(({ effectiveOn, loanTypeId, providerId, lines, ...entry }) => ({
    ...entry,
    effective_on: effectiveOn,
    loan_type_id: loanTypeId,
    provider_id: providerId,
    lines: JSON.stringify(lines),
  }));
  const totals = totalsOf(entries).map(({ debit, credit, ...total }) => ({
    ...total,
    debit_cents: debit,
    credit_cents: credit,
  }));
  for (const insert of insertEntries(tx.db, rows)) tx.write(insert);
  const began = vintages.map(({ amount, ...vintage }) => ({ ...vintage, amount_cents: amount }));
  for (const insert of insertDays(tx.db, totals)) tx.write(insert);
  for (const insert of insertVintages(tx.db, began)) tx.write(insert);
}
