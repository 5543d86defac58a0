// Finds what a trigger means on a date: pages of loans, payments or cards, each with the row that its message gets.
import { cardsEndingOn, firstCardEnd } from '#capabilities/instruments/index.ts';
import {
  billsDueOn,
  type FirstDate,
  firstBilled,
  firstDue,
  firstOverdue,
  firstPlanned,
  firstScheduled,
  type LoanOfDate,
  loansDueOn,
  loansOverdueSince,
  type PageOfDate,
  type PaymentOfDate,
  plansOn,
  scheduledOn,
} from '#capabilities/loans/index.ts';
import { usersOfPeople } from '#capabilities/users/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Trigger } from './words.ts';

export interface Found extends LoanOfDate {
  /** Null of a card: it belongs to no loan. */
  readonly loanId: string | null;
  readonly transactionId?: string;
  readonly paymentInstrumentId?: string | null;
  /** It is only the place where the next page begins. */
  readonly isPassedOver?: true;
}

type Find = (reader: Reader, page: PageOfDate) => Promise<readonly Found[]>;

const ofLoans =
  (find: (reader: Reader, page: PageOfDate) => Promise<readonly LoanOfDate[]>): Find =>
  async (reader, page) =>
    (await find(reader, page)).map((one) => ({ ...one, loanId: one.id }));

const ofPayment = ({ person_id, id, loan_id, instrument_id }: PaymentOfDate): Found => ({
  person_id,
  id,
  loanId: loan_id,
  paymentInstrumentId: instrument_id,
});

const plans: Find = async (reader, page) => (await plansOn(reader, page)).map(ofPayment);

const unpaidByAutopay = [
  ofLoans((reader, page) => loansDueOn(reader, page, { isOnAutopay: false })),
  ofLoans((reader, page) => billsDueOn(reader, page, { isOnAutopay: false })),
];
const firstOnes = [
  ofLoans((reader, page) => loansDueOn(reader, page, { isFirst: true })),
  ofLoans((reader, page) => billsDueOn(reader, page, { isFirst: true })),
];
const firstWithoutAutopay = [
  ofLoans((reader, page) => loansDueOn(reader, page, { isFirst: true, isOnAutopay: false })),
  ofLoans((reader, page) => billsDueOn(reader, page, { isFirst: true, isOnAutopay: false })),
];

const withoutUser =
  (find: Find): Find =>
  async (reader, page) => {
    const found = await find(reader, page);
    const users = await reader.rows(
      usersOfPeople(
        reader,
        found.map(({ person_id }) => person_id),
      ),
    );
    const signedUp = new Set(users.map(({ person_id }) => person_id));
    return found.map((one) => (signedUp.has(one.person_id) ? { ...one, isPassedOver: true } : one));
  };

const overdue = [ofLoans(loansOverdueSince)];

export const findersOf: Readonly<Record<Trigger, readonly Find[]>> = {
  expectedPayment: unpaidByAutopay,
  autopayExpectedPayment: [plans],
  autopayExpectedPaymentChangedAmount: [plans],
  autopayFirstPayment: firstWithoutAutopay,
  loginFirstPayment: firstOnes.map(withoutUser),
  futurePayment: [
    async (reader, page) =>
      (await scheduledOn(reader, page)).map((one) => ({ ...ofPayment(one), transactionId: one.id })),
  ],
  cardExpiration: [
    async (reader, { date, loanTypeId, after, limit }) =>
      loanTypeId === null
        ? (await cardsEndingOn(reader, { date, after, limit })).map((one) => ({
            ...one,
            loanId: null,
            paymentInstrumentId: one.id,
          }))
        : [],
  ],
  loanOverdue: overdue,
  loanRightToCure: overdue,
};

const dues = [firstDue, firstBilled];

/** By which the first date from a day on is found that a trigger may mean. */
export const firstDatesOf: Readonly<Record<Trigger, readonly FirstDate[]>> = {
  expectedPayment: dues,
  autopayExpectedPayment: [firstPlanned],
  autopayExpectedPaymentChangedAmount: [firstPlanned],
  autopayFirstPayment: dues,
  loginFirstPayment: dues,
  futurePayment: [firstScheduled],
  cardExpiration: [firstCardEnd],
  loanOverdue: [firstOverdue],
  loanRightToCure: [firstOverdue],
};
