// Receives the content that is the body of a request: what would be refused in any case is refused before a byte is read.
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Blobs, tooLarge } from '#platform/blobs/blobs.ts';
import { lookAtContent, lookAtNothing, notTaken } from '#platform/blobs/content-types.ts';
import type { KeptBlob } from '#platform/blobs/keep-blobs.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { ContentTaken, Join, Receive } from './endpoint.ts';

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
  const looker = lookerOf(headers, taken);
  return async (realm, ownerId, { bytesMax = taken.bytesMax, part } = {}) => {
    mustFit(bytesMax);
    const bytes = body instanceof Readable ? body : Readable.from([]);
    const looked = looker(part);
    const seen = (parts: AsyncIterable<Buffer>) => taken.through?.(parts) ?? parts;
    const through = (parts: AsyncIterable<Buffer>) => goingOn(seen(looked.through(parts)), mayGoOn);
    const arrived = await blobs.put(realm, ownerId, bytes, { bytesMax, through });
    return { ...arrived, contentType: looked.type() };
  };
}

export const joinerOf =
  ({ headers }: FastifyRequest, taken: ContentTaken, blobs: Blobs): Join =>
  async (realm, ownerId, parts) => {
    const looked = lookerOf(headers, taken)(undefined);
    const bytes = Readable.from(oneAfterAnother(realm, parts, blobs), { objectMode: false });
    const arrived = await blobs.put(realm, ownerId, bytes, { bytesMax: taken.bytesMax, through: looked.through });
    return { ...arrived, contentType: looked.type() };
  };

async function* oneAfterAnother(realm: Realm, parts: readonly KeptBlob[], blobs: Blobs): AsyncGenerator<Buffer> {
  for (const part of parts) yield* blobs.open(realm, part);
}

/** Errors: UnsupportedMediaType. */
function lookerOf(headers: FastifyRequest['headers'], { types }: ContentTaken) {
  const said = typeSaid(headers['content-type'], types);
  return (part: 'first' | 'later' | undefined) =>
    part === 'later' ? lookAtNothing : lookAtContent(said, types, { isWhole: part === undefined });
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
