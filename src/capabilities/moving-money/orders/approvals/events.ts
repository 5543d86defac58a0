// The events of orders that wait for a second person.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Amount, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { payoutKinds } from '../order/order.ts';

const approvalEvent = eventsAbout('person', {
  paymentApprovalId: Text({ max: 12 }),
  kind: StringEnum(payoutKinds),
  amount: Amount,
  paymentInstrumentId: Nullable(Text({ max: 12 })),
  merchantId: Nullable(Text({ max: 12 })),
  orderedByType: Text({ max: 20 }),
  orderedById: Nullable(Text({ max: 64 })),
});

export const approvalRequested = approvalEvent(
  'payment.approval.requested',
  'An order of money out is above what the company lets one person order: it waits for a second one.',
);
export const approvalApproved = approvalEvent(
  'payment.approval.approved',
  'A second person approved an order of money out: it was given to the provider.',
);
export const approvalRejected = approvalEvent(
  'payment.approval.rejected',
  'An order of money out was rejected: it was canceled.',
);
export const approvalExpired = approvalEvent(
  'payment.approval.expired',
  'Nobody approved an order of money out in time: it was canceled.',
);
export const approvalWithdrawn = approvalEvent(
  'payment.approval.withdrawn',
  'An order of money out was canceled before a second person had decided.',
);

export const approvalEvents = [
  approvalRequested,
  approvalApproved,
  approvalRejected,
  approvalExpired,
  approvalWithdrawn,
];
