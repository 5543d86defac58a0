// The facts of an account to which nothing has happened.
import type { Facts } from './facts.ts';

export const untroubled = {
  overdueCents: 0,
  daysPastDue: 0,
  firstMissedOn: null,
  chargedOff: null,
  isInCollection: false,
  closedByConsumerOn: null,
  end: null,
  dispute: null,
  relief: null,
  isOnActiveDuty: false,
  isModified: false,
  isOnPartialPlan: false,
  isLineSuspended: false,
  comment: '',
} as const satisfies Partial<Facts>;
