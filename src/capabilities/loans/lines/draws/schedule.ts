// The schedule of an amortized draw: what each statement to come asks for, if each is paid on its due date and nothing
// else happens.
import { setImmediate as breathe } from 'node:timers/promises';
import type { LineFact } from '@tenor/engine/line/facts.ts';
import type { LineState } from '@tenor/engine/line/records.ts';
import { replayLine } from '@tenor/engine/line/replay.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { stopwatch } from '#platform/clock.ts';
import type { Row } from '../../core/loan/schedule-item.ts';
import { statementsMax } from '../../core/products/lines.ts';
import type { LineBooks } from './line.ts';

/** A line may have many draws: others get their turn. */
const longMs = 20;

export async function drawSchedule({ terms, state: begun }: LineBooks, drawId: string): Promise<Row[]> {
  const rows: Row[] = [];
  let spent = stopwatch();
  let state = begun;
  let facts: LineFact[] = [];
  // The first one is that of the running period, which may have nothing of it yet.
  while (rows.length <= statementsMax) {
    if (spent() > longMs) {
      await breathe();
      spent = stopwatch();
    }
    const { statementOn, dueOn, ordinal } = state.position;
    state = replayLine(terms, facts, { through: statementOn, from: state });
    const bill = [...state.records.obligations, ...state.position.obligations].find(
      (one) => one.kind === 'statement' && one.ordinal === ordinal,
    );
    const part = bill?.parts.find(({ draw }) => draw === drawId);
    const left = (drawOf(state, drawId)?.principalOwed ?? 0) - (part?.principal ?? 0);
    rows.push({
      ordinal,
      dueOn,
      interest: (part?.interest ?? 0) as Cents,
      principal: (part?.principal ?? 0) as Cents,
      fees: (part?.feesDue ?? 0) as Cents,
      balance: left as Cents,
    });
    if (left <= 0) return rows;
    facts = payment(dueOn, bill?.minimumShown ?? 0);
  }
  return rows;
}

const drawOf = ({ position }: LineState, drawId: string) => position.draws.find(({ id }) => id === drawId);

function payment(on: Day, amount: number): LineFact[] {
  if (amount === 0) return [];
  const paid = { amount: amount as Cents, status: 'succeeded', draw: null, agencyFee: 0 as Cents } as const;
  return [{ kind: 'payment', id: `expected-${on}`, on, ...paid }];
}
