// Endpoints of autopay: one plan of a loan.
import { instrumentErrors } from '#capabilities/instruments/index.ts';
import { consentErrors } from '#capabilities/moving-money/index.ts';
import { peopleErrors } from '#capabilities/people/index.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { loan, loanToRead } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import { namedInstrument } from '../../core/transactions/instrument-of.ts';
import { agreeing, endingAutopay } from '../collecting/by-borrowers.ts';
import { agreeAutopay } from './commands/agree-autopay.ts';
import { cancelAutopay } from './commands/cancel-autopay.ts';
import { reportNotice } from './commands/report-notice.ts';
import { autopayErrors } from './errors.ts';
import { scheduleCanceled, scheduleCreated } from './events.ts';
import * as example from './examples.ts';
import { Autopay, AutopayCreate, cancelQuery, NoticeSent } from './schemas.ts';
import { readPlan } from './show-plan.ts';

const path = '/people/{personId}/loans/{loanId}/autopay';

export const autopayRoutes: Endpoint[] = [
  endpoint({
    name: 'autopay.read',
    method: 'GET',
    path,
    summary: 'Read the autopay of a loan',
    description: 'With its payments to come, as they would be if nothing happens in between; 404 if there is none.',
    permission: 'autopay:read',
    borrowers: { reads: ['payment_providers'] },
    shape: 'single',
    answer: Autopay,
    subject: loanToRead,
    errors: [errors.NotFound],
    read: (ctx, _, held) => readPlan(ctx, held),
  }),
  endpoint({
    name: 'autopay.create',
    method: 'POST',
    path,
    summary: 'Agree to autopay',
    description:
      'The body is the agreement, and the authorization of all debits under it. Each payment is released at the instant that its schedule shows, for what is asked for then. previewMode shows the same and keeps nothing.',
    permission: 'autopay:create',
    shape: 'single',
    status: 201,
    body: AutopayCreate,
    answer: Autopay,
    subject: loan,
    previews: true,
    errors: [
      errors.NotFound,
      autopayErrors.AutopayExists,
      instrumentErrors.PaymentProcessorNotConfigured,
      loanErrors.LoanStatusForbids,
      transactionErrors.InstrumentCannotBeCharged,
      consentErrors.AuthorizationChannelNotSet,
      peopleErrors.BorrowerMayNotAgree,
    ],
    borrowers: agreeing,
    example: { body: example.autopayCreate },
    emits: [scheduleCreated],
    mayEmit: [scheduleCanceled],
    alongside: namedInstrument,
    command: (ctx, tx, { body }, held, instrument) => agreeAutopay(ctx, tx, held, body, instrument),
  }),
  endpoint({
    name: 'autopay.noticeSent',
    method: 'POST',
    path: `${path}/payments/{autopayPaymentId}/notice-sent`,
    summary: 'Record that a notice of autopay went out',
    description:
      'The borrower was told the day and the amount of a payment to come. At least ten days before it is taken, it may be more than what needs no notice. With the setting noticesAreSentByUs nothing else announces it.',
    permission: 'autopay:update',
    shape: 'single',
    body: NoticeSent,
    answer: Autopay,
    subject: loan,
    errors: [errors.NotFound],
    example: { body: example.noticeSent },
    command: (ctx, tx, { params, body }, held) => reportNotice(ctx, tx, held, params.autopayPaymentId, body),
  }),
  endpoint({
    name: 'autopay.cancel',
    method: 'DELETE',
    path,
    summary: 'Cancel autopay',
    description: 'Nothing more is released. What was ordered already goes its way, and is taken back by its reverse.',
    permission: 'autopay:cancel',
    shape: 'single',
    query: { ...cancelQuery },
    answer: Autopay,
    subject: loan,
    errors: [errors.NotFound],
    borrowers: endingAutopay,
    emits: [scheduleCanceled],
    command: (ctx, tx, { query }, held) => cancelAutopay(ctx, tx, held, query.cancelReason),
  }),
];
