// What is reported of an account's month. The same facts and the same words of before always give the same record.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { isClosedByConsumer, isDeletion, isInstallment, isRevolving } from '../check/groups.ts';
import { fixedTerms, lateness } from '../layout/codes.ts';
import type { Account, Base } from '../layout/segments.ts';
import { monthsFrom, sevenYearsAfter } from '../layout/spans.ts';
import type { Facts, Said } from './facts.ts';
import { peopleOf } from './people.ts';
import { dollars, isDischarged, type Standing, standingOf } from './standing.ts';

/** Nothing is said of the account in this month, and why. */
type Silence = 'notOpenedYet' | 'neverReported' | 'endedBefore' | 'sevenYears' | 'lessThanADollar';

type Reported =
  | { readonly is: 'reported'; readonly account: Account; readonly said: Said }
  | { readonly is: 'silent'; readonly because: Silence };

interface Month {
  readonly asOf: CivilDate;
  /** When the account was last updated: MMDDYYYYHHMMSS. */
  readonly stamp: string;
  /** It replaces what was reported for the same month; `said` is then still of the month before that. */
  readonly isCorrection: boolean;
  readonly said: Said | null;
}

export function reportMonth(facts: Facts, month: Month): Reported {
  const { asOf, said } = month;
  const standing = standingOf(facts, asOf, said);
  const because = silenceOf(facts, standing, month);
  if (because !== undefined) return { is: 'silent', because };
  const account = accountOf(facts, standing, month);
  const compliance = account.base.compliance || (said?.compliance ?? '');
  const isFinal = facts.end !== null || isDischarged(facts);
  return { is: 'reported', account, said: saidOf(account.base, { asOf, isFinal, compliance }) };
}

type SaidInBase = Pick<Base, 'status' | 'rating' | 'profile' | 'balance' | 'firstDelinquency'>;

/** What the next month goes on from: the base segment has most of it, and `beside` the rest. */
export const saidOf = (
  { status, rating, profile, balance, firstDelinquency }: SaidInBase,
  beside: Pick<Said, 'asOf' | 'isFinal' | 'compliance'>,
): Said => ({
  ...beside,
  status: status as Said['status'],
  rating,
  profile,
  isBalanceZero: balance === 0,
  firstDelinquency,
});

function silenceOf(facts: Facts, { status, firstDelinquency }: Standing, { asOf, said }: Month): Silence | undefined {
  const { end, openedOn, chargedOff, balanceCents } = facts;
  const isDeleted = end?.kind === 'deleted';
  if (openedOn > asOf) return 'notOpenedYet';
  if (isDeleted && said === null) return 'neverReported';
  if (said?.isFinal && (!isDeleted || isDeletion(said.status))) return 'endedBefore';
  if (isDeleted) return undefined;
  if (firstDelinquency !== null && asOf >= sevenYearsAfter(firstDelinquency)) return 'sevenYears';
  if (status !== '97' && status !== '64') return undefined;
  const isOwed = end === null && !isDischarged(facts);
  return dollars(chargedOff?.cents ?? 0) === 0 || (isOwed && dollars(balanceCents) === 0)
    ? 'lessThanADollar'
    : undefined;
}

const historyMonths = 24;

/** The newest month first: what was said last, a D for each month without a report, and what was known then. */
function profileOf(facts: Facts, { said, asOf }: Month): string {
  if (said === null) return 'B'.repeat(historyMonths);
  const gap = 'D'.repeat(Math.max(0, monthsFrom(said.asOf, asOf) - 1));
  return `${gap}${monthSaid(facts, said)}${said.profile}`.slice(0, historyMonths);
}

function monthSaid({ portfolio }: Facts, { status, rating, isBalanceZero }: Said): string {
  const step = lateness.indexOf(status);
  if (step === 0 && isBalanceZero && isRevolving(portfolio)) return 'E';
  if (step >= 0) return String(step);
  if (status === '93') return 'G';
  return status === '97' ? 'L' : rating || 'D';
}

function termsOf(facts: Facts) {
  const { portfolio } = facts;
  return {
    portfolio,
    accountType: facts.accountType,
    dateOpened: facts.openedOn,
    creditLimit: isRevolving(portfolio) ? dollars(facts.creditLimitCents) : 0,
    highestCredit: dollars(facts.highestCents),
    termsDuration: fixedTerms[portfolio] ?? String(Math.max(1, facts.duration)).padStart(3, '0'),
    termsFrequency: facts.frequency,
    interest: facts.mayRateChange ? 'V' : 'F',
  };
}

