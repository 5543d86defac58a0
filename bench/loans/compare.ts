// Measures a figure whose service and limits have been started. Eight connections are the figure; one and 32 show where
// the time goes.
import { interleaved, type Target, warmUp } from '../load.ts';
import { type Compared, figureLine, tableHead } from '../report.ts';

export interface Against extends Compared {
  readonly target: Target;
}

export async function compare(
  ours: Target,
  limits: readonly Against[],
  { isQuick, connections = [8, 1, 32] }: { readonly isQuick: boolean; readonly connections?: readonly number[] },
): Promise<void> {
  const seconds = isQuick ? 1 : 3;
  const targets = [ours, ...limits.map(({ target }) => target)];
  console.log(tableHead());
  await warmUp(targets, seconds);
  for (const count of connections) {
    const rounds = count === 8 && !isQuick ? 5 : 3;
    const driven = await interleaved(targets, { connections: count, seconds, rounds });
    const of = ({ name }: Target) => driven.filter(({ target }) => target === name);
    for (const limit of limits) console.log(figureLine(limit, count, of(ours), of(limit.target)));
  }
}
