// What one record must keep to by itself: amounts, dates, codes, and what goes with what.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { fixedTerms, months, portfoliosOfType } from '../layout/codes.ts';
import type { Account, Base } from '../layout/segments.ts';
import { sevenYearsAfter } from '../layout/spans.ts';
import { dayIn } from '../read/values.ts';
import {
  delinquencyOf,
  hasRating,
  isBankrupt,
  isClosedByConsumer,
  isDischarged,
  isInstallment,
  isLate,
  isOver,
  isPaid,
  isRevolving,
} from './groups.ts';
import type { AccountRule } from './rule.ts';

const ofBase =
  (breaks: (base: Base) => boolean): AccountRule['breaks'] =>
  ({ base }) =>
    breaks(base);

const isAfter = (date: CivilDate | null, other: CivilDate | null): boolean =>
  date !== null && other !== null && date > other;

const needsClosed = ({ status, compliance }: Base): boolean =>
  ['05', '13', '62', '64', '65', '89', '94'].includes(status) || isClosedByConsumer(compliance);
const isOpen = ({ status, compliance }: Base): boolean =>
  (['11', '93', '97'].includes(status) || isLate(status)) && !isClosedByConsumer(compliance);

/** An authorized user, a released and a deleted consumer owe nothing. Someone who has died may be one of them. */
function isDischargedOfAll({ base, j1, j2 }: Account): boolean {
  const owing = [base, ...j1, ...j2].filter(({ ecoa }) => !['3', 'T', 'Z'].includes(ecoa));
  return (
    owing.some(({ indicator }) => isDischarged(indicator)) &&
    owing.every(({ ecoa, indicator }) => ecoa === 'X' || isDischarged(indicator))
  );
}

/** Discharged debts are owed no more, whatever the status was. */
const isOwed = (account: Account): boolean => !isOver(account.base) && !isDischargedOfAll(account);

const identity: readonly AccountRule[] = [
  {
    id: 'account-number',
    says: 'The account number is there, of letters and digits alone.',
    at: 'account',
    breaks: ofBase(({ account }) => !/^[A-Z0-9]+$/.test(account)),
  },
  {
    id: 'account-number-no-ssn',
    says: 'The account number does not hold a social security number.',
    at: 'account',
    breaks: ({ base, j1, j2 }) => [base, ...j1, ...j2].some(({ ssn }) => ssn !== '' && base.account.includes(ssn)),
  },
  {
    id: 'identification-number',
    says: 'The identification number has at least five characters.',
    at: 'identification',
    breaks: ofBase(({ identification }) => identification.length < 5),
  },
  {
    id: 'portfolio-of-type',
    says: 'An account type stands with its portfolio.',
    at: 'accountType',
    breaks: ofBase(({ accountType, portfolio }) => portfoliosOfType[accountType]?.includes(portfolio) === false),
  },
  {
    id: 'stamp',
    says: 'The time stamp is a day and a time of day.',
    at: 'stamp',
    breaks: ofBase(({ stamp }) => !isMoment(stamp)),
  },
];

const isMoment = (stamp: string): boolean =>
  dayIn(stamp.slice(0, 8)) !== undefined && /^([01]\d|2[0-3])([0-5]\d){2}$/.test(stamp.slice(8));

const terms: readonly AccountRule[] = [
  {
    id: 'credit-limit',
    says: 'An installment loan, a lease and a mortgage have no credit limit.',
    at: 'creditLimit',
    breaks: ofBase(({ creditLimit, portfolio }) => !isRevolving(portfolio) && creditLimit > 0),
  },
  {
    id: 'original-amount',
    says: 'An installment loan and a mortgage have an original amount.',
    at: 'highestCredit',
    breaks: ofBase(({ highestCredit, portfolio }) => isInstallment(portfolio) && highestCredit === 0),
  },
  {
    id: 'terms-duration',
    says: 'Terms are LOC for a line, REV for revolving, 001 for open accounts, else months or years.',
    at: 'termsDuration',
    breaks: ofBase(({ termsDuration, portfolio }) => {
      const only = fixedTerms[portfolio];
      return only === undefined ? !/^(?!000)\d{3}$/.test(termsDuration) : termsDuration !== only;
    }),
  },
  {
    id: 'scheduled-payment-zero',
    says: 'With status 05, 13, 62, 64, 65 and 97, and of an open account, no payment is scheduled.',
    at: 'scheduledPayment',
    breaks: ofBase(
      ({ status, portfolio, scheduledPayment }) =>
        scheduledPayment > 0 && (portfolio === 'O' || ['05', '13', '62', '64', '65', '97'].includes(status)),
    ),
  },
];

