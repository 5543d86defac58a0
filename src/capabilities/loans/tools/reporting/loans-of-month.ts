// What the books of loans, and those who work on them, say of a month to credit agencies: by plain figures, without the
// people. The books are those of the month's last day, as they were known at an instant.
import type { Frequency } from '@tenor/engine/time/due-dates.ts';
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Facts } from '@tenor/metro2/month/facts.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { inSlices } from '#platform/loop/slices.ts';
import { type RowOfWhole, type WholeLoan, wholeLoans } from '../../core/lifecycle/whole-loans.ts';
import { keysOf, type LoanIds } from '../../core/loan/named-loans.ts';
import type { Books, HeldLoan } from '../../core/loan/product.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import type { Thing, ThingTable } from '../../core/loan/thing.ts';
import { productOf } from '../../core/products/list.ts';
import { termsOf } from '../../core/timeline/held-loan.ts';
import { type HardshipRow, hardships } from '../hardship/tables.ts';
import { type LoanPersonRow, parties } from '../parties/party.ts';
import { type MarkRow, marks } from './mark.ts';
import { codeOn } from './marks.ts';
import { reportedOf } from './reported.ts';
import type { NotReported } from './words.ts';

export interface PersonOfLoan {
  readonly personId: string;
  readonly relation: 'mainBorrower' | 'coBorrower' | 'guarantor' | 'authorizedUser';
  /** They left the loan in this month. */
  readonly isReleased: boolean;
}

/** What a loan says of the month, whoever the agency is. */
type OfBooks = Omit<
  Facts,
  | 'identification'
  | 'accountNumber'
  | 'portfolio'
  | 'accountType'
  | 'people'
  | 'dispute'
  | 'isOnActiveDuty'
  | 'closedByConsumerOn'
>;

export interface LoanOfMonth {
  readonly personId: string;
  readonly loanId: string;
  readonly loanTypeId: string;
  readonly isLine: boolean;
  /** It was overdue when it was taken over: who collects it is a collector of debts (15 USC 1692a(6)(F)(iii)). */
  readonly wasTakenOverInDefault: boolean;
  /** Null: it may be reported. */
  readonly notReported: NotReported | null;
  readonly facts: OfBooks;
  /** The code that somebody has set, with its first day. */
  readonly compliance: { readonly code: string; readonly on: CivilDate } | null;
  readonly people: readonly PersonOfLoan[];
}

interface Asked {
  readonly asOf: CivilDate;
  readonly knownAt: Instant;
}

/** They are in the order of the loans; a loan whose books had not begun by the day is left out. */
export async function loansOfMonth(reader: Reader, loans: readonly LoanIds[], asked: Asked): Promise<LoanOfMonth[]> {
  if (loans.length === 0) return [];
  const [whole, [relief, people, set]] = await Promise.all([
    wholeLoans(reader, loans),
    reader.together(
      thingsOf(reader, hardships, loans).where('status', '=', 'active'),
      thingsOf(reader, parties, loans).orderBy('position'),
      thingsOf(reader, marks, loans).orderBy('position', 'desc'),
    ),
  ]);
  const by = <R extends { readonly loan_id: string }>(rows: readonly R[]) =>
    Map.groupBy(rows, ({ loan_id }) => loan_id);
  const [reliefBy, peopleBy, marksBy] = [by(relief), by(people), by(set)];
  const found: LoanOfMonth[] = [];
  for (const loan of whole) {
    const { id } = loan.row;
    const beside = { marks: marksBy.get(id) ?? [], relief: reliefBy.get(id) ?? [], parties: peopleBy.get(id) ?? [] };
    const one = await loanOfMonth(loan, beside, asked);
    if (one !== undefined) found.push(one);
  }
  return found;
}

/** One loan alone is named as one, so that a cluster asks one node. */
export function thingsOf<N extends ThingTable>(reader: Reader, thing: Thing<N>, loans: readonly LoanIds[]) {
  const [only, ...others] = loans;
  if (only !== undefined && others.length === 0) return thing.of(reader, keysOf(only));
  const people = [...new Set(loans.map(({ person_id }) => person_id))];
  return thing.ofLoans(reader, { people, loans: loans.map(({ id }) => id) });
}

interface Beside {
  /** The one that was set last comes first. */
  readonly marks: readonly MarkRow[];
  readonly relief: readonly HardshipRow[];
  readonly parties: readonly LoanPersonRow[];
}

