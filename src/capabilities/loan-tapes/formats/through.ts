import { Readable, type Transform } from 'node:stream';

/** What comes out of a transform; an error of either side ends both. */
export function through(bytes: AsyncIterable<Buffer>, by: Transform): AsyncIterable<Buffer> {
  const source = Readable.from(bytes);
  source.on('error', (error) => by.destroy(error));
  by.on('close', () => source.destroy());
  return source.pipe(by);
}