const status: readonly AccountRule[] = [
  {
    id: 'rating-needed',
    says: 'Status 05, 13, 65, 88, 89, 94 and 95 have a payment rating.',
    at: 'rating',
    breaks: ofBase((base) => hasRating(base.status) && base.rating === ''),
  },
  {
    id: 'rating-elsewhere',
    says: 'No other status has a payment rating.',
    at: 'rating',
    breaks: ofBase((base) => !hasRating(base.status) && base.rating !== ''),
  },
  {
    id: 'profile-characters',
    says: 'The payment history profile has 24 of the characters 0 to 6, B, D, E, G, H, J, K and L.',
    at: 'profile',
    breaks: ofBase(({ profile }) => profile.length !== 24 || [...profile].some((month) => !(month in months))),
  },
  {
    id: 'profile-b-last',
    says: 'B stands only at the end of the profile: before that there was no history.',
    at: 'profile',
    breaks: ofBase(({ profile }) => /B[^B]/.test(profile)),
  },
  {
    id: 'profile-e-revolving',
    says: 'E stands in the profile of cards and lines alone.',
    at: 'profile',
    breaks: ofBase(({ profile, portfolio }) => profile.includes('E') && !isRevolving(portfolio)),
  },
];

const amounts: readonly AccountRule[] = [
  {
    id: 'balance-zero',
    says: 'With status 05, 13, 61 to 65 and with comments AU, AX, C, AH, O, AS, AT the balance is zero.',
    at: 'balance',
    breaks: ofBase((base) => isOver(base) && base.balance > 0),
  },
  {
    id: 'past-due-zero',
    says: 'Where the balance must be zero, and with status 11, nothing is past due.',
    at: 'pastDue',
    breaks: ofBase((base) => (isOver(base) || base.status === '11') && base.pastDue > 0),
  },
  {
    id: 'past-due-needed',
    says: 'With status 71 to 84, 93 and 97 something is past due, unless the balance must be zero, or all who owe are discharged.',
    at: 'pastDue',
    breaks: (account) => {
      const { status: code, pastDue } = account.base;
      return (isLate(code) || code === '93' || code === '97') && isOwed(account) && pastDue === 0;
    },
  },
  {
    id: 'past-due-within-balance',
    says: 'Not more is past due than is owed.',
    at: 'pastDue',
    breaks: ofBase(({ pastDue, balance }) => pastDue > balance),
  },
  {
    id: 'charge-off-needed',
    says: 'Status 64 and 97 have the original charge-off amount.',
    at: 'chargeOff',
    breaks: ofBase((base) => ['64', '97'].includes(base.status) && base.chargeOff === 0),
  },
  {
    id: 'charge-off-elsewhere',
    says: 'Status 05, 11, 13, 62, 65, 71 to 84, 89 and 93 have none.',
    at: 'chargeOff',
    breaks: ofBase(
      (base) =>
        (['05', '11', '13', '62', '65', '89', '93'].includes(base.status) || isLate(base.status)) && base.chargeOff > 0,
    ),
  },
];

/** The dates by which an account is known, whatever else is said of it. */
const known: readonly AccountRule[] = [
  {
    id: 'opened',
    says: 'The date opened is there.',
    at: 'dateOpened',
    breaks: ofBase(({ dateOpened }) => dateOpened === null),
  },
  {
    id: 'information-date',
    says: 'The date of account information is there, and not after the file was made.',
    at: 'informationDate',
    breaks: ({ base: { informationDate } }, header) =>
      informationDate === null || isAfter(informationDate, header?.dateCreated ?? null),
  },
];

const dates: readonly AccountRule[] = [
  ...known,
  {
    id: 'opened-first',
    says: 'Nothing of an account is before it was opened, and it was opened by the date of account information.',
    at: 'dateOpened',
    breaks: ofBase(({ dateOpened, dateClosed, lastPayment, informationDate }) =>
      [dateClosed, lastPayment, informationDate].some((date) => isAfter(dateOpened, date)),
    ),
  },
  {
    id: 'closed-by-then',
    says: 'The date closed is not after the date of account information.',
    at: 'dateClosed',
    breaks: ofBase(({ dateClosed, informationDate }) => isAfter(dateClosed, informationDate)),
  },
  {
    id: 'last-payment-by-then',
    says: 'The date of last payment is not after the date of account information.',
    at: 'lastPayment',
    breaks: ofBase(({ lastPayment, informationDate }) => isAfter(lastPayment, informationDate)),
  },
  {
    id: 'closed-needed',
    says: 'Status 05, 13, 62, 64, 65, 89 and 94, and an account that its consumer closed, have a date closed.',
    at: 'dateClosed',
    breaks: ofBase((base) => needsClosed(base) && base.dateClosed === null),
  },
  {
    id: 'closed-elsewhere',
    says: 'Status 11, 71 to 84, 93 and 97 have no date closed, unless the consumer closed the account.',
    at: 'dateClosed',
    breaks: ofBase((base) => isOpen(base) && base.dateClosed !== null),
  },
  {
    id: 'closed-by-payment',
    says: 'An installment loan or a mortgage with status 13 or 61 to 65 was closed by its last payment.',
    at: 'dateClosed',
    breaks: ofBase(
      ({ portfolio, status: code, dateClosed, lastPayment }) =>
        isInstallment(portfolio) && isPaid(code) && dateClosed !== lastPayment,
    ),
  },
  {
    id: 'paid-date',
    says: 'An installment loan or a mortgage that is paid is reported as of the day on which it was paid.',
    at: 'informationDate',
    breaks: ofBase(
      ({ portfolio, status: code, dateClosed, informationDate }) =>
        isInstallment(portfolio) && isPaid(code) && dateClosed !== null && dateClosed !== informationDate,
    ),
  },
];

