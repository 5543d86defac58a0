// One log of several processes: what they write is passed on in whole lines, never one line within another.
import type { Readable } from 'node:stream';

/** Resolves when the source has ended. Half a line, which a process that is killed may leave, is left out. */
export async function passOnLines(source: Readable, write: (lines: string) => void): Promise<void> {
  let begun = '';
  for await (const part of source.setEncoding('utf8')) {
    const text: string = begun + part;
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) write(text.slice(0, end));
    begun = text.slice(end);
  }
}
