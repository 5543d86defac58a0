// What can be booked: the accounts of a loan's own books, and those of the cash book. A company says to which of its
// accounts each is booked. Whether something is due or late is a figure of the loan, so the three accounts that a loan
// has for it are one source; so are those of all draws of a line.
import { feeTypes } from '@tenor/engine/account/terms.ts';
import { type CashAccount, cashAccounts } from '#capabilities/bank-books/index.ts';
import type { Book } from './journal.ts';

const ofLoans: Readonly<Record<string, string>> = {
  principal: 'principal that is outstanding',
  interest: 'interest that came due and is not paid',
  clearing: 'money of loans that came in and went out',
  customerCredit: 'what loans owe their borrowers',
  migration: 'balances of loans that were taken over',
  disputed: 'purchases that are disputed',
  unearnedDiscount: 'discounts of merchants that are not earned yet',
  discountIncome: 'discounts of merchants that are earned',
  interestIncome: 'interest',
  serviceCredits: 'credits that were given',
  waivedFees: 'fees that were waived',
  allowance: 'principal that was charged off',
  recoveries: 'what was paid on loans after their charge-off',
  agencyFees: 'what collection agencies kept',
  'settled.principal': 'principal that settlements gave up',
  'settled.interest': 'interest that settlements gave up',
  'settled.fees': 'fees that settlements gave up',
  ...Object.fromEntries(feeTypes.map((type) => [`fees.${type}`, `fees of the type ${type} that are not paid`])),
  ...Object.fromEntries(feeTypes.map((type) => [`feeIncome.${type}`, `fees of the type ${type}`])),
};

const ofCash = Object.fromEntries(
  Object.entries(cashAccounts).map(([account, says]) => [`cash.${account}`, `the cash book: ${says}`]),
);

/** Each source, in words. */
export const sources: Readonly<Record<string, string>> = { ...ofLoans, ...ofCash };

export const sourceNames = Object.keys(sources) as [string, ...string[]];

const bucket = /\.(notDue|due|overdue)$/;

/** The source of an account of one of the books. */
export const sourceOf = (book: Book, account: string | CashAccount): string =>
  book === 'cash' ? `cash.${account}` : account.replace(bucket, '');
