// Endpoints of autopay: one plan of a loan.
import { instrumentErrors } from '#capabilities/instruments/index.ts';
import { consentErrors } from '#capabilities/moving-money/index.ts';
import { peopleErrors } from '#capabilities/people/index.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
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

const autopayEndpoint = below({ path, permission: 'autopay', subject: loan, answer: Autopay });

export const autopayRoutes: Endpoint[] = [
  autopayEndpoint({
    name: 'autopay.read',
    summary: 'Read the autopay of a loan',
    description: 'With its payments to come, as they would be if nothing happens in between; 404 if there is none.',
    borrowers: { reads: ['payment_providers'] },
    subject: loanToRead,
    read: (ctx, _, held) => readPlan(ctx, held),
  }),
  autopayEndpoint({
    name: 'autopay.create',
    summary: 'Agree to autopay',
    description:
      'The body is the agreement, and the authorization of all debits under it. Each payment is released at the instant that its schedule shows, for what is asked for then. previewMode shows the same and keeps nothing.',
    body: AutopayCreate,
    previews: true,
    errors: [
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
  autopayEndpoint({
    name: 'autopay.noticeSent',
    path: '/payments/{autopayPaymentId}/notice-sent',
    summary: 'Record that a notice of autopay went out',
    description:
      'The borrower was told the day and the amount of a payment to come. At least ten days before it is taken, it may be more than what needs no notice. With the setting noticesAreSentByUs nothing else announces it.',
    permission: 'autopay:update',
    body: NoticeSent,
    example: { body: example.noticeSent },
    command: (ctx, tx, { params, body }, held) => reportNotice(ctx, tx, held, params.autopayPaymentId, body),
  }),
  autopayEndpoint({
    name: 'autopay.cancel',
    method: 'DELETE',
    summary: 'Cancel autopay',
    description: 'Nothing more is released. What was ordered already goes its way, and is taken back by its reverse.',
    query: { ...cancelQuery },
    borrowers: endingAutopay,
    emits: [scheduleCanceled],
    command: (ctx, tx, { query }, held) => cancelAutopay(ctx, tx, held, query.cancelReason),
  }),
];
