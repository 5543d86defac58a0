// The day of promises to pay: those whose date has come begin, are overdue, or are broken. Money itself is noted in the
// commit in which it is booked.

import { dayOfThings } from '../day/things-day.ts';
import { touchLoan } from '../transactions/commands/update-transaction.ts';
import { promiseStatusChanged } from './base/events.ts';
import { promises } from './base/promise.ts';
import { brought, moneyRecorded } from './base/stored.ts';
import { duePromises } from './due.ts';

export const promisesDay = dayOfThings({
  name: 'promises to pay',
  due: duePromises,
  emits: [promiseStatusChanged],
  async bring(ctx, tx, { row: loan }, { person_id, id }) {
    const before = await promises.withId(tx, person_id, id);
    if (before?.act_at == null || before.act_at > ctx.now) return;
    const row = brought(ctx, loan, before, await moneyRecorded(tx, loan, before.after_fact));
    touchLoan(tx, loan);
    promises.write(tx, row);
  },
});
