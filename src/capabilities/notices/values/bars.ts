// What becomes of a value before a text gets it.
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { daysInMonth } from '@tenor/engine/values/civil-date.ts';
import { debtBars } from './debt.ts';
import { rateAheadBars } from './rate-ahead.ts';
import type { Known } from './sources.ts';

interface Payment {
  readonly date?: string;
  readonly dueDate?: string;
  readonly amount: Cents;
}

interface Obligations {
  readonly obligations: readonly {
    readonly dueDate: string;
    readonly remainingAmount: Cents;
    readonly isFulfilled: boolean;
  }[];
}

interface Autopay {
  readonly noticeAbove: Cents | null;
  readonly schedule: readonly {
    readonly id: string;
    readonly date: string;
    readonly amount: Cents;
    readonly noticeNeeded: boolean;
  }[];
}

interface Begun {
  readonly type: string;
  readonly timestamps: Readonly<Record<'createdAt' | 'startedAt' | 'activatedAt', string>>;
}

interface Rates {
  readonly segments: readonly { readonly rate: number }[];
}

interface DeclineReason {
  readonly mainText?: string | null;
  readonly subReasons?: readonly { readonly reasonText?: string | null }[] | null;
}

/** More than four do not help an applicant (12 CFR 1002.9, comment 9(b)(2)-1). */
const reasonsMax = 4;

/** The particular reasons, or the main one where there are none. Null: no words were written for the applicant. */
function reasonsOf(declined: DeclineReason | null): readonly string[] | null {
  const particular = (declined?.subReasons ?? []).map(({ reasonText }) => reasonText);
  const reasons = (particular.some(Boolean) ? particular : [declined?.mainText]).filter(
    (one) => one != null && one !== '',
  );
  return reasons.length === 0 ? null : (reasons.slice(0, reasonsMax) as string[]);
}

interface AdverseActions {
  readonly items: readonly { readonly decision: string; readonly effectiveDate: string; readonly reason: string }[];
}

/** The last one of this day's event; an earlier one was told before. */
const lastReason = ({ items }: AdverseActions, decision: string, { day }: Known): readonly string[] | null => {
  const found = items.find((one) => one.decision === decision && one.effectiveDate === day);
  return found === undefined ? null : [found.reason];
};

const planned = ({ schedule }: Autopay, { told }: Known) =>
  schedule.find(({ date, amount }) => date === told.dueDate && amount > 0);

const shownMax = 12;

/** The first obligation that is still to be paid from this day on. */
const next = ({ obligations }: Obligations, { day }: Known) =>
  obligations.find(({ dueDate, isFulfilled }) => dueDate >= day && !isFulfilled);

const two = (number: number): string => String(number).padStart(2, '0');

export const bars: Readonly<Record<string, (found: never, known: Known) => unknown>> = {
  schedule: (payments: readonly Payment[], { day }: Known) =>
    payments
      .map(({ date, dueDate, amount }) => ({ date: date ?? dueDate, amount: formatCents(amount) }))
      .filter(({ date }) => date !== undefined && date >= day)
      .slice(0, shownMax),
  nextDate: (found: Obligations, known: Known) => next(found, known)?.dueDate,
  nextAmount: (found: Obligations, known: Known) => next(found, known)?.remainingAmount,
  amountOn: ({ obligations }: Obligations, { told }: Known) =>
    obligations.find(({ dueDate, isFulfilled }) => dueDate === told.dueDate && !isFulfilled)?.remainingAmount,
  isPlanned: ({ schedule }: Autopay, { told }: Known) =>
    schedule.find(({ id, amount }) => id === told.autopayPaymentId && amount === told.amount),
  plannedAmount: (found: Autopay, known: Known) => planned(found, known)?.amount,
  needsNotice: (found: Autopay, known: Known) => planned(found, known)?.noticeNeeded || null,
  extraPlanned: (found: Autopay, known: Known) =>
    found.noticeAbove === null ? null : Math.max(0, (planned(found, known)?.amount ?? 0) - found.noticeAbove),
  lastFour: (found: { readonly accountNumberLastFour?: string; readonly cardNumberLastFour?: string }) =>
    found.accountNumberLastFour ?? found.cardNumberLastFour,
  expiresOn({ expirationYear: year, expirationMonth: month }: Record<'expirationYear' | 'expirationMonth', number>) {
    return `${year}-${two(month)}-${two(daysInMonth({ year, month }))}`;
  },
  firstRate: ([first]: readonly { readonly rate: unknown }[]) => first?.rate,
  oneLine: (address: Readonly<Record<string, string | null>>) =>
    [
      address.addressLine1,
      address.addressLine2,
      address.city,
      `${address.state ?? ''} ${address.postalCode ?? ''}`.trim(),
    ]
      .filter((part) => part)
      .join(', '),
  /** By how much the payment of this event is more than what needs no notice. */
  extraCharge: ({ noticeAbove }: { readonly noticeAbove: Cents | null }, { told }: Known) =>
    noticeAbove === null ? null : Math.max(0, Number(told.amount) - noticeAbove),
  /** The reasons of an adverse action, as whoever decided has written them. */
  reasons: ({ adverseActionReason: reason }: { readonly adverseActionReason: string }) =>
    reason === 'None' ? null : [reason],
  hasReasons: ({ adverseActionReason: reason }: { readonly adverseActionReason: string }) => reason !== 'None',
  frozenReasons: (found: AdverseActions, known: Known) => lastReason(found, 'drawsFrozen', known),
  hasFrozenReasons: (found: AdverseActions, known: Known) => lastReason(found, 'drawsFrozen', known) !== null,
  closedReasons: (found: AdverseActions, known: Known) => lastReason(found, 'lineClosed', known),
  forgiven: ({ owedAmount, amount }: { readonly owedAmount: number; readonly amount: number }) =>
    Math.max(0, owedAmount - amount),
  ...debtBars,
  ...rateAheadBars,
  /** How a loan began: a line has no money that is sent, and one that was taken over had it long ago. */
  beginning: ({ type, timestamps: { createdAt, startedAt, activatedAt } }: Begun) => {
    const isTakenOver = startedAt !== activatedAt || activatedAt < createdAt;
    return isTakenOver ? 'takenOver' : type === 'lineOfCredit' ? 'line' : 'loan';
  },
  rateBefore: ({ segments }: Rates) => segments.at(0)?.rate,
  rateAfter: ({ segments }: Rates) => segments.at(-1)?.rate,
  isMoved: ({ segments }: Rates) => segments.at(0)?.rate !== segments.at(-1)?.rate || null,
  lastFourOfId: ({ displayId }: { readonly displayId: string }) => `•••• ${displayId.slice(-4)}`,
  legalName: ({ legalName, name }: { readonly legalName: string | null; readonly name: string }) => legalName ?? name,
  declineReasons: ({ declineReason }: { readonly declineReason: DeclineReason | null }) => reasonsOf(declineReason),
  unpaid: ({ totalAmount, paidAmount }: { readonly totalAmount: number; readonly paidAmount: number }) =>
    Math.max(0, totalAmount - paidAmount),
};
