// The laws of money out after random histories: a loan that is overpaid from outside and by debits that come back, early
// and late, while two people order, approve, reject and cancel, and the service pays back by itself.
//   TENOR_LAWS=50 TENOR_SEED=7 npm test -- payouts
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { lineTo } from '#capabilities/moving-money/orders/providers/simulated/line.ts';
import { type Client, useHouse } from '../support/house.ts';
import { moveOn, sentAll, transactionsOf } from '../support/money-life.ts';
import { aPayoutLife, doPayoutStep, type PayoutLife, somePayouts } from '../support/payout-life.ts';
import type { Shown } from '../support/told.ts';

const numRuns = Number(process.env.TENOR_LAWS ?? 3);
const day = 86_400;
const quietDays = 15;
const sure = { days: 1, does: 'reimburse', cents: 100_00, which: 0, who: 0 } as const;

const centsOf = (amount: number): number => Math.round(amount * 100);
const sum = (rows: readonly Shown[]): number => rows.reduce((all, { actualAmount }) => all + centsOf(actualAmount), 0);
const isBack = ({ paymentDetails }: Shown): boolean => paymentDetails.reason === 'reimbursement';
const isOver = ({ status }: Shown): boolean => status === 'failed' || status === 'canceled' || status === 'chargeback';

/** 22, and the half of 20 that is about what money is paid out: asked after each step. */
async function mustBeCovered(life: PayoutLife, hasJustGone: boolean): Promise<void> {
  // First what there is, then what is under way: while it is asked for, an order may leave, and take its credit with it.
  const { paidBalances: paid } = (await life.api.get(`${life.path}/balances`)).body.data;
  const all = await transactionsOf(life);
  const waits = all.filter((one) => isBack(one) && ['scheduled', 'initiated'].includes(one.status));
  const credit = centsOf(paid.paidOverAmount);
  assert.ok(credit >= 0, `the credit is ${credit}: what went back beyond it is owed`);
  if (!hasJustGone) return;
  assert.ok(sum(waits) <= credit, `${sum(waits)} is under way of ${credit}`);
  // The loan is paid off: all that it charged was covered by money that is sure, besides what went back.
  const sure = sum(all.filter((one) => !isBack(one) && one.status === 'succeeded'));
  const back = sum(all.filter((one) => isBack(one) && !isOver(one)));
  const charged = centsOf(paid.paidPrincipalAmount) + centsOf(paid.paidInterestAmount) + centsOf(paid.paidFeesAmount);
  assert.ok(sure - back >= charged, `${sure} is sure, ${back} goes back, and ${charged} was charged`);
}

const approvalsOf = async (api: Client): Promise<Shown[]> => (await api.get('/payment-approvals?limit=100')).body.data;

/** 20: no more than was approved or needed no approval, by another person, to accounts that are known. */
async function mustBeApproved(life: PayoutLife): Promise<void> {
  const approvals = await approvalsOf(life.api);
  for (const { status, orderedById, decidedById } of approvals) {
    if (status === 'approved') assert.notEqual(decidedById, orderedById, 'another one has approved it');
  }
  const { charges } = await lineTo(life.house.service, life.companyId).report(life.now.replace('Z', '000+00:00'));
  const out = charges.filter(({ deed, key }) => deed === 'credit' && key.startsWith('TX-'));
  const all = await transactionsOf(life);
  let alone = 0;
  for (const { key } of out) {
    const one = all.find(({ id }) => id === key.split('.')[0]);
    assert.ok(one !== undefined && isBack(one), `${key} is a refund of this loan`);
    assert.notEqual(one.paymentDetails.toInstrumentId, life.unverified, 'nothing goes to an account that nobody knows');
    const approval = approvals.find(({ transactionId }) => transactionId === one.id);
    if (approval === undefined) alone = Math.max(alone, centsOf(one.actualAmount));
    else assert.equal(approval.status, 'approved', `${key} went out`);
  }
  assert.ok(alone <= 50_000, `${alone} went out by the word of one`);
  assert.equal(new Set(out.map(({ key }) => key.split('.')[0])).size, out.length, 'each once');
}

describe('the laws of money out', () => {
  const { house, aCompany } = useHouse({ config: { syncTimeoutMs: 60_000 } });

  test('hold after random histories', { timeout: 600_000 }, async (t) => {
    const answers: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(somePayouts, async (steps) => {
        const life = await aPayoutLife(house(), await aCompany());
        for (const step of steps) {
          await moveOn(life, step.days * day);
          const answer = await doPayoutStep(life, step);
          if (answer === undefined) continue;
          assert.ok(answer.status < 500, `${step.does}: ${JSON.stringify(answer.body)}`);
          const isDone = answer.status < 300;
          const came = `${step.does} ${isDone ? 'done' : answer.body.errorType}`;
          answers[came] = (answers[came] ?? 0) + 1;
          await mustBeCovered(life, isDone && (step.does === 'reimburse' || step.does === 'approve'));
        }
        await sentAll(life);
        await moveOn(life, quietDays * day);
        await mustBeCovered(life, false);
        await mustBeApproved(life);
      }),
      // The first one pays something back for sure.
      { numRuns: numRuns + 1, examples: [[[sure]]] },
    );
    t.diagnostic(JSON.stringify(answers));
    assert.ok((answers['reimburse done'] ?? 0) > 0, `something was paid back: ${JSON.stringify(answers)}`);
  });
});
