// A file as records, whatever its size: what stands in memory is a chunk and the record that it cuts. Records stand on lines,
// or follow each other; then the record descriptor word says where the next one begins.
import { fixedLength } from '../layout/segments.ts';
import { type Finding, type FormRule, finding } from './finding.ts';

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface RawRecord {
  readonly line: number;
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** A record descriptor word has four digits. */
const lengthMax = 9999;
const lengthOfWord = 4;
/** With the end of a line. */
const heldMax = lengthMax + 2;

export async function* recordsOf(chunks: Chunks): AsyncGenerator<RawRecord> {
  let [rest, line] = ['', 0];
  let take: typeof takeLine | undefined;
  for await (const chunk of chunks) {
    rest += bytesAsText(chunk);
    if (take === undefined && rest.length <= heldMax) continue;
    take ??= formOf(rest);
    for (let taken = take(rest, line + 1, false); taken !== undefined; taken = take(rest, line + 1, false)) {
      yield taken.record;
      [rest, line] = [taken.rest, line + 1];
      if (taken.isLost) return;
    }
  }
  take ??= formOf(rest);
  while (rest !== '') {
    const taken = take(rest, line + 1, true) as Taken;
    yield taken.record;
    [rest, line] = [taken.rest, line + 1];
    if (taken.isLost) return;
  }
}

const bytesAsText = (chunk: Uint8Array): string =>
  Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');

interface Taken {
  readonly record: RawRecord;
  readonly rest: string;
  /** Nobody knows where the next record begins. */
  readonly isLost: boolean;
}

const formOf = (text: string) => (text.slice(0, heldMax).includes('\n') ? takeLine : takeByWord);

/** Undefined: more of the file is needed. */
function takeLine(rest: string, line: number, isEnd: boolean): Taken | undefined {
  const end = rest.indexOf('\n');
  if ((end === -1 ? rest.length : end) > heldMax)
    return lost(
      line,
      rest.slice(0, lengthMax),
      'cut-off',
      lengthMax + 1,
      `the line must end here: a record has at most ${lengthMax} characters`,
    );
  if (end === -1 && !isEnd) return undefined;
  const text = (end === -1 ? rest : rest.slice(0, end)).replace(/\r$/, '');
  return {
    record: { line, text, findings: faultsOfLine(line, text) },
    rest: end === -1 ? '' : rest.slice(end + 1),
    isLost: false,
  };
}

function faultsOfLine(line: number, text: string): Finding[] {
  if (text === '') return [finding(line, 1, 'empty-line', 'the line is empty')];
  const word = wordOf(text);
  if (word === undefined) return [finding(line, 1, 'record-length', 'the record descriptor word is not four digits')];
  if (word === text.length && word >= fixedLength) return [];
  return [
    finding(
      line,
      1,
      'record-length',
      `the record descriptor word says ${word} characters, and the line has ${text.length}`,
    ),
  ];
}

function takeByWord(rest: string, line: number, isEnd: boolean): Taken | undefined {
  if (rest.length < lengthOfWord && !isEnd) return undefined;
  const word = wordOf(rest);
  if (word === undefined || word < fixedLength)
    return lost(
      line,
      rest.slice(0, fixedLength),
      'record-length',
      1,
      `the record descriptor word is not four digits from 0${fixedLength} on, so nobody knows where the next record begins`,
    );
  if (rest.length < word && !isEnd) return undefined;
  if (rest.length < word)
    return lost(line, rest, 'cut-off', rest.length + 1, `the file ends here, and the record has ${word} characters`);
  return { record: { line, text: rest.slice(0, word), findings: [] }, rest: rest.slice(word), isLost: false };
}

const wordOf = (text: string): number | undefined => {
  const word = text.slice(0, lengthOfWord);
  return /^\d{4}$/.test(word) ? Number(word) : undefined;
};

const lost = (line: number, text: string, rule: FormRule, column: number, says: string): Taken => ({
  record: { line, text, findings: [finding(line, column, rule, says)] },
  rest: '',
  isLost: true,
});
