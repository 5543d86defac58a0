// Rows as COPY sends them in text: cells between tabs, rows between line feeds, \\N for null, and backslashes before what
// would be taken for one of these.

const unescaped: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function cellOf(text: string): string | null {
  if (!text.includes('\\')) return text;
  if (text === '\\N') return null;
  return text.replaceAll(/\\([\s\S])/g, (_, one: string) => unescaped[one] ?? one);
}

const rowOf = (line: string): (string | null)[] => line.split('\t').map(cellOf);

const newLine = 10;

const bytesTogether = 1_048_576;

/** So many rows at a time at the most; `onPending` hears how long a row is that has not ended. */
export async function* rowsOfCopy(
  parts: AsyncIterable<Buffer>,
  count: number,
  onPending: (bytes: number) => void,
): AsyncGenerator<(string | null)[][]> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let bytes = 0;
  let rows: (string | null)[][] = [];
  for await (const part of parts) {
    const end = part.lastIndexOf(newLine);
    if (end < 0) {
      pending.push(part);
      pendingBytes += part.length;
      onPending(pendingBytes);
      continue;
    }
    const lines = Buffer.concat([...pending, part.subarray(0, end)])
      .toString('utf8')
      .split('\n');
    pending = [part.subarray(end + 1)];
    pendingBytes = part.length - end - 1;
    for (const line of lines) {
      rows.push(rowOf(line));
      bytes += line.length;
      if (rows.length === count || bytes > bytesTogether) {
        yield rows;
        rows = [];
        bytes = 0;
      }
    }
  }
  if (rows.length > 0) yield rows;
}
