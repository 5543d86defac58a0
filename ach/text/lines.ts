// A file as lines, whatever its size: what stands in memory is a chunk and the line that it cuts. Lines end with LF or
// CRLF, the last one with either or nothing.
import { refuse } from './file-refused.ts';

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

type Encoding = 'ascii' | 'utf-8';

interface Form {
  readonly encoding: Encoding;
  /** Characters of a line without its end. */
  readonly lengthMax: number;
}

const lengthProblem = (lengthMax: number): string => `the line must end here: it may have ${lengthMax} characters`;

/** The lines of each chunk together. Those of the whole file come in order; their ends are taken off. */
export async function* linesOf(chunks: Chunks, { encoding, lengthMax }: Form): AsyncGenerator<readonly string[]> {
  const decode = decoderOf(encoding);
  let rest = '';
  let count = 0;
  for await (const chunk of chunks) {
    const lines = (rest + decode(chunk, count + 1)).split('\n');
    rest = lines.pop() as string;
    if (lines.length > 0) yield lines.map((line, i) => checked(line, count + i + 1, lengthMax));
    count += lines.length;
    // One character more may be the CR of its end.
    if (rest.length > lengthMax + 1) refuse(count + 1, lengthMax + 1, lengthProblem(lengthMax));
  }
  rest += decode(undefined, count + 1);
  if (rest !== '') yield [checked(rest, count + 1, lengthMax)];
}

function checked(line: string, number: number, lengthMax: number): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (text.length > lengthMax) refuse(number, lengthMax + 1, lengthProblem(lengthMax));
  return text;
}

type Decode = (chunk: Uint8Array | undefined, line: number) => string;

function decoderOf(encoding: Encoding): Decode {
  // Each byte becomes a character; whoever reads the line refuses those that are not of ASCII, with their column.
  if (encoding === 'ascii') return (chunk) => (chunk === undefined ? '' : bytesAsText(chunk));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk, line) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      return refuse(line, 1, 'from here on the file is not UTF-8');
    }
  };
}

const bytesAsText = (chunk: Uint8Array): string =>
  Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
