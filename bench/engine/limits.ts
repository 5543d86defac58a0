// The limits of the engine's figures: work that no implementation could leave out.

import type { Row } from './libraries.ts';
import type { AtCheckpoint, Loan, PlainLoan } from './loans.ts';

/** The level payment by its formula and one row a month, in floats: a schedule without dates and without rounding. */
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

/** Reads the facts from JSON and writes the answer as JSON, without the engine between the two. */
export function bareJson({ facts }: Loan, answer: unknown): () => unknown {
  const text = JSON.stringify(facts);
  return () => [JSON.parse(text), JSON.stringify(answer)];
}

/** Reads a checkpoint and its facts from JSON and writes them again, as a store would. */
export function checkpointAsJson({ from, facts }: AtCheckpoint): () => string {
  const text = JSON.stringify([from, facts]);
  return () => JSON.stringify(JSON.parse(text));
}