const needsDelinquency = (account: Account): boolean =>
  delinquencyOf(account.base) !== undefined || (account.base.status === '11' && isBankrupt(account));

const delinquency: readonly AccountRule[] = [
  {
    id: 'first-delinquency-needed',
    says: 'An account that is or was late, or bankrupt, has the date of first delinquency.',
    at: 'firstDelinquency',
    breaks: (account) => needsDelinquency(account) && account.base.firstDelinquency === null,
  },
  {
    id: 'first-delinquency-elsewhere',
    says: 'A current account of nobody who is bankrupt has none.',
    at: 'firstDelinquency',
    breaks: (account) =>
      ['05', '11', '13'].includes(account.base.status) &&
      delinquencyOf(account.base) === undefined &&
      !isBankrupt(account) &&
      account.base.firstDelinquency !== null,
  },
  {
    id: 'first-delinquency-between',
    says: 'The first delinquency is after the account was opened, and by the date of account information.',
    at: 'firstDelinquency',
    breaks: ofBase(
      ({ firstDelinquency, dateOpened, informationDate }) =>
        isAfter(dateOpened, firstDelinquency) || isAfter(firstDelinquency, informationDate),
    ),
  },
  {
    id: 'seven-years',
    says: 'An account is not reported seven years after its first delinquency.',
    at: 'firstDelinquency',
    breaks: ofBase(
      ({ firstDelinquency, informationDate }) =>
        firstDelinquency !== null && informationDate !== null && informationDate >= sevenYearsAfter(firstDelinquency),
    ),
  },
];

const others: readonly AccountRule[] = [
  {
    id: 'sold-to',
    says: 'Comment AH goes with a K2 that says to whom: 2 and a name.',
    at: 'comment',
    breaks: ({ base, k2 }) => base.comment === 'AH' && (k2?.indicator !== '2' || k2.name === ''),
  },
  {
    id: 'transferred-number',
    says: 'Comment O goes with an L1.',
    at: 'comment',
    breaks: ({ base, l1 }) => base.comment === 'O' && l1 === null,
  },
  {
    id: 'original-creditor-itself',
    says: 'A creditor that places an account with a collection agency reports no K1.',
    at: 'k1.name',
    breaks: ({ base, k1 }) => base.status === '93' && k1 !== null && !['48', '0C', '77'].includes(base.accountType),
  },
  {
    id: 'original-creditor-named',
    says: 'K1 names the original creditor.',
    at: 'k1.name',
    breaks: ({ k1 }) => k1?.name === '',
  },
  {
    id: 'other-company-named',
    says: 'K2 names the other company with 1 and 2, and nobody with 9.',
    at: 'k2.name',
    breaks: ({ k2 }) => k2 !== null && (k2.indicator === '9') !== (k2.name === ''),
  },
  {
    id: 'mortgage-only',
    says: 'K3 stands with a mortgage.',
    at: 'k3.agency',
    breaks: ({ base, k3 }) => k3 !== null && base.portfolio !== 'M',
  },
  {
    id: 'deferred-start',
    says: 'K4 with 02 says when deferred payments start.',
    at: 'k4.deferredStart',
    breaks: ({ k4 }) => k4?.indicator === '02' && k4.deferredStart === null,
  },
  {
    id: 'balloon',
    says: 'K4 with 01 says when the balloon is due and how much it is.',
    at: 'k4.balloonDate',
    breaks: ({ k4 }) => k4?.indicator === '01' && (k4.balloonDate === null || k4.balloonAmount === 0),
  },
  {
    id: 'new-account-number',
    says: 'L1 has the new account number with 1 and 3, and none with 2.',
    at: 'l1.account',
    breaks: ({ l1 }) => l1 !== null && (l1.indicator === '2') !== (l1.account === ''),
  },
  {
    id: 'new-identification-number',
    says: 'L1 has the new identification number with 2 and 3, and none with 1.',
    at: 'l1.identification',
    breaks: ({ l1 }) => l1 !== null && (l1.indicator === '1') !== (l1.identification === ''),
  },
  {
    id: 'address',
    says: 'The consumer has an address: street, city, state and ZIP code of five or nine digits.',
    at: 'address1',
    breaks: ofBase(
      ({ address1, city, state, zip, country }) =>
        address1 === '' ||
        city === '' ||
        (['', 'US'].includes(country) && !(/^[A-Z]{2}$/.test(state) && /^(\d{5}|\d{9})$/.test(zip))),
    ),
  },
];

/** An account that is deleted needs no more than what it is found by. */
export const rulesOfDeletion: readonly AccountRule[] = [...identity, ...known];

export const accountRules: readonly AccountRule[] = [
  ...identity,
  ...terms,
  ...status,
  ...amounts,
  ...dates,
  ...delinquency,
  ...others,
];
