// The laws of moving money after random histories: payments, cancels, reversals and revocations over months of a test
// clock, by a provider that fails, delays, repeats and forgets. Three books are compared: the loan's, the cash book, and
// the simulator's own.
//   TENOR_LAWS=200 TENOR_SEED=7 npm test -- money-histories     longer, and the same draws again
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { trialDepositCents } from '#capabilities/moving-money/orders/providers/simulated/account.ts';
import { lineTo } from '#capabilities/moving-money/orders/providers/simulated/line.ts';
import { everythingStored } from '../support/everything-stored.ts';
import { useHouse } from '../support/house.ts';
import {
  aMoneyLife,
  doStep,
  type MoneyLife,
  moveOn,
  sentAll,
  somePlan,
  transactionsOf,
} from '../support/money-life.ts';
import { saidBesideIds } from '../support/said-beside-ids.ts';
import type { Shown } from '../support/told.ts';

const numRuns = Number(process.env.TENOR_LAWS ?? 4);
const day = 86_400;
const quietDays = 110;

interface AttemptSeen {
  readonly subject_id: string;
  readonly number: number;
  readonly state: string;
  readonly deed: string;
  readonly amount_cents: number;
  readonly provider_id: string | null;
  readonly settled_on: string | null;
  readonly created_at: Date;
}

const query = async <Row>({ house, companyId }: MoneyLife, text: string): Promise<Row[]> =>
  (await house.service.database.pools.test.query(text, [companyId])).rows as Row[];

const attemptsOf = (life: MoneyLife) =>
  query<AttemptSeen>(
    life,
    `select subject_id, number, state, deed, amount_cents::int, provider_id, settled_on::text, created_at
     from payment_attempts where company_id = $1 order by subject_id, number`,
  );

