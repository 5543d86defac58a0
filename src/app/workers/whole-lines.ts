// One log of several processes: what they write is passed on in whole lines, never one line within another.
import type { Readable } from 'node:stream';

/** Resolves when the source has ended and all of it was passed on. */
export async function passOnLines(source: Readable, write: (lines: string) => void): Promise<void> {
  let begun = '';
  for await (const part of source.setEncoding('utf8')) {
    const text: string = begun + part;
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) write(text.slice(0, end));
    begun = text.slice(end);
  }
  // A process that was killed may leave half a line.
  if (begun !== '') write(`${begun}\n`);
}
