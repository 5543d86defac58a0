// The events that follow from a difference of the books: those that the engine's records have, and those that can be
// known from them. All are told with their cause, and taken back when a replay no longer has them.
import type { LoanEvent } from '@tenor/engine/account/records.ts';
import type { BookStep, Difference } from '../loan/books.ts';
import { accelerationInitiated, chargeOffInitiated, interestAccrued, isLedgerEvent } from '../loan/events.ts';
import type { LoanProduct } from '../loan/product.ts';

/** The events that no longer hold. */
export const goneOfBooks = ({ bookingStep }: LoanProduct, difference: Difference): LoanEvent[] => [
  ...difference.events.gone.flatMap(withInitiation),
  ...bookedAnew(difference).flatMap(({ before }) => accrualOf(bookingStep, before)),
];

/** The events that hold from now on, by their days. */
export const comeOfBooks = ({ bookingStep }: LoanProduct, difference: Difference): LoanEvent[] =>
  [
    ...difference.events.come.flatMap(withInitiation),
    ...bookedAnew(difference).flatMap(({ after }) => accrualOf(bookingStep, after)),
  ].sort(byDay);

const bookedAnew = ({ steps }: Difference) => steps.filter(({ before, after }) => before?.interest !== after?.interest);

const byDay = (a: LoanEvent, b: LoanEvent): number => a.on - b.on;

/** What the books process is initiated by a person or by a limit; for the books that is the same moment. */
const initiation = new Map([
  ['loan.acceleration.processed', accelerationInitiated.type],
  ['loan.chargeoff.processed', chargeOffInitiated.type],
]);

function withInitiation(event: LoanEvent): LoanEvent[] {
  if (!isLedgerEvent(event.type)) return [];
  const type = initiation.get(event.type);
  return type === undefined ? [event] : [{ ...event, type }, event];
}

/** The event of a period's interest. The end of the period books the interest; before that there is nothing to tell. */
const accrualOf = (kind: LoanProduct['bookingStep'], step: BookStep | null): LoanEvent[] =>
  step?.kind === kind ? [{ on: step.on, type: interestAccrued.type, cause: step.cause }] : [];
