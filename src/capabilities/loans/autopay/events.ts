// The events of autopay.
import { type EventKind, eventsAbout } from '#platform/events/event-kind.ts';
import { Amount, DateOnly, ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { planStatuses } from './statuses.ts';

const ofPlan = eventsAbout('person', {
  loanExternalId: ExternalId({ max: 255 }),
  autopayPlanId: Text({ max: 12 }),
  paymentInstrumentId: Text({ max: 12 }),
  status: StringEnum(planStatuses),
});

const reason = { reason: Nullable(Text({ max: 255 })) };
const payment = { autopayPaymentId: Text({ max: 12 }), date: DateOnly };

export const scheduleCreated = ofPlan('autopay.schedule.created', 'A borrower agreed to a plan of autopay.');
export const scheduleChanged = ofPlan(
  'autopay.schedule.changed',
  'The dates of the payments to come became others, because those of the loan did.',
);
export const schedulePaused = ofPlan(
  'autopay.schedule.paused',
  'Autopay takes nothing any more until the borrower agrees to it again.',
  reason,
);
export const scheduleCanceled = ofPlan('autopay.schedule.cancel', 'A plan of autopay has ended.', reason);
export const plannedPaymentMoved = ofPlan(
  'autopay.payment.rescheduled',
  'The next payment of autopay is planned for another day.',
  { ...payment, previousDate: DateOnly, amount: Amount },
);
export const plannedPaymentCanceled = ofPlan(
  'autopay.payment.canceled',
  'A payment of autopay was not made when its time came: nothing was due, or it was not allowed.',
  { ...payment, ...reason },
);

export const autopayEvents: readonly EventKind[] = [
  scheduleCreated,
  scheduleChanged,
  schedulePaused,
  scheduleCanceled,
  plannedPaymentMoved,
  plannedPaymentCanceled,
];
