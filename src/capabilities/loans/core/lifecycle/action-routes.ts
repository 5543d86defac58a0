// Endpoints that act on a loan as a whole.
import { Type } from 'typebox';
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
const onBooks = { subject: loan, mayEmit: ledgerEvents, status: 201 } as const;
const Nothing = Type.Object({});
const below = '/people/{personId}/loans/{loanId}';

const beginAndEnd: Endpoint[] = [
  endpoint({
    name: 'loans.cancel',
    method: 'POST',
    path: `${below}/cancel`,
    summary: 'Cancel a loan that is not active',
    permission: 'loan:cancel',
    shape: 'message',
    status: 201,
    query: { force, cancellationReason: Type.Optional(Text({ max: 255 })) },
    body: Cancellation,
    answer: Nothing,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, loanErrors.DisbursementUnderWay],
    example: { body: { cancellationReason: 'changed their mind' } },
    emits: [loanCanceled, loanStatusChanged],
    command: (ctx, tx, { body, query }, held) => cancelLoan(ctx, tx, held, { ...query, ...body }),
  }),
  endpoint({
    ...onBooks,
    name: 'loans.close',
    method: 'POST',
    path: `${below}/close`,
    summary: 'Close a loan that owes nothing',
    permission: 'loan:close',
    shape: 'message',
    body: Closing,
    answer: Nothing,
    errors: [
      loanErrors.LoanStatusForbids,
      loanErrors.LoanOwesSomething,
      loanErrors.LoanMoneyNotSafe,
      loanErrors.NothingToDo,
    ],
    example: { body: { closeReason: 'paid' } },
    command: (ctx, tx, { body }, held) => closeLoan(ctx, tx, held, body),
  }),
  endpoint({
    ...onBooks,
    name: 'loans.refresh',
    method: 'POST',
    path: `${below}/refresh`,
    summary: 'Bring the books of a loan to today',
    description:
      'Its state is computed again from the last checkpoint. The daily close brings the books to today by itself, and reads compute it. Safe to repeat.',
    permission: 'loan:refresh',
    shape: 'message',
    answer: Nothing,
    errors: [loanErrors.LoanStatusForbids],
    command: (ctx, tx, _, held) => refreshLoan(ctx, tx, held),
  }),
];

const freezing: Endpoint[] = [
  endpoint({
    ...onBooks,
    previews: true,
    name: 'loans.freeze',
    method: 'POST',
    path: `${below}/freeze`,
    summary: 'Freeze a loan',
    description: 'From today on nothing accrues and nothing ages, until it is unfrozen.',
    permission: 'loan:freeze',
    shape: 'single',
    body: Freeze,
    answer: Frozen,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo, loanErrors.NotForLines],
    example: { body: {} },
    command: (ctx, tx, { body }, held) => freezeLoan(ctx, tx, held, body),
  }),
  endpoint({
    ...onBooks,
    previews: true,
    name: 'loans.unfreeze',
    method: 'POST',
    path: `${below}/unfreeze`,
    summary: 'Unfreeze a loan',
    description: 'With previewMode nothing is done, and the answer is what would be.',
    permission: 'loan:unfreeze',
    shape: 'single',
    body: Unfreeze,
    answer: Unfrozen,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo, loanErrors.NotForLines],
    example: { body: { shiftDueDates: true } },
    command: (ctx, tx, { body }, held) => unfreezeLoan(ctx, tx, held, body),
  }),
];

const accelerating: Endpoint[] = [
  endpoint({
    ...onBooks,
    previews: true,
    name: 'loans.accelerate',
    method: 'POST',
    path: `${below}/accelerate`,
    summary: 'Accelerate a loan',
    description: 'Everything comes due, today or on a day before.',
    permission: 'loan:accelerate',
    shape: 'single',
    body: Accelerate,
    answer: Accelerated,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo],
    example: { body: {} },
    command: (ctx, tx, { body }, held) => acceleration.accelerateLoan(ctx, tx, held, body),
  }),
  endpoint({
    ...onBooks,
    previews: true,
    name: 'loans.reverseAccelerate',
    method: 'POST',
    path: `${below}/reverse-accelerate`,
    summary: 'Take an acceleration back',
    description: 'The loan is replayed from that day. Its limits hold on: it may be accelerated again tomorrow.',
    permission: 'loan:accelerate',
    shape: 'single',
    body: Reverse,
    answer: Reversed,
    errors: [loanErrors.LoanStatusForbids],
    example: {
      body: {},
    },
    emits: [accelerationReversed],
    command: (ctx, tx, { body }, held) => acceleration.reverseAcceleration(ctx, tx, held, body),
  }),
  endpoint({
    ...onBooks,
    previews: true,
    name: 'loans.chargeOff',
    method: 'POST',
    path: `${below}/charge-off`,
    summary: 'Charge a loan off',
    description: 'An active loan is accelerated first. The debt stays owed.',
    permission: 'loan:chargeoff',
    shape: 'single',
    body: ChargeOff,
    answer: ChargedOff,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo],
    example: { body: { chargedOffReason: 'bankruptcy' } },
    command: (ctx, tx, { body }, held) => acceleration.chargeOffLoan(ctx, tx, held, body),
  }),
  endpoint({
    ...onBooks,
    previews: true,
    name: 'loans.reverseChargeOff',
    method: 'POST',
    path: `${below}/reverse-charge-off`,
    summary: 'Take a charge-off back',
    description: 'The loan is active again and is replayed from that day.',
    permission: 'loan:chargeoff.reverse',
    shape: 'single',
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
