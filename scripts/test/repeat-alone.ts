// What measures time or kills processes may fail because of what runs beside it. Such a file runs once more, by itself,
// when all others have ended: its second result counts, and the first is printed as UNSTEADY so that it is mended.
import { type Batch, cores } from './files.ts';
import { type Results, runBatches } from './run-batches.ts';

/** Sockets, deliveries and streams wait for moments too. The rest has no such excuse. */
const isAboutTime = (file: string): boolean =>
  /^tests\/(crash|browser)\/|^tests\/(fuzz|overload|events-stream|event-order)\./.test(file) ||
  /^src\/(platform\/(http|egress)|capabilities\/webhooks\/delivery)\//.test(file);

export async function repeatAlone(first: Results, isDetailed: boolean): Promise<Results> {
  const unsteady = [
    ...first.ended.flatMap(({ failed }) => failed),
    ...first.broken.flatMap(({ files, said }) => files.map((file) => ({ file, name: 'broke off', error: said }))),
  ].filter(({ file }) => isAboutTime(file));
  if (unsteady.length === 0) return first;
  for (const { file, name, error } of unsteady) console.log(`\nUNSTEADY ${file}\n  ${name}\n${error}`);
  const repeated = new Set(unsteady.map(({ file }) => file));
  console.log(`\nOnce more, one at a time: ${[...repeated].join(' ')}`);
  const alone = [...repeated].map((file): Batch => ({ files: [file], load: cores }));
  const again = await runBatches(alone, isDetailed);
  return {
    unsteady,
    ended: [...first.ended.filter(({ file }) => !repeated.has(file)), ...again.ended],
    broken: [...first.broken.filter(({ files }) => !files.some((file) => repeated.has(file))), ...again.broken],
  };
}