async function loanOfMonth(
  loan: WholeLoan,
  { marks: set, relief, parties: others }: Beside,
  { asOf, knownAt }: Asked,
): Promise<LoanOfMonth | undefined> {
  const { row, facts } = loan;
  if (row.started_on === null) return undefined;
  const product = productOf(row);
  const terms = termsOf(row);
  const on = (through: Day) => inSlices(product.replaying(terms, facts, { through, knownAt }));
  const state = await on(dayOf(asOf));
  if (state.position.standing === 'pending') return undefined;
  const books: Books = { terms, state, on };
  const code = codeOn(set, 'complianceConditionCode', asOf);
  return {
    personId: row.person_id,
    loanId: row.id,
    loanTypeId: row.loan_type_id,
    isLine: product.hasDraws,
    wasTakenOverInDefault: row.defaulted_at_boarding === true,
    notReported: notReported(row, set, asOf),
    facts: {
      ...(await factsOf({ row, product }, books, asOf)),
      ...reliefOf(relief, { asOf, dueNext: () => product.relief.deferrable(state).map(dateOf) }),
      comment: commentOf(set, asOf),
    },
    compliance: code === null ? null : { code, on: startOf(set, code) ?? asOf },
    people: peopleOf(row, others, asOf),
  };
}

function notReported(
  { status, at_origination }: Pick<LoanRow, 'status' | 'at_origination'>,
  set: readonly MarkRow[],
  asOf: CivilDate,
): NotReported | null {
  if (status === 'canceled' || status === 'declined') return status;
  if (at_origination.skipCreditReporting) return 'skipCreditReporting';
  return codeOn(set, 'suppression', asOf) === null ? null : 'suppressed';
}

const startOf = (set: readonly MarkRow[], code: string): CivilDate | undefined =>
  set.find((mark) => mark.kind === 'complianceConditionCode' && mark.code === code)?.start_date;

/** They say that an account is over, which the books say themselves. */
const commentsOfTheEnd: readonly string[] = ['AH', 'AS', 'AT', 'AU', 'AX', 'BP', 'C', 'O'];

function commentOf(set: readonly MarkRow[], asOf: CivilDate): string {
  const code = codeOn(set, 'specialComment', asOf) ?? '';
  return commentsOfTheEnd.includes(code) ? '' : code;
}

interface Kept extends Pick<HeldLoan, 'product'> {
  readonly row: RowOfWhole;
}

type FromBooks = Omit<OfBooks, 'relief' | 'isModified' | 'isOnPartialPlan' | 'comment'>;

async function factsOf({ row, product }: Kept, books: Books, asOf: CivilDate): Promise<FromBooks> {
  const { terms, state, on } = books;
  const { position, records } = state;
  const { paidOffOn } = position;
  const said = await reportedOf({ row, product }, books);
  const before = paidOffOn === null ? undefined : await on(paidOffOn - 1);
  const daysPastDue = before === undefined ? said.daysPastDue : (product.pastDue(terms, before)[0]?.days ?? 0);
  const chargedOff = records.steps.findLast(({ kind }) => kind === 'chargeOff');
  return {
    openedOn: dateOf(position.startedOn),
    ...termsOfMonth(row),
    creditLimitCents: product.limits(terms, state)?.creditLimitAmount ?? 0,
    highestCents: said.highCredit ?? 0,
    regularPaymentCents: said.scheduledPayment ?? 0,
    receivedCents: receivedIn(state, asOf),
    lastPaymentOn: said.dateOfLastPayment,
    balanceCents: said.currentBalance ?? 0,
    overdueCents: said.amountPastDue ?? 0,
    daysPastDue,
    firstMissedOn: said.dateOfFirstDelinquency,
    chargedOff: chargedOff === undefined ? null : { on: dateOf(chargedOff.on), cents: chargedOff.amount },
    isInCollection: (before ?? state).position.servicedBy === 'debtCollectionAgency',
    end:
      paidOffOn === null
        ? null
        : {
            kind: 'paid',
            on: dateOf(paidOffOn),
            by: 'borrower',
            isForLess: records.steps.some(({ kind }) => kind === 'settled'),
          },
    isLineSuspended: product.hasDraws && position.standing === 'frozen',
  };
}

/** What came in the month, by its day. */
function receivedIn({ records }: Books['state'], asOf: CivilDate): number {
  const from = dayOf(`${asOf.slice(0, 8)}01` as CivilDate);
  return records.steps
    .filter(({ kind, on }) => kind === 'payment' && on >= from)
    .reduce((sum, { amount }) => sum + amount, 0);
}

