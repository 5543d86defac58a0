// The least that moving a content takes: its bytes sealed as they come into rows of the same database, and opened on
// their way out. Nobody is asked who they are, no type is looked at, and nothing else is written.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { makePool, serveBare } from './bare.ts';

const chunkLength = 262_144;
const tagLength = 16;

const nonceOf = (number: number): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 0);
  return nonce;
};

function seal(key: Buffer, number: number, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number));
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function open(key: Buffer, number: number, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - tagLength)), decipher.final()]);
}

const key = randomBytes(32);
const insert = { name: 'put', text: 'insert into bare_chunks (id, number, bytes) values ($1, $2, $3)' };
const select = { name: 'get', text: 'select bytes from bare_chunks where id = $1 and number = $2' };

async function put(pool: pg.Pool, id: string, body: Readable): Promise<number> {
  let waiting: Buffer[] = [];
  let length = 0;
  let number = 0;
  const flush = async (): Promise<void> => {
    await pool.query({ ...insert, values: [id, number, seal(key, number, Buffer.concat(waiting))] });
    waiting = [];
    length = 0;
    number += 1;
  };
  for await (const part of body as AsyncIterable<Buffer>) {
    for (let at = 0; at < part.length; ) {
      const taken = part.subarray(at, at + chunkLength - length);
      at += taken.length;
      length += taken.length;
      waiting.push(taken);
      if (length === chunkLength) await flush();
    }
  }
  if (length > 0) await flush();
  return number;
}

async function* get(pool: pg.Pool, id: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const { rows } = await pool.query<{ bytes: Buffer }>({ ...select, values: [id, number] });
    if (rows[0] === undefined) return;
    yield open(key, number, rows[0].bytes);
  }
}

const pool = makePool();
await pool.query('create table if not exists bare_chunks (id text, number int, bytes bytea, primary key (id, number))');
await serveBare((app) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_, body, done) => done(null, body));
  app.post<{ Params: { id: string } }>('/contents/:id', async ({ params, body }) => ({
    chunks: await put(pool, params.id, body as Readable),
  }));
  app.get<{ Params: { id: string } }>('/contents/:id', (request, reply) =>
    reply.type('application/pdf').send(Readable.from(get(pool, request.params.id), { objectMode: false })),
  );
});
