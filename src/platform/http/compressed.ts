// Answers of some length are compressed for clients that ask for it: on a thread, a few at once, and charged to who asked.
// What shows a secret or a personal value is not: the length of a compressed answer tells how much of it is like what
// somebody else put into the same answer (BREACH).
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { steadyMs } from '#platform/clock.ts';
import { ownWork } from '#platform/loop/work.ts';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import type { Answer } from './answer-again.ts';
import type { Endpoint } from './endpoint.ts';

/** Below it the answer fits the first packets anyway. */
const bytesMin = 1_024;
/** Node has four threads for this, and for files and name servers. Beyond it answers go out as they are. */
const atOnceMax = 2;

/** Gzip first: 106 kB take 0.7 ms and become 2.6 kB; brotli takes 1.1 ms and makes 1.8 kB of them. */
const preferred: readonly Encoding[] = ['gzip', 'br'];

const packed = {
  gzip: (body: string | Buffer) => promisify(gzip)(body, { level: 4 }),
  br: (body: string | Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
};

export const isCompressible = ({ shape, showsSecret, showsPersonal, openTo }: Endpoint): boolean =>
  shape !== 'page' && showsSecret !== true && showsPersonal === undefined && openTo === 'permitted';

let underWay = 0;

/** Called for requests that name encodings. */
export async function compressed(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<Answer> {
  if (Buffer.byteLength(answer.body) < bytesMin) return answer;
  reply.header('vary', varyWith(reply));
  const encoding = acceptedEncoding(request.headers['accept-encoding'], preferred);
  if (encoding === 'identity' || underWay >= atOnceMax) return answer;
  const body = await onThread(encoding, answer.body);
  const { etag, ...headers } = answer.headers;
  // The same version in another form: a weak tag, which `If-None-Match` and `If-Match` take as they take the other.
  const tag = etag === undefined ? {} : { etag: `W/${etag}` };
  return { ...answer, headers: { ...headers, ...tag, 'content-encoding': encoding }, body };
}

async function onThread(encoding: 'br' | 'gzip', body: string | Buffer): Promise<Buffer> {
  const { key, company } = ownWork();
  const since = steadyMs();
  underWay += 1;
  try {
    return await packed[encoding](body);
  } finally {
    underWay -= 1;
    const now = steadyMs();
    for (const use of [key, company]) use.add(now - since, now);
  }
}

const varyWith = (reply: FastifyReply): string => {
  const named = reply.getHeader('vary');
  return named === undefined ? 'accept-encoding' : `${named}, accept-encoding`;
};
