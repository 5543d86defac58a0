// Endpoints that act on a loan as a whole.
import { Type } from 'typebox';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Text } from '#platform/input/schemas.ts';
import { ledgerEvents } from '../books/ledger-events.ts';
import { loanErrors } from '../loan/errors.ts';
import { accelerationReversed, chargeOffReversed, loanCanceled, loanStatusChanged } from '../loan/events.ts';
import * as acceleration from './accelerate-loan.ts';
import { cancelLoan, closeLoan, refreshLoan } from './end-loan.ts';
import { freezeLoan, unfreezeLoan } from './freeze-loan.ts';
import { loan } from './loan.ts';
import {
  Accelerate,
  Accelerated,
  Cancellation,
  ChargedOff,
  ChargeOff,
  Closing,
  Freeze,
  Frozen,
  force,
  Reverse,
  Reversed,
  Unfreeze,
  Unfrozen,
} from './schemas.ts';

/** What all endpoints that change the books have in common. */
const onBooks = below({
  path: '/people/{personId}/loans/{loanId}',
  permission: 'loan',
  subject: loan,
  status: 201,
  mayEmit: ledgerEvents,
});

const beginAndEnd: Endpoint[] = [
  endpoint({
    name: 'loans.cancel',
    path: '/people/{personId}/loans/{loanId}/cancel',
    summary: 'Cancel a loan that is not active',
    permission: 'loan:cancel',
    shape: 'message',
    status: 201,
    query: { force, cancellationReason: Type.Optional(Text({ max: 255 })) },
    body: Cancellation,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, loanErrors.DisbursementUnderWay],
    example: { body: { cancellationReason: 'changed their mind' } },
    emits: [loanCanceled, loanStatusChanged],
    command: (ctx, tx, { body, query }, held) => cancelLoan(ctx, tx, held, { ...query, ...body }),
  }),
  onBooks({
    name: 'loans.close',
    path: '/close',
    summary: 'Close a loan that owes nothing',
    shape: 'message',
    body: Closing,
    errors: [
      loanErrors.LoanStatusForbids,
      loanErrors.LoanOwesSomething,
      loanErrors.LoanMoneyNotSafe,
      loanErrors.NothingToDo,
    ],
    example: { body: { closeReason: 'paid' } },
    command: (ctx, tx, { body }, held) => closeLoan(ctx, tx, held, body),
  }),
  onBooks({
    name: 'loans.refresh',
    path: '/refresh',
    summary: 'Bring the books of a loan to today',
    description:
      'Its state is computed again from the last checkpoint. The daily close brings the books to today by itself, and reads compute it. Safe to repeat.',
    shape: 'message',
    errors: [loanErrors.LoanStatusForbids],
    command: (ctx, tx, _, held) => refreshLoan(ctx, tx, held),
  }),
];

const freezing: Endpoint[] = [
  onBooks({
    previews: true,
    name: 'loans.freeze',
    path: '/freeze',
    summary: 'Freeze a loan',
    description: 'From today on nothing accrues and nothing ages, until it is unfrozen.',
    body: Freeze,
    answer: Frozen,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo, loanErrors.NotForLines],
    example: { body: {} },
    command: (ctx, tx, { body }, held) => freezeLoan(ctx, tx, held, body),
  }),
  onBooks({
    previews: true,
    name: 'loans.unfreeze',
    path: '/unfreeze',
    summary: 'Unfreeze a loan',
    description: 'With previewMode nothing is done, and the answer is what would be.',
    body: Unfreeze,
    answer: Unfrozen,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo, loanErrors.NotForLines],
    example: { body: { shiftDueDates: true } },
    command: (ctx, tx, { body }, held) => unfreezeLoan(ctx, tx, held, body),
  }),
];

const accelerating: Endpoint[] = [
  onBooks({
    previews: true,
    name: 'loans.accelerate',
    path: '/accelerate',
    summary: 'Accelerate a loan',
    description: 'Everything comes due, today or on a day before.',
    body: Accelerate,
    answer: Accelerated,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo],
    example: { body: {} },
    command: (ctx, tx, { body }, held) => acceleration.accelerateLoan(ctx, tx, held, body),
  }),
  onBooks({
    previews: true,
    name: 'loans.reverseAccelerate',
    path: '/reverse-accelerate',
    summary: 'Take an acceleration back',
    description: 'The loan is replayed from that day. Its limits hold on: it may be accelerated again tomorrow.',
    permission: 'loan:accelerate',
    body: Reverse,
    answer: Reversed,
    errors: [loanErrors.LoanStatusForbids],
    example: {
      body: {},
    },
    emits: [accelerationReversed],
    command: (ctx, tx, { body }, held) => acceleration.reverseAcceleration(ctx, tx, held, body),
  }),
  onBooks({
    previews: true,
    name: 'loans.chargeOff',
    path: '/charge-off',
    summary: 'Charge a loan off',
    description: 'An active loan is accelerated first. The debt stays owed.',
    permission: 'loan:chargeoff',
    body: ChargeOff,
    answer: ChargedOff,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo],
    example: { body: { chargedOffReason: 'bankruptcy' } },
    command: (ctx, tx, { body }, held) => acceleration.chargeOffLoan(ctx, tx, held, body),
  }),
  onBooks({
    previews: true,
    name: 'loans.reverseChargeOff',
    path: '/reverse-charge-off',
    summary: 'Take a charge-off back',
    description: 'The loan is active again and is replayed from that day.',
    permission: 'loan:chargeoff.reverse',
    body: Reverse,
    answer: Reversed,
    errors: [loanErrors.LoanStatusForbids],
    example: {
      body: {},
    },
    emits: [chargeOffReversed],
    command: (ctx, tx, { body }, held) => acceleration.reverseChargeOff(ctx, tx, held, body),
  }),
];

export const actionRoutes: Endpoint[] = [...beginAndEnd, ...freezing, ...accelerating];
