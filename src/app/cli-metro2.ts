// `tenor metro2 check FILE`: what a credit agency would not take in a file, without a server.
import { type CheckedFile, checkFile, readMonth } from '@tenor/metro2/check/check-file.ts';
import { counted } from '#platform/doctor/check.ts';
import { fileOf } from './ach-file.ts';
import { failed } from './bank-files.ts';
import { CommandFailed, type Given, print } from './command.ts';
import { chunksOfFile } from './file-chunks.ts';
import { printable } from './printable.ts';
import { WrongUse } from './wrong-use.ts';

export async function checkMetro2(values: Given, words: readonly string[]): Promise<void> {
  const file = fileOf(words, 'the Metro 2 file');
  const { before } = values;
  if (file === '-' && before === '-') throw new WrongUse('Only one of the two files can be standard input.');
  const month = typeof before === 'string' ? await read(before, readMonth) : undefined;
  const found = await read(file, (chunks) => checkFile(chunks, month));
  print(values.json === true ? JSON.stringify(found, null, 2) : inWords(file, found));
  if (found.count > 0) throw new CommandFailed(`${counted(found.count, 'fault')} found in ${printable(file)}.`);
}

async function read<T>(file: string, work: (chunks: AsyncIterable<Uint8Array>) => Promise<T>): Promise<T> {
  try {
    return await work(file === '-' ? process.stdin : chunksOfFile(file));
  } catch (error) {
    throw failed(printable(file), error);
  }
}

function inWords(file: string, { accounts, header, findings, count, byRule }: CheckedFile): string {
  const more = count - findings.length;
  return [
    [
      `${printable(file)}: ${counted(accounts, 'account')}`,
      ...(header === undefined
        ? []
        : [`of ${printable(header.reporterName)}`, `as of ${header.activityDate ?? 'no day'}`]),
    ].join(' '),
    ...findings.map(({ line, column, rule, says }) => `line ${line}, column ${column}: ${printable(says)} (${rule})`),
    ...(more > 0 ? [`and ${more} more: ${rulesIn(byRule)}`] : []),
    ...(count === 0 ? ['Nothing in it breaks a rule.'] : []),
  ].join('\n');
}

const rulesIn = (byRule: CheckedFile['byRule']): string =>
  Object.entries(byRule)
    .map(([rule, times]) => `${rule} ${times}`)
    .join(', ');
