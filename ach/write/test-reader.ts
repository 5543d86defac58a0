// A reader for these tests alone. It takes positions from the printed layouts and shares no line with the writer: sums and
// counts are made anew from what stands there.

interface ReadEntry {
  readonly id: string;
  readonly cents: number;
  readonly account: string;
  readonly trace: string;
}

interface ReadFile {
  readonly modifier: string;
  readonly entries: ReadEntry[];
  readonly debits: number;
  readonly credits: number;
  readonly faults: string[];
}

const at = (line: string, from: number, to: number): string => line.substring(from - 1, to);
const numberAt = (line: string, from: number, to: number): number => {
  const text = at(line, from, to);
  if (!/^[0-9]+$/.test(text)) throw new Error(`'${text}' at ${from} is no number: ${line}`);
  return Number(text);
};
const isDebitCode = (code: number): boolean => code % 10 >= 6;

interface Sum {
  count: number;
  hash: bigint;
  debits: number;
  credits: number;
}
const empty = (): Sum => ({ count: 0, hash: 0n, debits: 0, credits: 0 });

export function readFile(text: string): ReadFile {
  const lines = text.split('\n').slice(0, -1);
  const faults: string[] = [];
  const entries: ReadEntry[] = [];
  const file = empty();
  let [batch, batches, last] = [empty(), 0, ''];
  const must = (isTrue: boolean, what: string): void => {
    if (!isTrue) faults.push(what);
  };
  const compare = (sum: Sum, line: string, from: number, widthOfCount: number): void => {
    const [count, hash, debits] = [from, from + widthOfCount, from + widthOfCount + 10];
    must(numberAt(line, count, hash - 1) === sum.count, 'count');
    must(BigInt(at(line, hash, hash + 9)) === sum.hash % 10n ** 10n, 'hash');
    must(numberAt(line, debits, debits + 11) === sum.debits, 'debits');
    must(numberAt(line, debits + 12, debits + 23) === sum.credits, 'credits');
  };
  let ended = 0;
  for (const [n, line] of lines.entries()) {
    if (ended > 0) {
      must(line === '9'.repeat(94), 'filling');
    } else if (line[0] === '5') {
      [batch, batches, last] = [empty(), batches + 1, ''];
      must(numberAt(line, 88, 94) === batches, 'number of a batch');
    } else if (line[0] === '6') {
      const cents = numberAt(line, 30, 39);
      const isDebit = isDebitCode(numberAt(line, 2, 3)) || at(line, 2, 3) === '55';
      const trace = at(line, 80, 94);
      must(trace > last, 'order of traces');
      last = trace;
      for (const sum of [batch, file]) {
        sum.count += 1;
        sum.hash += BigInt(at(line, 4, 11));
        if (isDebit) sum.debits += cents;
        else sum.credits += cents;
      }
      entries.push({ id: at(line, 40, 54).trimEnd(), cents, account: at(line, 13, 29).trimEnd(), trace });
    } else if (line[0] === '7') {
      batch.count += 1;
      file.count += 1;
      must(at(line, 84, 94) === `0001${last.slice(8)}`, 'addenda of another entry');
    } else if (line[0] === '8') {
      compare(batch, line, 5, 6);
    } else if (line[0] === '9') {
      ended = n + 1;
      must(numberAt(line, 2, 7) === batches, 'batches');
      must(numberAt(line, 8, 13) * 10 === lines.length, 'blocks');
      compare(file, line, 14, 8);
    } else must(n === 0 && line[0] === '1', 'header');
  }
  must(ended > 0, 'end');
  return { modifier: at(lines[0]!, 34, 34), entries, debits: file.debits, credits: file.credits, faults };
}
