// Receives the content that is the body of a request: what would be refused in any case is refused before a byte is read.
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Blobs, tooLarge } from '#platform/blobs/blobs.ts';
import { lookAtContent, lookAtNothing, notTaken } from '#platform/blobs/content-types.ts';
import type { KeptBlob } from '#platform/blobs/keep-blobs.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { ContentTaken, Join, Receive } from './endpoint.ts';
import { fileOfForm, formBytesMax } from './file-of-form.ts';

interface Receiving {
  readonly taken: ContentTaken;
  readonly blobs: Blobs;
  /** Called as the bytes come: it refuses whoever may not go on. */
  mayGoOn?(): Promise<void>;
}

/** Errors: BodyTooLarge, UnsupportedMediaType. */
export function receiverOf({ headers, body }: FastifyRequest, { taken, blobs, mayGoOn }: Receiving): Receive {
  const said = headers['content-type'] ?? '';
  const isForm = taken.asForm === true && /^multipart\/form-data\b/i.test(said);
  const length = Number(headers['content-length'] ?? 0) - (isForm ? formBytesMax : 0);
  const mustFit = (bytesMax: number): void => {
    if (length > bytesMax) throw tooLarge(bytesMax);
  };
  mustFit(taken.bytesMax);
  const looker = isForm ? undefined : lookerOf(said, taken);
  return async (realm, ownerId, { bytesMax = taken.bytesMax, part } = {}) => {
    mustFit(bytesMax);
    const sent = body instanceof Readable ? body : Readable.from([]);
    const file = isForm ? await fileOfForm(sent, said) : undefined;
    const looked = (looker ?? lookerOf(file?.type ?? '', taken))(part);
    const bytes = file === undefined ? sent : readableOf(file.bytes);
    const through = (parts: AsyncIterable<Buffer>) => goingOn(looked.through(parts), mayGoOn);
    const arrived = await blobs.put(realm, ownerId, bytes, { bytesMax, through });
    return { ...arrived, contentType: looked.type() };
  };
}

export const joinerOf =
  ({ headers }: FastifyRequest, taken: ContentTaken, blobs: Blobs): Join =>
  async (realm, ownerId, parts) => {
    const looked = lookerOf(headers['content-type'] ?? '', taken)(undefined);
    const bytes = readableOf(oneAfterAnother(realm, parts, blobs));
    const arrived = await blobs.put(realm, ownerId, bytes, { bytesMax: taken.bytesMax, through: looked.through });
    return { ...arrived, contentType: looked.type() };
  };

/** Whoever reads it hears of an error. One that comes after nobody reads it any more must not end the process. */
const readableOf = (bytes: AsyncIterable<Buffer>): Readable =>
  Readable.from(bytes, { objectMode: false }).on('error', () => {});

async function* oneAfterAnother(realm: Realm, parts: readonly KeptBlob[], blobs: Blobs): AsyncGenerator<Buffer> {
  for (const part of parts) yield* blobs.open(realm, part);
}

/** Errors: UnsupportedMediaType. */
function lookerOf(header: string, { types }: ContentTaken) {
  const said = typeSaid(header, types);
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
function typeSaid(header: string, types: readonly string[]): string {
  const said = header.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (said === '' || said === 'application/octet-stream' || types.includes(said)) return said;
  throw notTaken('This type of content is not taken here.', types);
}
