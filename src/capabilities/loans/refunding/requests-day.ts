// The day of requests for credits: only open ones, and those whose money may still come back, are looked at.
import { approvalRequested } from '#capabilities/moving-money/index.ts';
import type { DailyStep } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { duePages } from '#platform/work/due-page.ts';
import { dueRows } from '#platform/work/due-rows.ts';
import { bringOfLoans } from '../collecting/due-of-loans.ts';
import { transactionEvents } from '../transactions/events.ts';
import { refundingEvents } from './events.ts';
import { bringRequest } from './fulfil-request.ts';
import { requestOf, writeRequest } from './request.ts';
import type { RequestRow } from './tables.ts';

export const dueRequests = dueRows({
  table: 'credit_refund_requests',
  column: 'look_at',
  subject: 'request for a credit',
});

const together = 10;

type Place = Pick<RequestRow, 'person_id' | 'id' | 'loan_id' | 'look_at'>;

export const requestsDay: DailyStep = {
  name: 'credit requests',
  due: dueRequests,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db
      .selectFrom('credit_refund_requests')
      .select('id')
      .where('company_id', '=', companyId)
      .where('look_at', '<=', late),
  ),
  run: (day) =>
    inTurns<Place>(day, {
      next: duePages<Place>(dueRequests, { more: ['loan_id'] }),
      together,
      bring: (tx, now, things) =>
        bringOfLoans(day, tx, now, {
          things,
          emits: [...transactionEvents, ...refundingEvents, approvalRequested],
          async bring(ctx, _, held, place) {
            const row = await requestOf(tx, place);
            // Somebody was quicker.
            if (row?.look_at == null || row.look_at > now) return;
            writeRequest(tx, await bringRequest(ctx, tx, held, row));
          },
        }),
      isOfTheTime,
      failed({ person_id: person, loan_id: loan, id: request }, error) {
        const { mode, companyId: company } = day.realm;
        const ids = { mode, company, person, loan, request };
        day.log.error({ err: error, ...ids }, 'a request for a credit could not be looked at; it is tried again');
      },
    }),
};