function amountsOf(facts: Facts, { status }: Standing) {
  const isOver = facts.end !== null || isDischarged(facts);
  const balance = isOver ? 0 : dollars(facts.balanceCents);
  const isQuiet = ['05', '13', '62', '64', '97'].includes(status) || facts.portfolio === 'O' || isDischarged(facts);
  return {
    scheduledPayment: isQuiet ? 0 : dollars(facts.regularPaymentCents),
    actualPayment: dollars(facts.receivedCents),
    balance,
    pastDue: status === '97' ? balance : status === '11' ? 0 : Math.min(balance, dollars(facts.overdueCents)),
    chargeOff: ['64', '97'].includes(status) ? dollars(facts.chargedOff?.cents ?? 0) : 0,
  };
}

/** An installment loan that is paid was closed by its last payment, whatever that was, and is reported as of that day. */
function datesOf(facts: Facts, { status }: Standing, asOf: CivilDate, compliance: string) {
  const { end, lastPaymentOn } = facts;
  if (end?.kind === 'paid')
    return {
      informationDate: end.on,
      dateClosed: end.on,
      lastPayment: isInstallment(facts.portfolio) ? end.on : lastPaymentOn,
    };
  const closedOn = isClosedByConsumer(compliance) ? facts.closedByConsumerOn : null;
  const isOpen = end === null || end.kind === 'deleted' || status === '97';
  return { informationDate: asOf, dateClosed: isOpen ? closedOn : end.on, lastPayment: lastPaymentOn };
}

/** One code says who closed it and what is disputed. A code that is true no longer is removed, once. */
function complianceOf({ closedByConsumerOn, dispute }: Facts, said: Said | null): string {
  const code = closedByConsumerOn === null ? disputeOf(dispute) : closedOf(dispute);
  return code === '' && said !== null && said.compliance !== '' && said.compliance !== 'XR' ? 'XR' : code;
}

function disputeOf(dispute: Facts['dispute']): string {
  if (dispute === null) return '';
  if (dispute.state === 'settled') return 'XH';
  if (dispute.state === 'open') return dispute.law === 'FCRA' ? 'XB' : 'XF';
  return dispute.law === 'FCRA' ? 'XC' : 'XG';
}

/** There is no code for closed and settled, nor for closed and a billing error on which the consumer disagrees. */
function closedOf(dispute: Facts['dispute']): string {
  if (dispute === null || dispute.state === 'settled') return 'XA';
  if (dispute.state === 'open') return dispute.law === 'FCRA' ? 'XD' : 'XJ';
  return dispute.law === 'FCRA' ? 'XE' : 'XG';
}

const paidBy: Readonly<Record<string, string>> = {
  borrower: '',
  refinance: 'AS',
  guarantor: 'C',
  collateral: 'AX',
  insurance: 'BP',
};

/** A record has room for one comment, so the first one that applies is taken. */
function commentOf(facts: Facts): string {
  const { end, relief } = facts;
  if (end?.kind === 'sold') return 'AH';
  if (end?.kind === 'transferred') return 'O';
  if (facts.comment !== '') return facts.comment;
  if (end?.kind === 'paid') return end.isForLess ? 'AU' : (paidBy[end.by] ?? '');
  if (facts.isOnPartialPlan) return 'AC';
  if (facts.isLineSuspended) return 'AP';
  if (facts.isOnActiveDuty) return 'AI';
  if (relief?.kind === 'disaster') return 'AW';
  if (relief !== null) return 'CP';
  return facts.isModified ? 'CO' : '';
}

function accountOf(facts: Facts, standing: Standing, month: Month): Account {
  const { end, relief } = facts;
  const { first, j1, j2 } = peopleOf(facts.people);
  const compliance = complianceOf(facts, month.said);
  const base: Base = {
    ...termsOf(facts),
    ...amountsOf(facts, standing),
    ...datesOf(facts, standing, month.asOf, compliance),
    ...first,
    stamp: month.stamp,
    correction: month.isCorrection ? '1' : '0',
    identification: facts.identification,
    cycle: '',
    account: facts.accountNumber,
    status: standing.status,
    rating: standing.rating,
    profile: profileOf(facts, month),
    comment: commentOf(facts),
    compliance,
    firstDelinquency: standing.firstDelinquency,
  };
  const isDeferred = relief?.kind === 'deferral' && relief.resumesOn !== null;
  return {
    base,
    j1,
    j2,
    k1: null,
    k2: end?.kind === 'sold' ? { indicator: '2', name: end.to } : null,
    k3: null,
    k4: isDeferred ? { indicator: '02', deferredStart: relief.resumesOn, balloonDate: null, balloonAmount: 0 } : null,
    l1: end?.kind === 'transferred' ? { indicator: '1', account: end.newAccountNumber, identification: '' } : null,
    n1: null,
  };
}
