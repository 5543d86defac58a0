// A small store that speaks the protocol of S3, in memory: objects with ranges, uploads in parts, and signatures, which
// it computes by itself. With TENOR_S3_URL the tests ask a real one: the address of a bucket that they may empty.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before } from 'node:test';
import { AwsClient } from 'aws4fetch';
import type { BlobSettings } from '#platform/blob-settings.ts';

const accessKey = 'test:tester';
const secretKey = 'testing';
const region = 'us-east-1';
/** Few, so that there are several pages. */
const listedAtOnce = 4;

interface Answered {
  readonly status: number;
  readonly body?: Buffer | string;
  readonly headers?: Record<string, string>;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signature as the fourth version of the protocol defines it. */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const said = /Credential=([^/]+)\/(\d{8})\/[^,]+, SignedHeaders=([^,]+), Signature=(\w+)/.exec(
    headers.authorization ?? '',
  );
  if (said === null || said[1] !== accessKey) return false;
  const [, , day = '', names = '', signature] = said;
  const { pathname, searchParams } = new URL(url, 'http://store');
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, pathname, query, signed.join(''), names, headers['x-amz-content-sha256']].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secretKey}`, day), region), 's3'), 'aws4_request');
  return hmac(key, text).toString('hex') === signature;
}

function store() {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>();
  const answer = async (request: IncomingMessage): Promise<Answered> => {
    const body = await buffer(request);
    if (!isSigned(request)) return { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' };
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
    const key = pathname.replace(/^\/[^/]+\/?/, '');
    const uploadId = searchParams.get('uploadId') ?? '';
    const upload = uploads.get(uploadId);
    if (request.method === 'POST' && searchParams.has('uploads')) {
      const id = `upload ${uploads.size + 1}/&`;
      uploads.set(id, { key, parts: new Map() });
      return { status: 200, body: `<UploadId>${id.replace('&', '&amp;')}</UploadId>` };
    }
    if (request.method === 'GET' && searchParams.has('uploads')) {
      const found = [...uploads].filter(([, one]) => one.key.startsWith(searchParams.get('prefix') ?? ''));
      return { status: 200, body: found.map(([id]) => `<UploadId>${id.replace('&', '&amp;')}</UploadId>`).join('') };
    }
    if (request.method === 'GET' && key === '') {
      const [prefix, after] = ['prefix', 'start-after'].map((name) => searchParams.get(name) ?? '');
      const keys = [...objects.keys()].filter((one) => one.startsWith(prefix ?? '') && one > (after ?? '')).sort();
      const entry = (one: string) => `<Contents><Key>${one}</Key><Size>${objects.get(one)?.length}</Size></Contents>`;
      return { status: 200, body: keys.slice(0, listedAtOnce).map(entry).join('') };
    }
    if (request.method === 'HEAD') {
      const object = objects.get(key);
      if (object === undefined) return { status: 404 };
      return { status: 200, headers: { 'content-length': String(object.length) } };
    }
    if (searchParams.has('uploadId') && upload === undefined) return { status: 404 };
    if (request.method === 'PUT' && upload !== undefined) {
      upload.parts.set(Number(searchParams.get('partNumber')), body);
      return { status: 200, headers: { etag: `"${searchParams.get('partNumber')}"` } };
    }
    if (request.method === 'POST' && upload !== undefined) {
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, n]) => Number(n));
      objects.set(upload.key, Buffer.concat(numbers.map((n) => upload.parts.get(n) as Buffer)));
      uploads.delete(uploadId);
      return { status: 200, body: '<CompleteMultipartUploadResult/>' };
    }
    if (request.method === 'DELETE') {
      if (upload === undefined) objects.delete(key);
      else uploads.delete(uploadId);
      return { status: 204 };
    }
    if (request.method === 'PUT') {
      objects.set(key, body);
      return { status: 200 };
    }
    return part(objects.get(key), request.headers.range);
  };
  return { answer };
}

function part(object: Buffer | undefined, range: string | undefined): Answered {
  if (object === undefined) return { status: 404 };
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  return { status: 206, body: object.subarray(Number(from), Number(to) + 1) };
}

/** Call it in a describe. Another secret is refused. */
export function useS3Server() {
  const { answer } = store();
  const server = createServer((request, response) => {
    void answer(request).then(({ status, headers = {}, body }) => response.writeHead(status, headers).end(body));
  });
  const real = process.env.TENOR_S3_URL;
  const settings = (secret = secretKey): BlobSettings => {
    const url = real ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`;
    return { directory: null, s3: { url, region, accessKey, secretKey: secret } };
  };
  const ask = async (method: string, query = '', body?: string): Promise<string> => {
    const signing = { accessKeyId: accessKey, secretAccessKey: secretKey, region, service: 's3' };
    return (
      await new AwsClient(signing).fetch(`${settings().s3?.url}${query}`, { method, ...(body && { body }) })
    ).text();
  };
  async function keys(after = ''): Promise<string[]> {
    const text = await ask('GET', `?list-type=2&start-after=${encodeURIComponent(after)}`);
    const found = [...text.matchAll(/<Key>([^<]*)</g)].map(([, key]) => key as string);
    return found.length === 0 ? [] : [...found, ...(await keys(found.at(-1)))];
  }
  const count = (text: string, element: string): number => text.split(`<${element}>`).length - 1;
  before(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    if (real !== undefined) await ask('PUT');
  });
  after(() => server.close());
  return {
    settings,
    /** How many objects and unfinished uploads there are. */
    left: async () => (await keys()).length + count(await ask('GET', '?uploads'), 'UploadId'),
    /** Puts, or removes, an object behind the back of the service. */
    put: (key: string, text: string) => ask('PUT', `/${key}`, text),
    remove: (key: string) => ask('DELETE', `/${key}`),
  };
}
