import { errorKinds } from '#platform/errors.ts';
import { statusForbids } from '../../core/loan/thing-states.ts';

export const scraErrors = errorKinds({
  ScraDoesNotApply: {
    status: 409,
    title: 'The law does not bound the interest of this loan for this service',
    remedy:
      'data.reason says why: the loan is not from before the service (originatedDate, startDate), or notice came later than 180 days after its end (lastNoticeDate). Another rate is given by POST …/rates.',
  },
  ScraCapOverlaps: {
    status: 409,
    title: 'The loan has an SCRA cap on some of these days already',
    remedy: 'Change that one, data.scraCapId, or cancel it.',
  },
  ScraCapInForce: {
    status: 409,
    title: 'A loan has an SCRA cap for this service',
    remedy: 'Cancel that one first: data.scraCapId, of the loan data.loanId.',
  },
  ScraCapStatusForbids: statusForbids('SCRA cap'),
});
