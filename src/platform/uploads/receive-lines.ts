// Receives a body of JSON lines as a stream and keeps it in sealed chunks: so a file of any size needs little memory,
// and the work continues where it stopped after any crash.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { MachineClock } from '#platform/clock.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import { preparedInsert } from '#platform/db/prepared.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField, refuseFields } from '#platform/errors.ts';
import { uuid } from '#platform/random.ts';
import { mustHaveQuota } from './upload-quota.ts';
import './tables.ts';

/** What was received: a command makes an operation of it. */
export interface Upload {
  readonly id: string;
  readonly lines: number;
  /** The hash of all that was sent, for a repeat with the same idempotency key. */
  readonly hash: Buffer;
}

interface ReceiveServices {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly clock: MachineClock;
}

const uploadLimits = { bytes: 1_073_741_824, lines: 2_000_000, lineBytes: 1_048_576 } as const;

/** The lines of a chunk are done in one transaction. */
const chunkLines = 200;
const chunkBytes = 262_144;
/** Up to 16 MB: an upload exceeds the quota by no more. */
const quotaEveryChunks = 64;

const newLine = 0x0a;

/** `mayGoOn` is called before each chunk is kept, and refuses a caller that may not import any more. */
export async function receiveLines(
  services: ReceiveServices,
  realm: Realm,
  body: Readable,
  mayGoOn: () => Promise<void>,
  linesTogether = chunkLines,
): Promise<Upload> {
  await mustHaveQuota(services.database.reader(realm));
  const id = uuid();
  const chunks = chunkWriter(services, { realm, uploadId: id, linesTogether }, mayGoOn);
  const hash = createHash('sha256');
  let bytes = 0;
  let rest: Buffer[] = [];
  let restBytes = 0;
  try {
    // A body that is refused half-way is still read to its end, so that its sender can read the reason.
    for await (const part of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      hash.update(part);
      bytes += part.length;
      if (bytes > uploadLimits.bytes) throw tooLarge();
      let from = 0;
      for (let at = part.indexOf(newLine); at >= 0; at = part.indexOf(newLine, from)) {
        await chunks.add(Buffer.concat([...rest, part.subarray(from, at)]));
        rest = [];
        restBytes = 0;
        from = at + 1;
      }
      rest.push(part.subarray(from));
      restBytes += part.length - from;
      if (restBytes > uploadLimits.lineBytes) throw tooLong(chunks.lines() + 1);
    }
    if (restBytes > 0) await chunks.add(Buffer.concat(rest));
    await chunks.end();
    if (chunks.lines() === 0) throw empty();
    return { id, lines: chunks.lines(), hash: hash.digest() };
  } catch (error) {
    await discardUpload(services, realm, id).catch(() => {});
    if (error instanceof Refusal || !body.errored) throw error;
    throw new Refusal(errors.IncompleteRequest, 'The body broke off; nothing of it is imported.', { cause: error });
  }
}

/** For an upload that is not used: it was refused, or sent before. */
export async function discardUpload(services: ReceiveServices, realm: Realm, id: string): Promise<void> {
  await services.database.transact(realm, async (tx) => {
    tx.write(tx.db.deleteFrom('import_chunks').where('upload_id', '=', id));
  });
}

const tooLarge = (): Refusal =>
  new Refusal(errors.BodyTooLarge, `The body has more than ${uploadLimits.bytes} bytes.`, {
    data: { limitBytes: uploadLimits.bytes },
  });

const tooLong = (line: number): Refusal =>
  refuseFields(errors.InvalidRequest, [
    {
      path: `lines[${line}]`,
      message: `has more than ${uploadLimits.lineBytes} bytes`,
      expected: 'one JSON object on each line',
    },
  ]);

const tooMany = (): Refusal =>
  refuseFields(errors.InvalidRequest, [
    { path: '', message: `There are more than ${uploadLimits.lines} lines.`, expected: 'several files' },
  ]);

const empty = (): Refusal => refuseField('', 'The body holds no line.', 'one JSON object on each line');

const insert = preparedInsert('import_chunks', ['upload_id', 'number', 'first_line', 'lines', 'sealed', 'recorded_at']);

function chunkWriter(
  { database, vault, clock }: ReceiveServices,
  {
    realm,
    uploadId,
    linesTogether,
  }: { readonly realm: Realm; readonly uploadId: string; readonly linesTogether: number },
  mayGoOn: () => Promise<void>,
) {
  const sealer = vault.companySealer(realm.companyId);
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let lines = 0;
  let number = 0;
  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    await mayGoOn();
    number += 1;
    if (number % quotaEveryChunks === 0) await mustHaveQuota(database.reader(realm));
    const sealed = sealChunk(sealer, uploadId, number, waiting);
    const row = { upload_id: uploadId, number, first_line: lines - waiting.length + 1, lines: waiting.length, sealed };
    // This commit need not wait for the disk: the commit of the operation comes later and does.
    await database.transact(realm, async (tx) => tx.write(insert(tx.db, { ...row, recorded_at: clock.micros() })), {
      isDurable: false,
    });
    waiting = [];
    waitingBytes = 0;
  }
  return {
    lines: () => lines,
    end: flush,
    async add(line: Buffer): Promise<void> {
      if (line.length > uploadLimits.lineBytes) throw tooLong(lines + 1);
      lines += 1;
      if (lines > uploadLimits.lines) throw tooMany();
      waiting.push(line);
      waitingBytes += line.length;
      if (waiting.length >= linesTogether || waitingBytes >= chunkBytes) await flush();
    },
  };
}

/** Byte for byte: only the decoding of a line checks its UTF-8. */
export const chunkPart = (uploadId: string, number: number): string => `import ${uploadId} ${number}`;

const sealChunk = (sealer: Sealer, uploadId: string, number: number, lines: readonly Buffer[]): Buffer =>
  sealer.seal(chunkPart(uploadId, number), lines.map((line) => line.toString('latin1')).join('\n'));

export const openChunk = (sealer: Sealer, uploadId: string, number: number, sealed: Buffer): Buffer[] =>
  sealer
    .unseal(chunkPart(uploadId, number), sealed)
    .split('\n')
    .map((line) => Buffer.from(line, 'latin1'));
