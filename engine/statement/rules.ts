// What each product says of its statements.

import type { Fact } from '../account/facts.ts';
import type { Records } from '../account/records.ts';
import { installment } from '../installment/product.ts';
import type { Position } from '../installment/state.ts';
import type { Terms } from '../installment/terms.ts';
import type { LineFact } from '../line/facts.ts';
import { line } from '../line/product.ts';
import type { LineRecords } from '../line/records.ts';
import type { LinePosition } from '../line/state.ts';
import type { LineTerms } from '../line/terms.ts';
import { followingOfLine, followingOfLoan } from './following.ts';
import { daysBeforeDue, lastOfLoan, nextOfLoan } from './loan-days.ts';
import type { StatementRules } from './made.ts';
import { billOn, statementOfLine } from './of-line.ts';
import { statementOfLoan } from './of-loan.ts';

export const lineStatements: StatementRules<LineTerms, LinePosition, LineFact, LineRecords> = {
  replaying: line.replaying,
  next(_, { position: p, records: { bills } }, after) {
    const known = bills.find(({ statementOn }) => statementOn > after) ?? toCome(p);
    if (known === undefined || known.statementOn <= after) return undefined;
    const { ordinal, statementOn: on, dueOn, periodStart } = known;
    return { ordinal, on, dueOn, periodStart };
  },
  following: (terms, facts, asked) => followingOfLine(lineStatements.next, [terms, facts], asked),
  isMade: (_, state, { on }) => billOn(state, on) !== undefined,
  figures: statementOfLine,
};

export const loanStatements: StatementRules<Terms, Position, Fact, Records> = {
  replaying: installment.replaying,
  next: (terms, { position }, after) => nextOfLoan(position, daysBeforeDue(terms), after),
  following: (terms, facts, asked) => followingOfLoan(loanStatements, [terms, facts], asked),
  isMade(terms, { position: p }, day) {
    const last =
      p.standing === 'active' && p.paidOffOn === null ? lastOfLoan(p, daysBeforeDue(terms), day.on) : undefined;
    return last?.on === day.on && last.ordinal === day.ordinal;
  },
  figures: statementOfLoan,
};

const toCome = (p: LinePosition): LinePosition | undefined =>
  p.standing === 'pending' || p.standing === 'chargedOff' || p.paidOffOn !== null ? undefined : p;
