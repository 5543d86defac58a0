// The events of money that the service pays out for a loan.
import { type EventKind, eventsAbout } from '#platform/events/event-kind.ts';
import { Amount, ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { disbursementKinds, disbursementStatuses, receivers } from '../../core/loan/disbursement-schemas.ts';

const ofDisbursement = eventsAbout('person', {
  loanExternalId: ExternalId({ max: 255 }),
  disbursementId: Text({ max: 12 }),
  disbursementType: StringEnum(disbursementKinds),
  disbursementStatus: StringEnum(disbursementStatuses),
  receiver: StringEnum(receivers),
  amount: Amount,
  currency: Text({ max: 3 }),
  failureReason: Nullable(Text({ max: 100 })),
});

export const disbursementInitiated = ofDisbursement('disbursement.initiated', 'Money to be paid out was ordered.');
export const disbursementPending = ofDisbursement(
  'disbursement.pending',
  'The provider has accepted money to be paid out: it is on its way.',
);
export const disbursementSucceeded = ofDisbursement(
  'disbursement.succeeded',
  'Money that was paid out does not come back in the ordinary way.',
);
export const disbursementFailed = ofDisbursement(
  'disbursement.failed',
  'Money was not paid out, or came back: the books are as if it had not gone.',
);
export const disbursementCanceled = ofDisbursement(
  'disbursement.canceled',
  'Money to be paid out was taken back before it moved.',
);

export const disbursementEvents: readonly EventKind[] = [
  disbursementInitiated,
  disbursementPending,
  disbursementSucceeded,
  disbursementFailed,
  disbursementCanceled,
];
