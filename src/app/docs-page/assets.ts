// Large assets that are the same for everybody: the page's scripts and the description. Each is made when it is first
// asked for, so that a start costs nothing, and compressed once for each encoding that is asked for. Only the
// compressed form is kept: 1.1 MB as brotli instead of 4.4 MB for the largest script.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding } from '#platform/http/accepted-encoding.ts';

interface Asset {
  readonly etag: string;
  readonly body: Buffer;
}

export type ReadAsset = (encoding: Encoding) => Promise<Asset>;

export function lazyAsset(make: () => Promise<Buffer>): ReadAsset {
  const kept = new Map<Encoding, Promise<Asset>>();
  return (encoding) => {
    const asset = kept.get(encoding) ?? loadAsset(make, encoding);
    kept.set(encoding, asset);
    // A failure, such as too many open files, is answered once; the next request tries again.
    asset.catch(() => kept.delete(encoding));
    return asset;
  };
}

async function loadAsset(make: () => Promise<Buffer>, encoding: Encoding): Promise<Asset> {
  const body = await compress[encoding](await make());
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  return { etag, body };
}

// Quality 6 takes 0.1 s for the large script; 9 takes three times as long and saves 2 %. Both run off the main thread.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, brotliOptions),
  gzip: (body) => promisify(gzip)(body),
  identity: async (body) => body,
};

/** `read` is called for each request; `type` is the content type. */
export function serveAsset(read: () => ReadAsset, type: string, headers: Readonly<Record<string, string>>) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const { etag, body } = await read()(encoding);
    reply.headers({ ...headers, etag, vary: 'accept-encoding' });
    // The header may be a list of tags, or our tag made weak by a proxy: both still contain it, with its quotes.
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(type).send(body);
  };
}
