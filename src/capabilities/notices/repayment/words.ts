// The triggers of repayment notifications: which day of a loan each counts from, and what it may say.
import type { Recipients } from '../notice.ts';

export const dayTypes = ['business', 'calendar'] as const;
export type DayType = (typeof dayTypes)[number];

export const triggers = [
  'autopayFirstPayment',
  'autopayExpectedPayment',
  'autopayExpectedPaymentChangedAmount',
  'cardExpiration',
  'expectedPayment',
  'futurePayment',
  'loginFirstPayment',
  'loanOverdue',
  'loanRightToCure',
] as const;
export type Trigger = (typeof triggers)[number];

interface TriggerWords {
  /** The day from which it counts, and whom it concerns. */
  readonly says: string;
  readonly subjects: readonly RepaymentSubject[];
  /** Who gets it. */
  readonly to: Recipients;
  /** The days that may be said: a reminder comes before its day, what is overdue after it. */
  readonly days: readonly [first: number, last: number];
}

const overdueNotices = [
  'loanOverdueFirstNotice',
  'loanOverdueSecondNotice',
  'loanOverdueThirdNotice',
  'loanOverdueFourthNotice',
  'loanOverdueFifthNotice',
  'loanOverdueSixthNotice',
] as const;

export const repaymentSubjects = [
  'autopayAmountChanged',
  'autopayEnableReminder',
  'autopayPaymentReminder',
  'cardExpiresReminder',
  'futurepayPaymentDueReminder',
  ...overdueNotices,
  'loanRightToCurePersonalUnsecured',
  'loginFirstPaymentReminder',
  'paymentDueDateReminder',
  'promoProgramReminder',
  'promoProgramEligibilityAtRisk',
] as const;
export type RepaymentSubject = (typeof repaymentSubjects)[number];

const aheadMax = -60;
const lateMax = 365;

export const wordsOfTriggers: Readonly<Record<Trigger, TriggerWords>> = {
  expectedPayment: {
    says: 'The due date of a payment that autopay does not take, while something of it is left to pay.',
    subjects: ['paymentDueDateReminder', 'promoProgramReminder'],
    to: 'main',
    days: [aheadMax, 0],
  },
  autopayExpectedPayment: {
    says: 'The day on which autopay takes a payment.',
    subjects: ['autopayPaymentReminder'],
    to: 'main',
    days: [aheadMax, 0],
  },
  autopayExpectedPaymentChangedAmount: {
    says: 'The day on which autopay takes a payment that is more than the usual ones by what needs a notice. Never a line: its statement says the amount.',
    subjects: ['autopayAmountChanged'],
    to: 'main',
    days: [aheadMax, 0],
  },
  autopayFirstPayment: {
    says: 'The due date of the first payment of a loan without autopay.',
    subjects: ['autopayEnableReminder'],
    to: 'main',
    days: [aheadMax, 0],
  },
  loginFirstPayment: {
    says: 'The due date of the first payment of a borrower who has no user to sign in with.',
    subjects: ['loginFirstPaymentReminder'],
    to: 'main',
    days: [aheadMax, 0],
  },
  futurePayment: {
    says: 'The day on which a scheduled payment is collected.',
    subjects: ['futurepayPaymentDueReminder'],
    to: 'main',
    days: [aheadMax, 0],
  },
  cardExpiration: {
    says: 'The last day of a card that is charged.',
    subjects: ['cardExpiresReminder'],
    to: 'main',
    days: [aheadMax, 0],
  },
  loanOverdue: {
    says: 'The oldest due date of which something is overdue. The first day on which it is overdue is 1.',
    subjects: [...overdueNotices, 'promoProgramEligibilityAtRisk'],
    to: 'owing',
    days: [1, lateMax],
  },
  loanRightToCure: {
    says: 'The oldest due date of which something is overdue.',
    subjects: ['loanRightToCurePersonalUnsecured'],
    to: 'owing',
    days: [1, lateMax],
  },
};
