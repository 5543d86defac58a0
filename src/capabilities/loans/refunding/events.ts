// The events of credit that is to be paid back.
import { Type } from 'typebox';
import { defineEvent } from '#platform/events/event-kind.ts';
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
    reason: Text({ max: 20, description: 'noAccount, noProvider or switchedOff.' }),
    isEffortDue: Type.Boolean(),
  },
});

export const refundingEvents = [creditRefundNeeded];
