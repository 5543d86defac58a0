// The balance of a linked account before a debit that was planned, where the company has it looked at: a scheduled
// payment, a retry, one of autopay. What is not known holds up nothing; what is too little lets the payment wait a
// banking day, and its own day (P) stays. A debit that was not sent for lack of money is no failed one.
import { setTimeout as sleep } from 'node:timers/promises';
import { following } from '@tenor/engine/time/calendar.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import { askBalanceJob, balanceBeforeDebit, type InstrumentInBrief } from '#capabilities/instruments/index.ts';
import { stopwatch } from '#platform/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { PassingDay } from '#platform/work/day/daily-step.ts';
import type { LoanRow, TransactionRow } from '../../core/loan/tables.ts';
import { type Collected, collectedOf, withCollected } from '../../core/transactions/collected.ts';
import type { Way } from './checks.ts';
import type { Collecting } from './collect.ts';
import { entryAt, releaseAt } from './entry-day.ts';

/** What must be left beside the amount. */
const besideCents = 2_500;
const postponedMax = 3;
/** The answer is looked for so often; a vendor that has not answered by the end holds up nothing more. */
const [againSeconds, patienceSeconds] = [60, 600];

interface Looked {
  readonly loan: LoanRow;
  readonly row: TransactionRow;
  readonly instrument: InstrumentInBrief;
  readonly way: Way;
  readonly amount: number;
}

type Held = { readonly row: TransactionRow; readonly is: 'asked' | 'postponed' } | 'lowBalance';

/** Undefined: it may go. Otherwise the row as it waits, or why it is canceled. */
export async function waitsForBalance(ctx: Collecting, tx: Tx, looked: Looked): Promise<Held | undefined> {
  const { row, instrument, way, amount } = looked;
  if (way.rail !== 'ach') return undefined;
  const rules = (await settingsOf(tx)).balanceChecks;
  if (rules == null) return undefined;
  const { holderId: personId, balance = { askedAt: null, postponed: 0 } } = collectedOf(row) as Collected;
  const known = await balanceBeforeDebit(tx, ctx, personId, instrument.id);
  if (known === undefined) return undefined;
  const soon = addSeconds(ctx.now, againSeconds);
  // Each release asks anew: what was said for the last one is a day old.
  if (balance.askedAt === null) {
    ctx.enqueue(askBalanceJob, { personId, paymentInstrumentId: instrument.id });
    return waiting(row, { ...balance, askedAt: ctx.now }, soon);
  }
  const isAnswered = known.askedAt !== null && known.askedAt >= balance.askedAt;
  if (!isAnswered)
    return ctx.now < addSeconds(balance.askedAt, patienceSeconds) ? waiting(row, balance, soon) : undefined;
  if (known.cents === null || known.cents >= amount + besideCents) return undefined;
  if (balance.postponed >= postponedMax) return rules.whenShort === 'skip' ? 'lowBalance' : undefined;
  const next = { askedAt: null, postponed: balance.postponed + 1 };
  return { ...waiting(row, next, nextRelease(ctx.now, looked)), is: 'postponed' };
}

const waiting = (row: TransactionRow, balance: NonNullable<Collected['balance']>, release_at: Instant) =>
  ({ row: { ...withCollected(row, { balance }), release_at }, is: 'asked' }) as const;

/** So that it settles a banking day later than it would now. */
function nextRelease(now: Instant, { loan, row, way, amount }: Looked): Instant {
  const { can } = way.carrier.provider;
  const { wantsSameDay } = collectedOf(row) as Collected;
  const planned = { rail: way.rail, on: dayOf(row.effective_on), amount, wantsSameDay };
  const { entryDate } = entryAt(can, planned, now);
  return releaseAt(can, { ...planned, on: following(dayOf(entryDate as CivilDate) + 1) }, loan);
}

const lookEveryMs = 20;
const waitMsMax = 10_000;

/** A clock that is moved waits for the vendors that were asked, so that what they say is of the instant. */
export async function untilAnswered(day: PassingDay): Promise<void> {
  for (const since = stopwatch(); since() < waitMsMax; await sleep(lookEveryMs)) {
    if (!(await day.transact((tx, now) => isSomebodyAsked(tx, { vault: day.vault, now })))) return;
  }
}

async function isSomebodyAsked(tx: Tx, known: { readonly vault: Vault; readonly now: Instant }): Promise<boolean> {
  const soon = await tx.rows(
    tx.db
      .selectFrom('transactions')
      .selectAll()
      .where('release_at', '>', known.now)
      .where('release_at', '<=', addSeconds(known.now, againSeconds)),
  );
  for (const row of soon) {
    const { holderId, balance } = collectedOf(row) as Collected;
    if (balance?.askedAt == null || row.instrument_id === null) continue;
    const found = await balanceBeforeDebit(tx, known, holderId, row.instrument_id);
    if (found !== undefined && (found.askedAt === null || found.askedAt < balance.askedAt)) return true;
  }
  return false;
}
