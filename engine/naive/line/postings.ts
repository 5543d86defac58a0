// What was posted, by day and account: the change of each balance over the day (1.10). Debit is positive.

import type { Day } from '../../values/day.ts';
import { creditOf, type Draw, type FeePiece, type Line, openFees } from './line.ts';

export interface Posting {
  readonly on: Day;
  readonly account: string;
  readonly amount: number;
}

type Accounts = Readonly<Record<string, number>>;

export function accountsOf(line: Line): Accounts {
  const { books } = line;
  const spent = books.regular + books.cashAdvance + books.balanceTransfer + books.static;
  return {
    ...Object.assign({}, ...line.draws.map((draw) => accountsOfDraw(line, draw))),
    ...feeAccounts('line', line.waiting, (isOverdue) =>
      line.obligations.filter((each) => each.isOverdue === isOverdue).flatMap(({ lineFees }) => lineFees),
    ),
    'line:chargedOff:fees': openFees(line.chargedOffFees),
    customerCredit: -creditOf(line),
    clearing: books.payments - books.agencyFees + books.refunds - books.reimbursed - spent,
    interestIncome: books.givenBack - books.interestIncome,
    feeIncome: books.waived - books.feeIncome,
    serviceCredits: books.serviceCredits,
    writtenOff: books.writtenOff,
    agencyFees: books.agencyFees,
    migration: books.migration,
  };
}

function accountsOfDraw(line: Line, draw: Draw): Accounts {
  const { id, principal, disputed, chargedOff } = draw;
  const parts = (isOverdue: boolean) =>
    line.obligations
      .filter((each) => each.isOverdue === isOverdue)
      .flatMap((each) => each.parts.filter((part) => part.draw === draw));
  const sum = (isOverdue: boolean, what: 'interest' | 'principal') =>
    parts(isOverdue).reduce((total, part) => total + part[what], 0);
  const waiting = [...draw.waiting, ...draw.spreadFees];
  return {
    [`${id}:principal:notDue`]: principal,
    [`${id}:principal:due`]: sum(false, 'principal'),
    [`${id}:principal:overdue`]: sum(true, 'principal'),
    [`${id}:interest:due`]: sum(false, 'interest'),
    [`${id}:interest:overdue`]: sum(true, 'interest'),
    [`${id}:disputed`]: disputed,
    [`${id}:chargedOff:principal`]: chargedOff.principal,
    [`${id}:chargedOff:interest`]: chargedOff.interest,
    [`${id}:chargedOff:fees`]: chargedOff.fees,
    ...feeAccounts(id, waiting, (isOverdue) => parts(isOverdue).flatMap(({ fees }) => fees)),
  };
}

function feeAccounts(of: string, waiting: readonly FeePiece[], billed: (isOverdue: boolean) => FeePiece[]): Accounts {
  const accounts: Record<string, number> = {};
  const add = (bucket: string, pieces: readonly FeePiece[]) => {
    for (const { type, open } of pieces) {
      const account = `${of}:fees:${type}:${bucket}`;
      accounts[account] = (accounts[account] ?? 0) + open;
    }
  };
  add('waiting', waiting);
  add('due', billed(false));
  add('overdue', billed(true));
  return accounts;
}

export function postingsBetween(on: Day, before: Accounts, after: Accounts): Posting[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .map((account) => ({ on, account, amount: (after[account] ?? 0) - (before[account] ?? 0) }))
    .filter(({ amount }) => amount !== 0);
}