const booksOf = async (life: MoneyLife): Promise<Record<string, number>> => {
  const rows = await query<{ account: string; sum: number }>(
    life,
    'select account, sum(amount_cents)::int as sum from cash_balances where company_id = $1 group by 1',
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
};

/** The amounts of trial deposits stand in no row of ours; in test mode everybody knows them. */
const isTrialDeposit = ({ subject_id }: AttemptSeen): boolean => subject_id.startsWith('VD-');
const amountOf = (attempt: AttemptSeen): number =>
  isTrialDeposit(attempt) ? (trialDepositCents[attempt.number - 1] as number) : attempt.amount_cents;

const centsOf = (amount: number): number => Math.round(amount * 100);
const had = ['accepted', 'settled', 'confirmed', 'returned', 'disputed'];
const isBack = ({ paymentDetails }: Shown): boolean => paymentDetails.reason === 'reimbursement';
const onLoan = ['pending', 'succeeded', 'inDispute'];

async function mustKeepLaws(life: MoneyLife): Promise<void> {
  const { house, companyId, now } = life;
  const simulator = lineTo(house.service, companyId);
  const { charges, balanceCents } = await simulator.report(now.replace('Z', '000+00:00'));
  const attempts = await attemptsOf(life);
  const transactions = await transactionsOf(life);
  const debits = charges.filter(({ deed, outcome }) => deed === 'debit' && outcome === 'accepted');

  // 1: at most one charge for a transaction.
  const each = Map.groupBy(debits, ({ key }) => key.split('.')[0]);
  for (const [id, of] of each) assert.equal(of.length, 1, `${id} was charged ${of.length} times`);
  // 2: all that the provider has we have, and the other way; of nothing nobody knows.
  const open = attempts.filter(({ state }) => ['sending', 'unknown'].includes(state));
  assert.deepEqual(open, [], 'nothing is unknown');
  // What was accepted and then not captured has ended without money.
  const stood = charges.filter(({ outcome, last }) => outcome === 'accepted' && last !== 'refused');
  for (const { key, id, cents } of stood) {
    const ours = attempts.find(({ subject_id, number }) => `${subject_id}.${number}` === key);
    assert.ok(
      ours !== undefined && had.includes(ours.state),
      `${key} is with the provider, and ${ours?.state} with us`,
    );
    assert.deepEqual([ours.provider_id, amountOf(ours)], [id, cents]);
  }
  for (const { subject_id, number, state } of attempts) {
    if (!had.includes(state)) continue;
    const theirs = charges.find(({ key }) => key === `${subject_id}.${number}`);
    assert.equal(theirs?.outcome, 'accepted', `${subject_id} is ${state}, and the provider has it not`);
  }
  // 3: the loan has what is pending, succeeded or in dispute, and the cash book says the same.
  const payments = transactions.filter(({ reversedTransactionId: of, reason }) => !of && reason !== 'reversal');
  const onBoth = payments.filter(
    ({ status, reversedByTransactionId }) => onLoan.includes(status) && !reversedByTransactionId,
  );
  // Credit goes back by itself.
  const [back, stands] = [onBoth.filter(isBack), onBoth.filter((one) => !isBack(one))];
  const balances = (await life.api.get(`${life.path}/balances`)).body.data;
  const onBooks = stands.reduce((sum, { actualAmount }) => sum + centsOf(actualAmount), 0);
  assert.equal(centsOf(balances.paidBalances.paidPaymentsAmount), onBooks, 'the loan has what stands');
  const books = await booksOf(life);
  const backCents = back.reduce((sum, { actualAmount }) => sum + centsOf(actualAmount), 0);
  assert.equal(0 - (books.LC ?? 0), onBooks - backCents, 'LC mirrors the clearing of the loan');
  assert.equal(
    Object.values(books).reduce((sum, one) => sum + one, 0),
    0,
  );
  // 4: what we think the provider holds for us is what it holds; after all this time nothing is in transit.
  assert.deepEqual([books.PR ?? 0, books.CT ?? 0, books.DT ?? 0, books.RP ?? 0], [balanceCents, 0, 0, 0]);
  mustBeAgreed(life, attempts, transactions, charges);
  await mustBeRetriedLawfully(life, payments);
}

/** 5 and 6: not before the day, not above the amount, not what was canceled. */
function mustBeAgreed(
  _life: MoneyLife,
  attempts: readonly AttemptSeen[],
  transactions: readonly Shown[],
  charges: readonly Shown[],
): void {
  for (const { subject_id, deed, amount_cents } of attempts.filter((one) => one.subject_id.startsWith('TX-'))) {
    const one = transactions.find(({ id }) => id === subject_id);
    assert.ok(one !== undefined, `${subject_id} is a transaction of this loan`);
    if (deed === 'debit') assert.ok(amount_cents <= centsOf(one.actualAmount), `${subject_id}: never more than agreed`);
  }
  for (const { key, deed, outcome, settles_on } of charges) {
    const one = transactions.find(({ id }) => id === key.split('.')[0]);
    if (deed !== 'debit' || outcome !== 'accepted') continue;
    assert.notEqual(one.status, 'canceled', `${key} was canceled and is charged`);
    assert.ok(settles_on >= one.timestamps.originalEffectiveDate, `${key} settles ${settles_on}, before its day`);
  }
}

/** 12 and 13: an item is retried twice at most, with the same amount; one fee for it at most. */
async function mustBeRetriedLawfully({ api, path }: MoneyLife, payments: readonly Shown[]): Promise<void> {
  const retries = payments.filter((one) => one.retryOriginalTransactionId);
  for (const [original, of] of Map.groupBy(retries, (one) => one.retryOriginalTransactionId)) {
    assert.ok(of.length <= 2, `${original} was retried ${of.length} times`);
    const first = payments.find(({ id }) => id === original);
    for (const one of of) assert.ok(one.actualAmount <= first.actualAmount);
  }
  const fees: Shown[] = (await api.get(`${path}/fees?limit=100`)).body.data ?? [];
  const items = new Set(
    payments.filter(({ achReturnCode }) => achReturnCode).map(({ id, retryOriginalTransactionId: of }) => of ?? id),
  );
  const returned = fees.filter((fee) => /nsf|returned/i.test(String(fee.type ?? fee.feeType ?? '')));
  assert.ok(returned.length <= items.size, `${returned.length} fees for ${items.size} items`);
}

/** What there is, for whoever reads of a law that was broken. */
async function told(life: MoneyLife): Promise<string> {
  const shown = (await transactionsOf(life)).map((one) => [
    ...[
      one.id,
      one.status,
      one.actualAmount,
      one.timestamps.effectiveDate,
      one.timestamps.appliedAt,
      one.cancelReason,
      one.achReturnCode,
    ],
    ...[one.reversedByTransactionId, one.retryOriginalTransactionId],
  ]);
  const breaks = await query(life, 'select kind, detail from payment_breaks where company_id = $1');
  const rows = [...shown, ...(await attemptsOf(life)), ...breaks, await booksOf(life)];
  return `\n${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
}

describe('the laws of moving money', () => {
  const { house, aCompany } = useHouse({ config: { syncTimeoutMs: 60_000 } });

  test('hold after random histories with a provider in chaos', { timeout: 600_000 }, async (t) => {
    const answers: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(somePlan, fc.nat(), async (plan, chaosSeed) => {
        const rates = { lossRate: 0.2, duplicateRate: 0.2, reorderRate: 0.2, delayRate: 0.2 };
        const life = await aMoneyLife(house(), await aCompany(), plan, { seed: chaosSeed, ...rates });
        for (const step of plan.steps) {
          await moveOn(life, step.days * day + step.hours * 3_600);
          const answer = await doStep(life, step);
          if (answer === undefined) continue;
          assert.ok(answer.status < 500, `${step.does}: ${JSON.stringify(answer.body)}`);
          const came = `${step.does} ${answer.status < 300 ? 'done' : answer.body.errorType}`;
          answers[came] = (answers[came] ?? 0) + 1;
        }
        await sentAll(life);
        await moveOn(life, quietDays * day);
        await mustKeepLaws(life).catch(async (error) => {
          throw new Error(`${error.message}${await told(life)}`, { cause: error });
        });
      }),
      { numRuns },
    );
    t.diagnostic(JSON.stringify(answers));
    assert.ok((answers['pay done'] ?? 0) > numRuns / 2, `much was paid: ${JSON.stringify(answers)}`);
    // 25: what is secret stands nowhere.
    for (const [table, text] of await everythingStored(house())) {
      for (const secret of ['sim_card_', /\b9[0-3]\d{10}\b/]) {
        assert.equal(saidBesideIds(text).search(secret), -1, `a number in ${table}`);
      }
    }
  });
});
