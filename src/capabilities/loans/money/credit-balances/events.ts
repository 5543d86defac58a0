// The events of credit that is to be paid back.
import { Type } from 'typebox';
import { defineEvent } from '#platform/events/event-kind.ts';
import { Amount, DateOnly, ExternalId, Text } from '#platform/input/schemas.ts';
import { creditRefundFulfilled, creditRefundLapsed, creditRefundOverdue, creditRefundRequested } from './request.ts';

export const creditRefundNeeded = defineEvent({
  type: 'loan.credit.refund.needed',
  summary:
    'A loan owes its borrower something that the service cannot pay back by itself: a person is to. It is told once, and again when six months are over and the law asks for an effort.',
  subject: 'person',
  fields: {
    loanExternalId: ExternalId({ max: 255 }),
    loanTypeId: Text({ max: 12 }),
    amount: Amount,
    creditSince: DateOnly,
    reason: Text({ max: 20, description: 'noAccount, noProvider, notConfirmed or switchedOff.' }),
    isEffortDue: Type.Boolean(),
  },
});

export const creditConfirmed = defineEvent({
  type: 'loan.credit.confirmed',
  summary:
    'A second person confirmed what was recorded by hand and made credit of a loan: from now on this may leave as money.',
  subject: 'person',
  fields: {
    loanExternalId: ExternalId({ max: 255 }),
    loanTypeId: Text({ max: 12 }),
    recordedCreditId: Text({ max: 12 }),
    amount: Amount,
  },
});

export const creditBalanceEvents = [
  ...[creditRefundNeeded, creditRefundRequested, creditRefundFulfilled, creditRefundOverdue, creditRefundLapsed],
  creditConfirmed,
];
