// A bucket of a store that speaks the protocol of S3. A long content goes there in parts, and comes back in ranges, each
// of them a request of its own that is short.
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from '#platform/blob-settings.ts';
import { errors, Refusal } from '#platform/errors.ts';
import {
  type BlobAddress,
  type ChunkRange,
  isBlobId,
  type LyingBlob,
  type OutsideStore,
  sealedChunkLength,
} from './blob-store.ts';
import { piecesOf } from './pieces.ts';

/** A store takes no smaller parts, except for the last one. */
const partLength = 32 * sealedChunkLength;
const chunksAtOnce = 16;
const requestMsMax = 60_000;

type Ask = (method: string, query: string, more?: { body?: Buffer | string; range?: string }) => Promise<Response>;

export function storeInS3({ url, region, accessKey, secretKey }: S3Settings): OutsideStore {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: 's3',
    retries: 0,
  });
  const keyOf = ({ realm, id }: Pick<BlobAddress, 'realm' | 'id'>): string => `${realm.mode}/${realm.companyId}/${id}`;
  const send = async (address: string, method: string, body?: Buffer | string, range?: string): Promise<Response> => {
    const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...(range && { range }) };
    const request = await client.sign(address, { method, headers, ...(body !== undefined && { body }) } as RequestInit);
    const answer = await fetch(request, { signal: AbortSignal.timeout(requestMsMax) }).catch(notThere);
    if (answer.ok || (answer.status === 404 && (method === 'DELETE' || method === 'HEAD'))) return answer;
    throw unavailable(`${answer.status} ${(await answer.text()).slice(0, 300)}`);
  };
  const asking =
    (blob: BlobAddress): Ask =>
    (method, query, { body, range } = {}) =>
      send(`${url}/${keyOf(blob)}${query}`, method, body, range);
  return {
    name: 's3',
    write: (blob, chunks) => writeParts(asking(blob), piecesOf(chunks, partLength)),
    read: (blob, range) => readRanges(asking(blob), range),
    async remove(blob) {
      const ask = asking(blob);
      await (await ask('DELETE', '')).arrayBuffer();
      const listed = await send(`${url}?uploads&prefix=${encodeURIComponent(keyOf(blob))}`, 'GET');
      for (const uploadId of textsOf(await listed.text(), 'UploadId')) await abort(ask, uploadId);
    },
    async list(mode, { companyId, id }) {
      const prefix = `${mode}/`;
      for (let after = `${prefix}${companyId}/${id}`; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, 'start-after': after });
        const keys = await (await send(`${url}?${query}`, 'GET')).text().then(listedIn);
        const found = keys.flatMap(({ key, bytes }) => lyingAt(key, bytes));
        const last = keys.at(-1);
        // A page of nothing but keys of others is not the end.
        if (found.length > 0 || last === undefined) return found;
        after = last.key;
      }
    },
    async lengthOf(blob) {
      const answer = await send(`${url}/${keyOf(blob)}`, 'HEAD');
      return answer.ok ? Number(answer.headers.get('content-length')) : null;
    },
  };
}

interface Listed {
  readonly key: string;
  readonly bytes: number;
}

const listedIn = (xml: string): Listed[] =>
  textsOf(xml, 'Contents', '[^]*?').map((entry) => ({
    key: textsOf(entry, 'Key')[0] ?? '',
    bytes: Number(textsOf(entry, 'Size')[0]),
  }));

function lyingAt(key: string, bytes: number): LyingBlob[] {
  const [, companyId = '', id = '', ...more] = key.split('/');
  return more.length === 0 && isBlobId(id) ? [{ companyId, id, bytes }] : [];
}

async function writeParts(ask: Ask, parts: AsyncGenerator<Buffer>): Promise<void> {
  const first = await parts.next();
  const second = await parts.next();
  if (second.done) {
    await (await ask('PUT', '', { body: first.value as Buffer })).arrayBuffer();
    return;
  }
  const [uploadId = ''] = textsOf(await (await ask('POST', '?uploads')).text(), 'UploadId');
  const tags: string[] = [];
  const put = async (body: Buffer): Promise<void> => {
    const query = `?partNumber=${tags.length + 1}&uploadId=${encodeURIComponent(uploadId)}`;
    const answer = await ask('PUT', query, { body });
    await answer.arrayBuffer();
    tags.push(answer.headers.get('etag') ?? '');
  };
  await put(first.value as Buffer);
  await put(second.value);
  for await (const part of parts) await put(part);
  await complete(ask, uploadId, tags);
}

async function complete(ask: Ask, uploadId: string, tags: readonly string[]): Promise<void> {
  const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
  const text = await (await ask('POST', `?uploadId=${encodeURIComponent(uploadId)}`, { body })).text();
  // A store may begin its answer with 200 and find only then that it cannot.
  if (text.includes('<Error>')) throw unavailable(text.slice(0, 300));
}

const abort = async (ask: Ask, uploadId: string): Promise<void> => {
  await (await ask('DELETE', `?uploadId=${encodeURIComponent(uploadId)}`)).arrayBuffer();
};

async function* readRanges(ask: Ask, { first, last }: ChunkRange): AsyncGenerator<Buffer> {
  for (let at = first; at <= last; at += chunksAtOnce) {
    const end = Math.min(last, at + chunksAtOnce - 1);
    const range = `bytes=${at * sealedChunkLength}-${(end + 1) * sealedChunkLength - 1}`;
    yield Buffer.from(await (await ask('GET', '', { range })).arrayBuffer());
  }
}

/** What stands in the elements of this name; a store may write an ampersand as XML has it. */
const textsOf = (xml: string, element: string, text = '[^<]*'): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>(${text})</${element}>`, 'g'))].map(([, text]) =>
    (text as string).replaceAll('&amp;', '&'),
  );

const notThere = (error: unknown): never => {
  throw unavailable('no answer', error);
};

/** What the store says is for the log. */
const unavailable = (why: string, cause?: unknown): Refusal =>
  new Refusal(errors.Unavailable, 'The store of contents cannot be reached.', {
    cause: new Error(`The store of contents: ${why}`, { cause }),
    headers: { 'retry-after': '5' },
  });
