// The events of credit that is to be paid back.
import { Type } from 'typebox';
import { defineEvent, eventsAbout } from '#platform/events/event-kind.ts';
import { Amount, DateOnly, ExternalId, Text } from '#platform/input/schemas.ts';

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

const aboutRequest = eventsAbout('person', {
  loanExternalId: ExternalId({ max: 255 }),
  creditRefundRequestId: Text({ max: 12 }),
  amount: Amount,
  receivedOn: DateOnly,
  dueOn: DateOnly,
});

export const creditRefundRequested = aboutRequest(
  'loan.credit.refund.requested',
  'A written request for what a loan owes its borrower was received.',
);
export const creditRefundFulfilled = aboutRequest(
  'loan.credit.refund.fulfilled',
  'What a borrower has asked for in writing was paid back.',
);
export const creditRefundOverdue = aboutRequest(
  'loan.credit.refund.overdue',
  'What a borrower has asked for in writing was not paid back within seven business days: a person is to. It is told once.',
);
export const creditRefundLapsed = aboutRequest(
  'loan.credit.refund.lapsed',
  'The credit that a borrower has asked for went into something else before it was paid back: nothing is owed any more.',
);

export const refundingEvents = [
  ...[creditRefundNeeded, creditRefundRequested, creditRefundFulfilled, creditRefundOverdue, creditRefundLapsed],
  creditConfirmed,
];
