// Lives of accounts by lot, month by month, as a servicer's books would have them: payments are made, missed and made up for,
// and now and then something happens. Nothing here knows what is reported of it.
import { addDays, type CivilDate, dateOfParts, daysInMonth, partsOfDate } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import type { Portfolio } from '../layout/codes.ts';
import type { End, Facts, Person } from '../month/facts.ts';
import { untroubled } from '../month/test-facts.ts';
import { type Dice, nextMonthOf, somePerson } from './some-people.ts';

interface Due {
  readonly on: CivilDate;
  open: number;
}

/** The books of an account, which go on from day to day. */
class Books {
  balance: number;
  lastPaymentOn: CivilDate | null = null;
  received = 0;
  firstMissedOn: CivilDate | null = null;
  private dues: Due[] = [];

  constructor(balance: number) {
    this.balance = balance;
  }

  fallDue(on: CivilDate, amount: number): void {
    const open = Math.min(amount, this.balance - this.dues.reduce((sum, due) => sum + due.open, 0));
    if (open > 0) this.dues.push({ on, open });
  }

  pay(on: CivilDate, amount: number): void {
    const paid = Math.min(amount, this.balance);
    if (paid <= 0) return;
    this.balance -= paid;
    this.received += paid;
    this.lastPaymentOn = on;
    let left = paid;
    for (const due of this.dues) {
      const taken = Math.min(left, due.open);
      due.open -= taken;
      left -= taken;
    }
    this.dues = this.dues.filter(({ open }) => open > 0);
  }

  /** At the end of a day. */
  close(today: CivilDate): void {
    const oldest = this.dues.find(({ on }) => on < today);
    if (oldest === undefined) this.firstMissedOn = null;
    else this.firstMissedOn ??= oldest.on;
  }

  daysPastDue(today: CivilDate): number {
    const [oldest] = this.dues;
    return oldest === undefined ? 0 : Math.max(0, dayOf(today) - dayOf(oldest.on));
  }

  overdue(today: CivilDate): number {
    return this.dues.filter(({ on }) => dayOf(today) - dayOf(on) >= 30).reduce((sum, { open }) => sum + open, 0);
  }
}

const kinds: readonly [readonly [Portfolio, string], ...(readonly [Portfolio, string])[]] = [
  ['I', '01'],
  ['I', '00'],
  ['C', '15'],
  ['R', '18'],
  ['M', '26'],
];

export const lastOfMonth = (year: number, month: number): CivilDate =>
  dateOfParts({ year, month, day: daysInMonth({ year, month }) }) as CivilDate;

interface LifeMonth {
  readonly asOf: CivilDate;
  readonly facts: Facts;
}

/** From its opening on; the first month is that of the opening. */
export function* lifeOf(dice: Dice, index: number, begin: CivilDate): Generator<LifeMonth> {
  const { year, month } = partsOfDate(begin);
  const openedOn = addDays(lastOfMonth(year, month), -dice.between(0, 20));
  const [portfolio, accountType] = dice.pick(kinds);
  const isLine = portfolio === 'C' || portfolio === 'R';
  const dueDay = dice.between(1, 28);
  const payment = dice.between(20, 900) * 100 + dice.between(0, 99);
  const books = new Books(payment * dice.between(6, 30));
  const first = somePerson(dice, 'individual', 0);
  const people: [Person, ...Person[]] = dice.chance(0.3)
    ? [{ ...first, role: 'joint' }, somePerson(dice, 'joint', dice.between(0, 1))]
    : [first];
  const mood = dice.pick([0.98, 0.9, 0.6, 0.3]);
  let facts: Facts = {
    identification: 'TENOR01',
    accountNumber: `LN${String(index).padStart(6, '0')}`,
    portfolio,
    accountType,
    openedOn,
    duration: 36,
    frequency: 'M',
    mayRateChange: isLine,
    creditLimitCents: books.balance,
    highestCents: books.balance,
    regularPaymentCents: payment,
    receivedCents: 0,
    lastPaymentOn: null,
    balanceCents: books.balance,
    ...untroubled,
    people,
  };
  yield { asOf: lastOfMonth(year, month), facts };
  for (let number = month; ; number += 1) {
    const [y, m] = [year + Math.floor(number / 12), (number % 12) + 1];
    const asOf = lastOfMonth(y, m);
    if (facts.end === null)
      facts = nextMonth(dice, facts, books, { asOf, dueOn: dateOfParts({ year: y, month: m, day: dueDay })!, mood });
    yield { asOf, facts };
  }
}

interface MonthAhead {
  readonly asOf: CivilDate;
  readonly dueOn: CivilDate;
  readonly mood: number;
}

