// Measures a figure whose service and limit have been started. Eight connections are the figure; one and 32 show where
// the time goes.
import { interleaved, type Target, warmUp } from '../load.ts';
import { type Compared, figureLine, tableHead } from '../report.ts';

export async function compare(
  figure: Compared,
  ours: Target,
  limit: Target,
  { isQuick, connections = [8, 1, 32] }: { readonly isQuick: boolean; readonly connections?: readonly number[] },
): Promise<void> {
  const seconds = isQuick ? 1 : 3;
  console.log(tableHead());
  await warmUp([ours, limit], seconds);
  for (const count of connections) {
    const rounds = count === 8 && !isQuick ? 5 : 3;
    const driven = await interleaved([ours, limit], { connections: count, seconds, rounds });
    const of = ({ name }: Target) => driven.filter(({ target }) => target === name);
    console.log(figureLine(figure, count, of(ours), of(limit)));
  }
}
