// What the engine is measured against: work that nothing could leave out.

import type { Row } from './libraries.ts';
import type { AtCheckpoint, Loan, PlainLoan } from './loans.ts';

/** The level payment by its formula and a row a month, in floats: a schedule that knows no dates and rounds nothing. */
export function bareLoop({ principal, percent, months }: PlainLoan): Row[] {
  const rate = percent / 1200;
  const payment = (principal * rate) / (1 - (1 + rate) ** -months);
  const rows: Row[] = [];
  let balance = principal;
  for (let i = 0; i < months; i++) {
    const interest = balance * rate;
    balance -= payment - interest;
    rows.push({ payment, interest, principal: payment - interest, balance });
  }
  return rows;
}

/** The facts read from JSON and what came of them written to it, without the engine between. */
export function bareJson({ facts }: Loan, answer: unknown): () => unknown {
  const text = JSON.stringify(facts);
  return () => [JSON.parse(text), JSON.stringify(answer)];
}

/** A checkpoint with its facts read from JSON and written again, as a store would. */
export function checkpointAsJson({ from, facts }: AtCheckpoint): () => string {
  const text = JSON.stringify([from, facts]);
  return () => JSON.stringify(JSON.parse(text));
}
