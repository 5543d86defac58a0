// What is counted when a month is closed, beside its loans: as it is stored then, so it never changes.
import { addDays, type CivilDate, monthEndBefore } from '@tenor/engine/values/civil-date.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { rulesSpoken, type SpokenOutcome } from '#capabilities/compliance/index.ts';
import { endOfDay } from '#capabilities/general-ledger/index.ts';
import { loansOnAutopay, promisesDecided } from '#capabilities/loans/index.ts';
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { Prepaying } from './prepaid.ts';

export type CountedFigure = 'promises' | 'autopay' | 'prepayments' | 'contactRules';

interface Count {
  readonly figure: CountedFigure;
  /** The status of promises, a part of prepayments, an outcome and a rule of contacts; of autopay there is only one. */
  readonly name: string;
  readonly counted: number;
  readonly cents: number;
  readonly paid: number;
}

/** Later nobody knows any more how many loans had autopay at the end of the month. */
const lateAfterSeconds = 86_400;

interface Closing {
  readonly monthEnd: CivilDate;
  /** A month ends by the clocks of the company. */
  readonly zone: string;
  /** When the month could be closed. */
  readonly closeAt: Instant;
  readonly now: Instant;
}

const insertCounts = preparedInserts('month_end_counts', ['day', 'figure', 'name', 'counted', 'cents', 'paid_cents']);

const addCounts = preparedInserts(
  'month_end_counts',
  ['day', 'figure', 'name', 'counted', 'cents', 'paid_cents'],
  (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['company_id', 'day', 'figure', 'name']).doUpdateSet((eb) => ({
        counted: eb('month_end_counts.counted', '+', eb.ref('excluded.counted')),
        cents: eb('month_end_counts.cents', '+', eb.ref('excluded.cents')),
      })),
    ),
);

/** What was prepaid of the loans of a page. */
export function addPrepayments(tx: Tx, day: CivilDate, sum: Prepaying): void {
  const parts = [
    { name: 'open', counted: sum.loans, cents: sum.opening },
    { name: 'scheduled', counted: 0, cents: sum.scheduled },
    { name: 'paidOff', counted: sum.paidOffLoans, cents: sum.paidOff },
    { name: 'part', counted: sum.partLoans, cents: sum.part },
  ];
  const rows = parts
    .filter(({ counted, cents }) => counted !== 0 || cents !== 0)
    .map((part) => ({ day, figure: 'prepayments' as const, ...part, paid_cents: 0 }));
  for (const add of addCounts(tx.db, rows)) tx.write(add);
}

export async function keepCounts(tx: Tx, { monthEnd, zone, closeAt, now }: Closing): Promise<void> {
  const isLate = now > addSeconds(closeAt, lateAfterSeconds);
  const counts = [
    ...(await promisesOf(tx, monthEnd)),
    ...(await contactRulesOf(tx, monthEnd, zone)),
    ...(isLate ? [] : await autopayOf(tx)),
  ];
  const rows = counts.map(({ paid, ...count }) => ({ day: monthEnd, ...count, paid_cents: paid }));
  for (const insert of insertCounts(tx.db, rows)) tx.write(insert);
}

/** What a deadline of the last day brings is known a day later, so it is of the next month. */
async function promisesOf(reader: Reader, monthEnd: CivilDate): Promise<Count[]> {
  const span = { from: monthEndBefore(monthEnd), through: addDays(monthEnd, -1) };
  const found = await promisesDecided(reader, span);
  return found.map(({ status, count, promised, paid }) => ({
    figure: 'promises',
    name: status,
    counted: count,
    cents: promised,
    paid,
  }));
}

const autopayOf = async (reader: Reader): Promise<Count[]> => [
  { figure: 'autopay', name: 'loans', counted: await loansOnAutopay(reader), cents: 0, paid: 0 },
];

/** What spoke in the month stays as it was written, so it does not matter when the month is closed. */
async function contactRulesOf(reader: Reader, monthEnd: CivilDate, zone: string): Promise<Count[]> {
  const span = { from: endOfDay(monthEndBefore(monthEnd), zone), until: endOfDay(monthEnd, zone) };
  const found = await rulesSpoken(reader, span);
  return found.map(({ ruleId, outcome, count }) => ({
    figure: 'contactRules',
    name: nameOfRule(outcome, ruleId),
    counted: count,
    cents: 0,
    paid: 0,
  }));
}

/** Neither has a space in it. */
const nameOfRule = (outcome: SpokenOutcome, ruleId: string): string => `${outcome} ${ruleId}`;

export const ruleOfName = (name: string): readonly string[] => name.split(' ');
