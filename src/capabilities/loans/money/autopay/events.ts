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
  'The payments to come became others, because those of the loan did.',
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
  'A payment of autopay was not made: nothing was due, it was not allowed, or its day was moved too late to be announced.',
  { ...payment, ...reason },
);

export const plannedPaymentAnnounced = ofPlan(
  'autopay.payment.announced',
  'Ten days ahead: a payment of autopay will be more than what needs no notice, or less than what was announced. The borrower is told, by the service or by the company.',
  { ...payment, amount: Amount },
);
export const plannedPaymentLowered = ofPlan(
  'autopay.payment.lowered',
  'A payment of autopay took less than what came due, since that was not announced in time: the amount is what is left to the borrower.',
  { ...payment, amount: Amount },
);

export const autopayEvents: readonly EventKind[] = [
  scheduleCreated,
  scheduleChanged,
  schedulePaused,
  scheduleCanceled,
  plannedPaymentMoved,
  plannedPaymentCanceled,
  plannedPaymentAnnounced,
  plannedPaymentLowered,
];
