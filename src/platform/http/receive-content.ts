// Receives the content that is the body of a request: what would be refused in any case is refused before a byte is read.
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Blobs, tooLarge } from '#platform/blobs/blobs.ts';
import { lookAtContent, notTaken } from '#platform/blobs/content-types.ts';
import type { ContentTaken, Receive } from './endpoint.ts';

interface Receiving {
  readonly taken: ContentTaken;
  readonly blobs: Blobs;
  /** Called as the bytes come: it refuses whoever may not go on. */
  mayGoOn?(): Promise<void>;
}

/** Errors: BodyTooLarge, UnsupportedMediaType. */
export function receiverOf({ headers, body }: FastifyRequest, { taken, blobs, mayGoOn }: Receiving): Receive {
  const length = Number(headers['content-length'] ?? 0);
  const mustFit = (bytesMax: number): void => {
    if (length > bytesMax) throw tooLarge(bytesMax);
  };
  mustFit(taken.bytesMax);
  const looked = lookAtContent(typeSaid(headers['content-type'], taken.types), taken.types);
  return async (realm, ownerId, bytesMax = taken.bytesMax) => {
    mustFit(bytesMax);
    const bytes = body instanceof Readable ? body : Readable.from([]);
    const seen = (parts: AsyncIterable<Buffer>) => taken.through?.(parts) ?? parts;
    const through = (parts: AsyncIterable<Buffer>) => goingOn(seen(looked.through(parts)), mayGoOn);
    const arrived = await blobs.put(realm, ownerId, bytes, { bytesMax, through });
    return { ...arrived, contentType: looked.type() };
  };
}

/** Hands bytes on for as long as somebody may have them. */
export async function* goingOn(parts: AsyncIterable<Buffer>, mayGoOn = async () => {}): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    await mayGoOn();
    yield part;
  }
}

/** Errors: UnsupportedMediaType. */
function typeSaid(header: string | undefined, types: readonly string[]): string {
  const said = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (said === '' || said === 'application/octet-stream' || types.includes(said)) return said;
  throw notTaken('This type of content is not taken here.', types);
}