interface Rhythm {
  /** This is how Metro 2 calls it. */
  readonly code: string;
  readonly paymentsInYear: number;
}

const rhythms: Readonly<Record<Frequency, Rhythm>> = {
  weekly: { code: 'W', paymentsInYear: 52 },
  everyTwoWeeks: { code: 'B', paymentsInYear: 26 },
  everyNWeeks: { code: 'M', paymentsInYear: 13 },
  twiceMonthly: { code: 'E', paymentsInYear: 24 },
  monthly: { code: 'M', paymentsInYear: 12 },
  quarterly: { code: 'Q', paymentsInYear: 4 },
  halfYearly: { code: 'S', paymentsInYear: 2 },
  yearly: { code: 'Y', paymentsInYear: 1 },
  singleTerm: { code: 'P', paymentsInYear: 12 },
};

interface AgreedTerms {
  readonly paymentFrequency?: Frequency | null;
  readonly duration?: number | null;
  readonly expectedPayments?: readonly object[] | null;
}

/** The terms as they were agreed: an agency refuses those that change. */
function termsOfMonth(row: Kept['row']) {
  const { paymentFrequency, duration, expectedPayments } = row.at_origination as AgreedTerms;
  const { code, paymentsInYear } = rhythms[paymentFrequency ?? 'monthly'];
  const payments = duration ?? expectedPayments?.length ?? 1;
  return {
    frequency: code,
    duration: Math.min(999, Math.ceil((payments * 12) / paymentsInYear)),
    mayRateChange: row.index_known !== null,
  };
}

interface EndOfMonth {
  readonly asOf: CivilDate;
  /** Due dates to come that are not deferred. */
  dueNext(): readonly CivilDate[];
}

/** What is agreed in hardship and goes on at the end of the month. */
function reliefOf(
  rows: readonly HardshipRow[],
  { asOf, dueNext }: EndOfMonth,
): Pick<OfBooks, 'relief' | 'isModified' | 'isOnPartialPlan'> {
  const running = rows.filter(
    ({ effective_on, final_on }) => effective_on <= asOf && (final_on === null || final_on > asOf),
  );
  const deferrals = running.filter(({ kind }) => kind === 'deferral');
  const isDisaster = deferrals.some(({ said }) => said.disasterNumber !== undefined);
  const deferred = deferrals.flatMap(({ said }) => said.dueDates ?? []);
  return {
    // The books have moved what was due: while the borrower keeps to it, nothing of it is overdue.
    relief:
      deferrals.length === 0
        ? null
        : {
            kind: isDisaster ? 'disaster' : 'deferral',
            isKept: true,
            resumesOn: resumesOn(deferred, { asOf, dueNext }),
          },
    isModified: rows.some(({ kind, effective_on }) => kind === 'reAge' && effective_on <= asOf),
    isOnPartialPlan: running.some(({ kind }) => kind === 'customPaymentPlan'),
  };
}

/** Null: the payment that comes next is not deferred, or only the last one comes. */
function resumesOn(deferred: readonly CivilDate[], { asOf, dueNext }: EndOfMonth): CivilDate | null {
  const resumes = dueNext().find((date) => date > asOf);
  if (resumes === undefined) return null;
  return deferred.some((date) => date > asOf && date < resumes) ? resumes : null;
}

const relations: readonly string[] = ['coBorrower', 'guarantor', 'authorizedUser'];

/** The main borrower comes first. Who has left before this month is not among them. */
function peopleOf(
  row: Pick<LoanRow, 'person_id' | 'additional_people'>,
  rows: readonly LoanPersonRow[],
  asOf: CivilDate,
): PersonOfLoan[] {
  const monthBegins = `${asOf.slice(0, 8)}01` as CivilDate;
  const recorded = rows
    .filter(
      ({ start_date, end_date }) => start_date <= asOf && (end_date === null || end_date >= addDays(monthBegins, -1)),
    )
    .map(({ other_person_id, relation, end_date }) => ({
      personId: other_person_id,
      relation,
      isReleased: end_date !== null && end_date <= asOf,
    }));
  const known = new Set(rows.map(({ other_person_id }) => other_person_id));
  const agreed = row.additional_people
    .filter(({ personId }) => !known.has(personId))
    .map(({ personId, loanRelationType }) => ({ personId, relation: loanRelationType, isReleased: false }));
  const others = [...agreed, ...recorded].filter(({ relation }) => relations.includes(relation)) as PersonOfLoan[];
  return [{ personId: row.person_id, relation: 'mainBorrower', isReleased: false }, ...others];
}
