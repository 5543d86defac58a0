// What must be so between the file of the month before and this one.
import { lateness } from '../layout/codes.ts';
import type { Base } from '../layout/segments.ts';
import { monthsFrom } from '../layout/spans.ts';
import { delinquencyOf, isDeletion, isPaid, monthsOf } from './groups.ts';
import type { MonthRule } from './rule.ts';

/** At least one: the file before is that of a month before. */
const monthsBetween = (before: Base['informationDate'], now: Base['informationDate']): number =>
  before === null || now === null ? 1 : Math.max(1, monthsFrom(before, now));

const changes =
  (field: 'dateOpened' | 'portfolio' | 'accountType'): MonthRule['breaks'] =>
  ({ base }, before) =>
    base[field] !== before[field];

export const monthRules: readonly MonthRule[] = [
  {
    id: 'opened-stays',
    says: 'The date opened stays.',
    at: 'dateOpened',
    breaks: changes('dateOpened'),
  },
  {
    id: 'portfolio-stays',
    says: 'The portfolio stays.',
    at: 'portfolio',
    breaks: changes('portfolio'),
  },
  {
    id: 'type-stays',
    says: 'The account type stays.',
    at: 'accountType',
    breaks: changes('accountType'),
  },
  {
    id: 'bucket-skipped',
    says: 'In a month an account gets at most one step of thirty days later: 71 is not followed by 80.',
    at: 'status',
    breaks({ base }, before) {
      const [from, to] = [lateness.indexOf(before.status), lateness.indexOf(base.status)];
      return from !== -1 && to - from > monthsBetween(before.informationDate, base.informationDate);
    },
  },
  {
    id: 'paid-stays',
    says: 'What was reported with 13 or 61 to 65 stays so.',
    at: 'status',
    breaks: ({ base }, before) => isPaid(before.status) && base.status !== before.status && !isDeletion(base.status),
  },
  {
    id: 'profile-begins',
    says: "The first character of the profile is last month's status.",
    at: 'profile',
    breaks({ base }, before) {
      const expected = monthsOf(before);
      const months = monthsBetween(before.informationDate, base.informationDate);
      if (expected === undefined || isDeletion(base.status) || months > 1) return false;
      return !expected.includes(base.profile.slice(0, 1));
    },
  },
  {
    id: 'first-delinquency-stays',
    says: 'While an account stays late, its date of first delinquency stays.',
    at: 'firstDelinquency',
    breaks: ({ base }, before) =>
      before.firstDelinquency !== null &&
      base.firstDelinquency !== null &&
      delinquencyOf(base) === delinquencyOf(before) &&
      base.firstDelinquency !== before.firstDelinquency,
  },
  {
    id: 'charge-off-stays',
    says: 'The original charge-off amount stays.',
    at: 'chargeOff',
    breaks: ({ base }, before) => before.chargeOff > 0 && base.chargeOff > 0 && base.chargeOff !== before.chargeOff,
  },
  {
    id: 'number-changed',
    says: 'After an L1 the account has its new numbers.',
    at: 'account',
    breaks: ({ base }, { l1 }) =>
      l1 !== null &&
      ((l1.account !== '' && l1.account !== base.account) ||
        (l1.identification !== '' && l1.identification !== base.identification)),
  },
  {
    id: 'number-change-once',
    says: 'An L1 is said once.',
    at: 'l1.indicator',
    breaks: ({ l1 }, before) =>
      l1 !== null &&
      before.l1 !== null &&
      l1.account === before.l1.account &&
      l1.identification === before.l1.identification,
  },
];
