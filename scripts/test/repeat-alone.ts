// Whatever fails beside others runs once more, by itself, when all others have ended: a machine that is busy with them may
// be the cause. Its second result counts, and the first is printed as UNSTEADY so that it is mended. What is drawn is drawn
// again: a failure that a draw found stays one.
import { type Batch, cores } from './files.ts';
import { type Results, runBatches } from './run-batches.ts';

/** When more of them fail, something is broken, and to repeat them all would only take time. */
const filesMax = 10;

export async function repeatAlone(first: Results, isDetailed: boolean): Promise<Results> {
  const unsteady = [
    ...first.ended.flatMap(({ failed }) => failed),
    ...first.broken.flatMap(({ files, said }) => files.map((file) => ({ file, name: 'broke off', error: said }))),
  ];
  const repeated = new Set(unsteady.map(({ file }) => file));
  if (repeated.size === 0 || (repeated.size > filesMax && first.broken.length === 0)) return first;
  for (const { file, name, error } of unsteady) console.log(`\nUNSTEADY ${file}\n  ${name}\n${error}`);
  console.log(`\nOnce more, one at a time: ${[...repeated].join(' ')}`);
  const alone = [...repeated].map((file): Batch => ({ files: [file], load: cores }));
  const again = await runBatches(alone, isDetailed);
  return {
    unsteady,
    ended: [...first.ended.filter(({ file }) => !repeated.has(file)), ...again.ended],
    broken: [...first.broken.filter(({ files }) => !files.some((file) => repeated.has(file))), ...again.broken],
  };
}
