// What would be: the statement if the period ended now, and the schedule of an amortized draw.

import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { LineFact } from './facts.ts';
import { copyOf, lineAt } from './line.ts';
import type { Bill, LineState } from './records.ts';
import { replayLine } from './replay.ts';
import type { LineObligation } from './state.ts';
import { makeStatement } from './statement.ts';
import type { Amortization, DrawTerms, LineTerms } from './terms.ts';

/** The obligation of the running period, which may still change, and its bill. Nothing of it is kept. */
export function ifEndedNow(
  terms: LineTerms,
  { position, through }: LineState,
): { obligation: LineObligation; bill: Bill } {
  const line = lineAt(terms, copyOf(position));
  const p = line.position;
  p.statementOn = through;
  makeStatement(line, through);
  const made = [...line.records.obligations, ...p.obligations];
  return {
    obligation: made.findLast(({ kind, ordinal }) => kind === 'statement' && ordinal === position.ordinal)!,
    bill: line.records.bills.at(-1)!,
  };
}

interface PreviewRow {
  readonly statementOn: Day;
  readonly dueOn: Day;
  readonly interest: Cents;
  readonly principal: Cents;
  readonly fees: Cents;
}

const rowsMax = 1_200;

/** A purchase on a draw that has nothing else, each instalment paid on its due date. */
export function previewAmortization(
  terms: LineTerms,
  draw: DrawTerms,
  { amount, on, by }: { readonly amount: Cents; readonly on: Day; readonly by: Amortization },
): PreviewRow[] {
  const named = { draw: 'draw', on };
  let facts: LineFact[] = [
    { kind: 'activation', id: 'activation', on },
    { kind: 'drawActivation', id: 'draw', ...named, terms: { ...draw, grace: null, amortization: by } },
    { kind: 'purchase', id: 'purchase', ...named, status: 'settled', amount, authorization: null },
  ];
  const rows: PreviewRow[] = [];
  let state = replayLine(terms, facts, { through: on });
  while (rows.length < rowsMax) {
    const { statementOn, dueOn } = state.position;
    state = replayLine(terms, facts, { through: statementOn, from: state });
    const { interest, principal, fees } = state.records.steps.findLast(({ kind }) => kind === 'statement')!;
    if (interest + principal + fees > 0) rows.push({ statementOn, dueOn, interest, principal, fees });
    const open = state.position.obligations.at(-1);
    if (open === undefined || state.position.draws[0]!.principalOwed === 0) return rows;
    const paid = open.minimumShown as Cents;
    const status = 'succeeded' as const;
    facts = [{ kind: 'payment', id: 'payment', on: dueOn, amount: paid, status, draw: null, agencyFee: 0 as Cents }];
    if (paid === 0) facts = [];
  }
  return rows;
}
