// When a collection case opens: by days for each frequency, by amount, and by how often there was one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OverdueLoan } from '#capabilities/loans/index.ts';
import { initiates } from './rules.ts';

const cents = (amount: number) => amount as OverdueLoan['amount'];
const loan = (days: number, amount: number, frequency: OverdueLoan['frequency'] = 'monthly'): OverdueLoan => ({
  loanId: 'LN-AAAA-AAAA',
  frequency,
  days,
  amount: cents(amount),
});

test('opens on the day of the threshold, and says when that is', () => {
  const rules = {
    isEnabled: true,
    daysOverdue: 30,
    daysOverdueByFrequency: [{ paymentFrequency: 'weekly', days: 10 }],
  } as const;
  const asked = (overdue: OverdueLoan[]) =>
    initiates(
      { ...rules, daysOverdueByFrequency: [...rules.daysOverdueByFrequency] },
      { overdue, earlierCases: 0, noticesSent: 0 },
    );
  assert.deepEqual(asked([]), { now: false, inDays: null });
  assert.deepEqual(asked([loan(29, 100)]), { now: false, inDays: 1 });
  assert.deepEqual(asked([loan(30, 100)]), { now: true, inDays: null });
  assert.deepEqual(asked([loan(12, 100, 'weekly'), loan(5, 100)]), { now: true, inDays: 25 });
});

test('opens for an amount over all loans, and not for ever anew', () => {
  const overdue = [loan(40, 6_000), loan(3, 4_000)];
  assert.equal(initiates({ overdueAmount: cents(10_001) }, { overdue, earlierCases: 0, noticesSent: 0 }).now, false);
  assert.equal(initiates({ overdueAmount: cents(10_000) }, { overdue, earlierCases: 0, noticesSent: 0 }).now, true);
  assert.equal(initiates({ earlierCasesMax: 2 }, { overdue, earlierCases: 1, noticesSent: 0 }).now, true);
  assert.equal(initiates({ earlierCasesMax: 2 }, { overdue, earlierCases: 2, noticesSent: 0 }).now, false);
});

test('opens when so many notices were sent', () => {
  const found = { overdue: [loan(40, 6_000)], earlierCases: 0 };
  assert.equal(initiates({ overdueNoticesMin: 2 }, { ...found, noticesSent: 1 }).now, false);
  assert.equal(initiates({ overdueNoticesMin: 2 }, { ...found, noticesSent: 2 }).now, true);
});