function nextMonth(dice: Dice, before: Facts, books: Books, { asOf, dueOn, mood }: MonthAhead): Facts {
  books.received = 0;
  const relief = nextRelief(dice, before, asOf);
  const isQuiet = before.chargedOff !== null || relief?.isKept === true;
  const pays = new Map<CivilDate, number>();
  const day = (): CivilDate => addDays(asOf, -dice.between(0, 27));
  if (dice.chance(mood)) pays.set(day(), before.regularPaymentCents);
  if (dice.chance(0.15)) pays.set(day(), before.regularPaymentCents * dice.between(1, 6));
  if (dice.chance(0.1)) pays.set(day(), dice.between(1, 5000));
  const endsOn = dice.chance(0.03) ? day() : null;
  let right = { daysPastDue: 0, firstMissedOn: null as CivilDate | null };
  for (let today = addDays(asOf, 1 - partsOfDate(asOf).day); today <= asOf; today = addDays(today, 1)) {
    if (today === dueOn && !isQuiet) books.fallDue(today, before.regularPaymentCents);
    right = { daysPastDue: books.daysPastDue(today), firstMissedOn: books.firstMissedOn };
    if (today === endsOn) {
      books.pay(today, books.balance);
      break;
    }
    books.pay(today, pays.get(today) ?? 0);
    if (isLine(before) && before.chargedOff === null && dice.chance(0.02)) books.balance += dice.between(1, 50_000);
    books.close(today);
  }
  const now = { ...before, ...shownBy(books, asOf), relief, people: peopleNow(dice, before, asOf) };
  if (endsOn !== null) return { ...now, ...right, end: paidBy(dice, endsOn) };
  if (books.balance === 0 && !isLine(before))
    return { ...now, ...right, end: { ...paidBy(dice, books.lastPaymentOn ?? asOf), on: books.lastPaymentOn ?? asOf } };
  return happened(dice, now, asOf);
}

const isLine = ({ portfolio }: Facts): boolean => portfolio === 'C' || portfolio === 'R';

const shownBy = (books: Books, asOf: CivilDate) => ({
  receivedCents: books.received,
  lastPaymentOn: books.lastPaymentOn,
  balanceCents: books.balance,
  overdueCents: books.overdue(asOf),
  daysPastDue: books.daysPastDue(asOf),
  firstMissedOn: books.firstMissedOn,
});

const peopleNow = (dice: Dice, { people }: Facts, asOf: CivilDate): [Person, ...Person[]] => {
  const [first, ...others] = people;
  return [nextMonthOf(dice, first, false, asOf), ...others.map((one) => nextMonthOf(dice, one, true, asOf))];
};

const paidBy = (dice: Dice, on: CivilDate): Extract<End, { kind: 'paid' }> => ({
  kind: 'paid',
  on,
  by: dice.pick(['borrower', 'borrower', 'refinance', 'guarantor', 'collateral', 'insurance']),
  isForLess: dice.chance(0.2),
});

function nextRelief(dice: Dice, { relief, chargedOff }: Facts, asOf: CivilDate): Facts['relief'] {
  if (relief !== null) return dice.chance(0.4) ? null : relief;
  if (chargedOff !== null || !dice.chance(0.03)) return null;
  return {
    kind: dice.pick(['deferral', 'forbearance', 'disaster']),
    isKept: dice.chance(0.8),
    resumesOn: addDays(asOf, 75),
  };
}

function happened(dice: Dice, facts: Facts, asOf: CivilDate): Facts {
  const { daysPastDue, balanceCents, chargedOff } = facts;
  const isLoss = chargedOff === null && daysPastDue >= 120 && balanceCents > 0 && dice.chance(0.5);
  const end: End | null = dice.chance(0.01)
    ? dice.pick<End>([
        { kind: 'sold', on: asOf, to: 'SECOND HAND DEBTS LLC' },
        { kind: 'transferred', on: asOf, newAccountNumber: `N${facts.accountNumber}` },
        { kind: 'deleted', because: dice.pick(['fraud', 'mistake']) },
      ])
    : null;
  return {
    ...facts,
    chargedOff: isLoss ? { on: asOf, cents: balanceCents } : chargedOff,
    isInCollection: daysPastDue >= 60 && (facts.isInCollection || dice.chance(0.2)),
    closedByConsumerOn: facts.closedByConsumerOn ?? (dice.chance(0.01) ? asOf : null),
    end,
    dispute: nextDispute(dice, facts.dispute),
    isOnActiveDuty: dice.chance(0.02),
    isModified: facts.isModified || dice.chance(0.01),
    isOnPartialPlan: dice.chance(0.03),
    isLineSuspended: isLine(facts) && daysPastDue > 60,
    comment: dice.chance(0.01) ? dice.pick(['B', 'CN', 'M', 'S', 'V']) : '',
  };
}

function nextDispute(dice: Dice, before: Facts['dispute']): Facts['dispute'] {
  if (before === null) return dice.chance(0.03) ? { law: dice.pick(['FCRA', 'FCBA']), state: 'open' } : null;
  if (before.state === 'open')
    return dice.chance(0.5) ? { ...before, state: dice.pick(['settled', 'consumerDisagrees']) } : before;
  return dice.chance(0.3) ? null : before;
}
