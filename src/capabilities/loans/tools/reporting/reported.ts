// What the books of a loan say to credit agencies on a day, in the words of Metro 2.

import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { State } from '../../core/loan/books.ts';
import type { Books, HeldLoan } from '../../core/loan/product.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import type { ReportingStatus } from './schemas.ts';
import { type AccountStatus, byDays } from './words.ts';

type OfBooks = Pick<
  ReportingStatus,
  | 'accountStatus'
  | 'paymentRating'
  | 'daysPastDue'
  | 'dateOfFirstDelinquency'
  | 'thirtyDaysLateDate'
  | 'amountPastDue'
  | 'currentBalance'
  | 'scheduledPayment'
  | 'highCredit'
  | 'originalChargeOffAmount'
  | 'dateOfLastPayment'
  | 'dateClosed'
  | 'specialComment'
>;

export const nothingToReport: OfBooks = {
  accountStatus: null,
  paymentRating: null,
  daysPastDue: 0,
  dateOfFirstDelinquency: null,
  thirtyDaysLateDate: null,
  amountPastDue: null,
  currentBalance: null,
  scheduledPayment: null,
  highCredit: null,
  originalChargeOffAmount: null,
  dateOfLastPayment: null,
  dateClosed: null,
  specialComment: null,
};

interface Reported extends Pick<HeldLoan, 'product'> {
  readonly row: Pick<LoanRow, 'at_origination'>;
}

export async function reportedOf({ row, product }: Reported, books: Books): Promise<OfBooks> {
  const { terms, state } = books;
  const { steps } = state.records;
  const reading = product.read(terms, state);
  const { paidOffOn } = state.position;
  const isOver = paidOffOn !== null || state.position.standing === 'chargedOff';
  const pastDue = isOver ? [] : product.pastDue(terms, state);
  const daysPastDue = pastDue[0]?.days ?? 0;
  const { status, rating } =
    paidOffOn === null ? openStatus(state, daysPastDue) : await paidStatus(product, books, paidOffOn);
  const isLate = status !== '11' && rating !== '0';
  const since = isLate
    ? await delinquentSince(product, books, paidOffOn === null ? state.through : paidOffOn - 1)
    : null;
  const owed = (reading.outstanding + sumOf(reading.chargedOff)) as Cents;
  const chargedOff = steps.findLast(({ kind }) => kind === 'chargeOff');
  const lastPayment = steps.findLast(({ kind }) => kind === 'payment');
  const isSettled = paidOffOn !== null && steps.some(({ kind }) => kind === 'settled');
  return {
    accountStatus: status,
    paymentRating: rating,
    daysPastDue,
    dateOfFirstDelinquency: since,
    thirtyDaysLateDate: since && addDays(since, 30),
    amountPastDue: status === '97' ? owed : centsOf(pastDue.filter(({ days }) => days >= 30).map(({ open }) => open)),
    currentBalance: owed,
    scheduledPayment: isOver ? zeroCents : reading.payment,
    highCredit: product.hasDraws ? mostOwed(state) : lentInAll(row, state),
    originalChargeOffAmount: chargedOff?.amount ?? null,
    dateOfLastPayment: lastPayment === undefined ? null : dateOf(lastPayment.on),
    dateClosed: paidOffOn === null ? null : dateOf(paidOffOn),
    specialComment: isSettled ? 'AU' : null,
  };
}

interface Told {
  readonly status: AccountStatus;
  /** Null: the status has no rating. */
  readonly rating: string | null;
}

function openStatus({ position }: State, daysPastDue: number): Told {
  if (position.standing === 'chargedOff') return { status: '97', rating: null };
  if (position.servicedBy === 'debtCollectionAgency') return { status: '93', rating: null };
  return { status: byDays(daysPastDue).status, rating: null };
}

/** As it was paid: after a charge-off, from a collection agency, or else by how late it was on the day before. */
async function paidStatus(product: HeldLoan['product'], { terms, state, on }: Books, paidOffOn: Day): Promise<Told> {
  if (state.records.steps.some(({ kind }) => kind === 'chargeOff')) return { status: '64', rating: null };
  if ((await on(paidOffOn)).position.servicedBy === 'debtCollectionAgency') return { status: '62', rating: null };
  const [oldest] = product.pastDue(terms, await on(paidOffOn - 1));
  return { status: '13', rating: byDays(oldest?.days ?? 0).rating };
}

/**
 * The due date of the first payment that was missed since the loan was last current. Paying a part of what is late, an
 * acceleration or a charge-off does not move it. Null: it was never late before.
 */
async function delinquentSince(
  product: HeldLoan['product'],
  { terms, state, on }: Books,
  through: Day,
): Promise<CivilDate | null> {
  const turns = state.records.events.filter(
    ({ type, on: day }) => day <= through && (type === 'loan.overdue' || type === 'loan.current'),
  );
  const begun = turns.at(-1);
  if (begun?.type !== 'loan.overdue') return null;
  const [first] = product.pastDue(terms, await on(begun.on));
  return first === undefined ? null : dateOf(first.dueDate);
}

const centsOf = (amounts: readonly number[]): Cents => amounts.reduce((sum, one) => sum + one, 0) as Cents;
const sumOf = ({ principal, interest, fees }: { principal: Cents; interest: Cents; fees: Cents }): number =>
  principal + interest + fees;

/** What an installment loan has lent in all: as agreed, and further advances. Interest is no part of it. */
const lentInAll = ({ at_origination }: Reported['row'], { records }: State): Cents => {
  const { principalAmount } = at_origination as { readonly principalAmount?: Cents | null };
  const advances = records.steps.filter(({ kind }) => kind === 'advance').map(({ amount }) => amount);
  return centsOf([principalAmount ?? 0, ...advances]);
};

/** The most principal that a line owed at the end of a day. */
function mostOwed({ records }: State): Cents {
  const byDay = new Map<Day, number>();
  for (const { on, account, amount } of records.postings) {
    if (account.startsWith('principal')) byDay.set(on, (byDay.get(on) ?? 0) + amount);
  }
  let owed = 0;
  let most = 0;
  for (const [, change] of [...byDay].toSorted(([a], [b]) => a - b)) {
    owed += change;
    most = Math.max(most, owed);
  }
  return most as Cents;
}
