// The last lines of a run: what it took, the slowest files, and what failed with its error, so that a log that is cut
// still holds it.
import { byFile, type Results, seconds } from './run-batches.ts';

/** Gives the exit code. */
export function summary({ ended, broken }: Results, wallMs: number): number {
  const files = [...byFile(ended)].sort(([, a], [, b]) => b.ms - a.ms);
  const failed = files.flatMap(([, one]) => one.failed);
  const tests = files.reduce((sum, [, one]) => sum + one.tests, 0);
  const spentMs = files.reduce((sum, [, { ms }]) => sum + ms, 0);
  console.log('\nThe slowest files:');
  for (const [file, { ms }] of files.slice(0, 10)) console.log(`${seconds(ms)}  ${file}`);
  console.log(`${seconds(spentMs)}  all ${files.length} together, within ${seconds(wallMs).trim()}`);
  for (const { file, name, error } of failed) console.log(`\nFAILED ${file}\n  ${name}\n${error}`);
  for (const { files: those, said } of broken) console.log(`\nBROKE OFF ${those.join(' ')}\n${said}`);
  console.log(
    `\n${tests} tests, ${failed.length} failed${broken.length === 0 ? '' : `, ${broken.length} processes broke off`}`,
  );
  return failed.length + broken.length === 0 ? 0 : 1;
}
