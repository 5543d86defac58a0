// For tests: the account of a line and what listeners hear, in short lines. A day costs 0.1 %.

import { dateOf } from '../values/day.ts';
import type { LineFact } from './facts.ts';
import { replayLine } from './replay.ts';
import type { LineTerms } from './terms.ts';
import { activation, buy, day, draw, drawTerms, lineTerms } from './test-lines.ts';

/** Statements on the 12th, due on the 8th; 50.00 at least. */
export const terms = lineTerms([12, 8], { floor: 50 });
const cents = (amount: number): string => (amount / 100).toFixed(2);

/** Day, kind, draw, amount; in brackets what of it is fees, interest, principal, credit. */
export function account(facts: readonly LineFact[], from: string, on: string, of: LineTerms = terms): string[] {
  const { steps } = replayLine(of, facts, { through: day(on) }).records;
  return steps
    .filter((step) => step.on >= day(from))
    .map((step) => {
      const parts = [step.fees, step.interest, step.principal, step.over].map(cents).join(' ');
      return `${dateOf(step.on)} ${step.kind}${step.draw === null ? '' : ` ${step.draw}`} ${cents(step.amount)} (${parts})`;
    });
}

export function heard(facts: readonly LineFact[], from: string, on: string, of: LineTerms = terms): string[] {
  const { events } = replayLine(of, facts, { through: day(on) }).records;
  return events
    .filter((event) => event.on >= day(from))
    .map((event) => `${dateOf(event.on)} ${event.type}${event.draw === undefined ? '' : ` ${event.draw}`}`);
}

export const begin = (amount: number): LineFact[] => [
  activation('2027-05-15'),
  draw('2027-05-15', 'A', drawTerms('0.365')),
  buy('2027-05-20', 'A', amount),
];
