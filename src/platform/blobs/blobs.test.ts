// A place for bytes: sealed chunk by chunk in constant memory, read from any byte on, gone with their owner, and never
// lying anywhere of which the database does not know. The same laws hold for each store.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import type { BlobSettings } from '#platform/blob-settings.ts';
import { blobs as doctorsCheck } from '#platform/doctor/blobs.ts';
import { outsideContents } from '#platform/doctor/outside-contents.ts';
import type { Refusal } from '#platform/errors.ts';
import { makeLog } from '#platform/log.ts';
import { uuid } from '#platform/random.ts';
import { movableClock } from '../../../tests/support/clock.ts';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { found } from '../../../tests/support/findings.ts';
import { aPerson, type Client, type House } from '../../../tests/support/house.ts';
import { useInspected } from '../../../tests/support/inspected.ts';
import { useS3Server } from '../../../tests/support/s3-server.ts';
import { type BlobPlace, type BlobStore, chunkLength, type OutsideStore, sealedChunkLength } from './blob-store.ts';
import { type Blobs, blobs } from './blobs.ts';
import { storeInDatabase } from './in-database.ts';
import { type ArrivedBlob, findBlob, forgetBlob, keepBlob } from './keep-blobs.ts';
import { outsideStores } from './outside-stores.ts';
import { type BlobStores, blobStores } from './stores.ts';
import { foundInStores, surveyStores } from './survey-stores.ts';
import { sweepBlobs, sweptSoFar } from './sweep.ts';

const MB = 1_048_576;
const bytesMax = 256 * MB;
/** A longer one makes it no better: the test counts what is in memory at each moment. */
const contentMb = Number(process.env.TENOR_CONTENT_MB ?? 8);

/** Different at each place, so that chunks in a wrong order would show. */
function aContent(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(at, at);
  return bytes;
}

const bodyOf = (...parts: readonly Buffer[]): Readable => Readable.from(parts, { objectMode: false });
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Keeps and reads contents as a capability would. */
function aKeeper(house: House, api: Client, stores: BlobStores, clock = movableClock()) {
  const { database, vault } = house.service;
  const { realm } = api;
  const given: Blobs = blobs(database, clock, stores);
  const sealerOf = async (ownerId: string) => {
    if (ownerId === realm.companyId) return vault.companySealer(ownerId);
    const { rows } = await database.pools.test.query('select data_key from people where person_id = $1', [ownerId]);
    return vault.sealer(ownerId, rows[0].data_key);
  };
  const put = (ownerId: string, body: Readable, most = bytesMax) => given.put(realm, ownerId, body, { bytesMax: most });
  const keep = async (arrived: ArrivedBlob): Promise<void> => {
    const sealer = await sealerOf(arrived.ownerId);
    await database.transact(realm, (tx) => keepBlob(tx, sealer, arrived));
  };
  const find = async ({ ownerId, id }: Pick<ArrivedBlob, 'ownerId' | 'id'>) =>
    findBlob(database.reader(realm), await sealerOf(ownerId), ownerId, id);
  return {
    given,
    clock,
    put,
    keep,
    find,
    async kept(ownerId: string, content: Buffer): Promise<ArrivedBlob> {
      const arrived = await put(ownerId, bodyOf(content));
      await keep(arrived);
      return arrived;
    },
    async read(arrived: ArrivedBlob, from?: number, to?: number): Promise<Buffer> {
      const blob = await find(arrived);
      assert.ok(blob, 'somebody keeps it');
      const range = from === undefined || to === undefined ? undefined : { from, to };
      return buffer(Readable.from(given.open(realm, blob, range)));
    },
    forget: ({ ownerId, id }: ArrivedBlob) => database.transact(realm, async (tx) => forgetBlob(tx, ownerId, id)),
    discard: (arrived: ArrivedBlob) => given.discard(realm, arrived),
    async rows(): Promise<number> {
      const { rows } = await database.pools.test.query(
        'select (select count(*) from blobs where company_id = $1) as n',
        [realm.companyId],
      );
      return Number(rows[0].n);
    },
    async sweep() {
      const before = { ...sweptSoFar };
      await sweepBlobs({ database, clock, log: makeLog('silent') }, stores).run('test');
      return { orphans: sweptSoFar.orphans - before.orphans, forgotten: sweptSoFar.forgotten - before.forgotten };
    },
  };
}

/** What somebody does to a store behind the back of the service. */
interface Tampering {
  put(place: BlobPlace, text: string): unknown;
  remove(place: BlobPlace): unknown;
}

/** The laws of contents, for a store; `left` says how many of its own things it still has. A long one has `chunks`. */
function laws(
  settings: () => Partial<BlobSettings>,
  left: (house: House) => number | Promise<number>,
  chunks = 3,
  tampering?: Tampering,
): void {
  const { house, aCompany, look } = useInspected();
  let api: Client;
  let one: ReturnType<typeof aKeeper>;
  let personId: string;
  before(async () => {
    api = (await aCompany()).test;
    one = aKeeper(house(), api, blobStores(house().service.database, settings()));
    ({ id: personId } = await api.made('/people', aPerson()));
  });

  test('a content comes back whole and from any byte on, of any length around a chunk', async () => {
    for (const length of [
      0,
      1,
      chunkLength - 1,
      chunkLength,
      chunkLength + 1,
      2 * chunkLength,
      chunks * chunkLength + 7,
    ]) {
      const content = aContent(length);
      const arrived = await one.kept(personId, content);
      assert.deepEqual([arrived.length, arrived.sha256], [length, sha256(content)]);
      assert.equal((await one.find(arrived))?.sha256, sha256(content), 'its hash is kept');
      assert.ok((await one.read(arrived)).equals(content), `${length} bytes`);
      for (const [from, to] of [
        [0, 0],
        [length - 1, length - 1],
        [chunkLength - 1, chunkLength],
        [chunkLength, 2 * chunkLength - 1],
        [2 * chunkLength - 3, (chunks - 1) * chunkLength + 3],
      ] as const) {
        if (to >= length || from < 0) continue;
        assert.ok((await one.read(arrived, from, to)).equals(content.subarray(from, to + 1)), `${from} to ${to}`);
      }
    }
  });

  test('one that is too long, or breaks off, leaves nothing', async () => {
    const [rows, bytes] = [await one.rows(), await left(house())];
    await assert.rejects(one.put(personId, bodyOf(aContent(3 * chunkLength)), 3 * chunkLength - 1), /3145727|786431/);
    const broken = Readable.from(
      (function* () {
        yield aContent(2 * chunkLength);
        throw new Error('The client has gone.');
      })(),
      { objectMode: false },
    );
    await assert.rejects(one.put(personId, broken), /broke off/);
    assert.deepEqual([await one.rows(), await left(house())], [rows, bytes]);
  });

  test('one that nobody kept goes after a day, and is counted as an orphan; then nobody can keep it', async () => {
    const bytes = await left(house());
    const arrived = await one.put(personId, bodyOf(aContent(chunks * chunkLength)));
    assert.deepEqual(await one.sweep(), { orphans: 0, forgotten: 0 });
    assert.equal(await one.find(arrived), undefined, 'nobody reads what nobody keeps');
    one.clock.moveOn(26 * 3_600);
    assert.deepEqual(await one.sweep(), { orphans: 1, forgotten: 0 });
    await assert.rejects(one.keep(arrived), /given up/);
    assert.equal(await left(house()), bytes);
  });

  test('one that was forgotten cannot be read from then on, and the sweep removes it', async () => {
    const bytes = await left(house());
    const arrived = await one.kept(personId, aContent(chunkLength + 5));
    await one.forget(arrived);
    assert.equal(await one.find(arrived), undefined);
    assert.deepEqual(await one.sweep(), { orphans: 0, forgotten: 1 });
    assert.deepEqual(await one.sweep(), { orphans: 0, forgotten: 0 });
    assert.equal(await left(house()), bytes);
  });

  test('one that is kept is removed by neither the sweep nor whoever received it', async () => {
    const arrived = await one.kept(api.realm.companyId, aContent(10));
    one.clock.moveOn(26 * 3_600);
    assert.deepEqual(await one.sweep(), { orphans: 0, forgotten: 0 });
    await one.discard(arrived);
    assert.ok((await one.read(arrived)).equals(aContent(10)));
  });

  if (tampering === undefined) return;

  /** Looks through all of it, as the service does once a day. */
  async function survey(stores: readonly OutsideStore[] = outsideStores(settings())) {
    const { database } = house().service;
    const chore = surveyStores({ database, clock: one.clock, log: makeLog('silent') }, stores);
    for (let before = foundInStores.test; foundInStores.test === before; ) await chore.run('test');
    const { lost, strays } = foundInStores.test;
    return { lost, strays };
  }
  const doctor = () => look(outsideContents(settings()));

  test('what it has lost, and what belongs to nobody, is found by the doctor, and counted by the service', async () => {
    const { companyId } = api.realm;
    const other = (await aCompany()).test;
    const kept: ArrivedBlob[] = [];
    for (const length of [0, 1, chunkLength, chunkLength + 1, 9]) kept.push(await one.kept(personId, aContent(length)));
    await aKeeper(house(), other, blobStores(house().service.database, settings())).kept(
      other.realm.companyId,
      aContent(5),
    );
    await one.put(personId, bodyOf(aContent(7)));
    assert.deepEqual(await survey(), { lost: 0, strays: 0 });
    found(await doctor(), 'ok', /\d+ contents of test in the store "\w+", each has its bytes/);
    assert.ok(!(await doctor()).some(({ level }) => level !== 'ok'));
    const [gone, cut] = kept.map(({ id }) => ({ companyId, id })) as [BlobPlace, BlobPlace];
    await tampering.remove(gone);
    await tampering.put(cut, 'cut off');
    const stray = { companyId: 'CP-0000-0000', id: uuid() };
    await tampering.put(stray, 'of another installation');
    await tampering.put({ companyId, id: 'notes' }, 'no content');
    found(await doctor(), 'error', /contents of test in the store "\w+", 2 have lost their bytes; one is /, /copy/);
    const warnings = (await doctor()).filter(({ level }) => level === 'warning');
    found(warnings, 'warning', new RegExp(`1 thing of test .* belong to no content.*${stray.id}`), /by hand/);
    const lying = await left(house());
    assert.deepEqual(await survey(), { lost: 2, strays: 1 });
    assert.equal(await left(house()), lying, 'nothing is removed');
    for (const place of [stray, { companyId, id: 'notes' }]) await tampering.remove(place);
    for (const blob of kept) await one.forget(blob);
    await one.sweep();
    assert.deepEqual(await survey(), { lost: 0, strays: 0 });
  });

  test('what comes and goes while it is looked through is neither lost nor left over', async () => {
    const going = await one.kept(personId, aContent(3));
    const [store] = outsideStores(settings()) as [OutsideStore];
    let isFirst = true;
    const slow: OutsideStore = {
      ...store,
      async list(mode, after) {
        const listed = await store.list(mode, after);
        if (isFirst) {
          isFirst = false;
          await one.kept(personId, aContent(4));
          await one.forget(going);
          await one.sweep();
        }
        return listed;
      },
    };
    assert.deepEqual(await survey([slow]), { lost: 0, strays: 0 });
  });

  test('a store that is not set any more is named by the doctor', async () => {
    await one.kept(personId, aContent(3));
    found(
      await look(outsideContents({})),
      'error',
      /lie in the store "\w+", which the settings do not name/,
      /BLOBS_DIR/,
    );
  });
}

describe('contents in the database', () => {
  laws(
    () => ({}),
    async ({ service }) => {
      const { rows } = await service.database.pools.test.query('select count(*) as n from blob_chunks');
      return Number(rows[0].n);
    },
  );
});

describe('contents in a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenor-contents-'));
  after(() => rmSync(folder, { recursive: true }));
  laws(
    () => ({ directory: folder }),
    () => globSync(`${folder}/*/*/*/*`).length,
    3,
    {
      put({ companyId, id }, text) {
        const path = join(folder, 'test', companyId, id.slice(0, 2), id);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      },
      remove: ({ companyId, id }) => rmSync(join(folder, 'test', companyId, id.slice(0, 2), id)),
    },
  );
});

describe('contents in a store of the protocol of S3', () => {
  const server = useS3Server();
  // More than one part of an upload, and more than two requests to read.
  const keyOf = ({ companyId, id }: BlobPlace): string => `test/${companyId}/${id}`;
  laws(server.settings, server.left, 35, {
    put: (place, text) => server.put(keyOf(place), text),
    remove: (place) => server.remove(keyOf(place)),
  });

  describe('that refuses', () => {
    const { house, aCompany, look } = useInspected();
    test('are answered by 503, and what could not be removed is removed later', async () => {
      const { test: api } = await aCompany();
      const { database } = house().service;
      const refusing = aKeeper(house(), api, blobStores(database, server.settings('another secret')));
      const { companyId } = api.realm;
      await assert.rejects(
        refusing.put(companyId, bodyOf(aContent(10))),
        (error: Refusal) => error.kind.status === 503,
      );
      assert.equal(await refusing.rows(), 1, 'the row remembers it');
      found(
        await look(outsideContents(server.settings('another secret'))),
        'error',
        /The store "s3" cannot be looked through: .*403/,
        /settings/,
      );
      const right = aKeeper(house(), api, blobStores(database, server.settings()));
      right.clock.moveOn(2 * 3_600);
      assert.deepEqual(await right.sweep(), { orphans: 1, forgotten: 0 });
      assert.equal(await right.rows(), 0);
    });
  });
});

describe('contents', () => {
  const { house, aCompany, look, later } = useInspected();
  let api: Client;
  let one: ReturnType<typeof aKeeper>;
  let personId: string;
  before(async () => {
    api = (await aCompany()).test;
    one = aKeeper(house(), api, blobStores(house().service.database));
    ({ id: personId } = await api.made('/people', aPerson()));
  });
  const query = (sql: string, values: unknown[] = []) => house().service.database.pools.test.query(sql, values);

  test('of any length need the memory of a few chunks, on their way in and out', async () => {
    const parts = contentMb * 16;
    const part = aContent(MB / 16);
    let taken = 0;
    let stored = 0;
    let mostWaiting = 0;
    const database = storeInDatabase(house().service.database);
    const counting: BlobStore = {
      ...database,
      write: (blob, chunks) =>
        database.write(
          blob,
          (async function* () {
            for await (const chunk of chunks) {
              yield chunk;
              // The store asks for the next one only when this one is stored.
              stored += chunk.length;
            }
          })(),
        ),
    };
    const body = Readable.from(
      (function* () {
        for (let i = 0; i < parts; i++) {
          taken += part.length;
          mostWaiting = Math.max(mostWaiting, taken - stored);
          yield part;
        }
      })(),
      { objectMode: false },
    );
    const keeper = aKeeper(house(), api, { current: counting, of: () => counting });
    const arrived = await keeper.put(personId, body);
    await keeper.keep(arrived);
    assert.equal(arrived.length, contentMb * MB);
    assert.ok(mostWaiting <= 6 * chunkLength, `${mostWaiting} bytes waited`);
    const blob = await keeper.find(arrived);
    let read = 0;
    for await (const bytes of keeper.given.open(api.realm, blob as NonNullable<typeof blob>)) {
      assert.ok(bytes.length <= chunkLength);
      read += bytes.length;
    }
    assert.equal(read, arrived.length);
  });

  test('that are made in the background let others come first after each commit of a megabyte', async () => {
    let rests = 0;
    const rest = async () => {
      rests += 1;
    };
    const body = bodyOf(aContent(9 * chunkLength));
    const arrived = await one.given.put(api.realm, personId, body, { bytesMax, rest });
    await one.keep(arrived);
    assert.equal(rests, 3);
    assert.ok((await one.read(arrived)).equals(aContent(9 * chunkLength)));
  });

  test('lie sealed, and open neither altered, nor cut, nor in another order, nor as another content', async () => {
    const content = Buffer.concat([Buffer.from('Telltale words'), aContent(3 * chunkLength)]);
    const arrived = await one.kept(personId, content);
    const holding = [...(await everythingStored(house()))].filter(
      ([, text]) => text.includes('Telltale words') || text.includes(sha256(content)),
    );
    assert.deepEqual(holding, []);
    const of = [arrived.id];
    const isRefused = async (change: string, back: string) => {
      await query(change, of);
      await assert.rejects(one.read(arrived), change);
      await query(back, of);
      assert.ok((await one.read(arrived)).equals(content));
    };
    const flip =
      'update blob_chunks set bytes = set_byte(bytes, 9, get_byte(bytes, 9) # 1) where blob_id = $1 and number = 1';
    await isRefused(flip, flip);
    const swap = 'update blob_chunks set number = 1 - number where blob_id = $1 and number in (0, 1)';
    const move = (from: number, to: number) =>
      query(`update blob_chunks set number = ${to} where blob_id = $1 and number = ${from}`, of);
    await move(0, 9);
    await move(1, 0);
    await move(9, 1);
    await assert.rejects(one.read(arrived), swap);
    await move(0, 9);
    await move(1, 0);
    await move(9, 1);
    // A shorter length in the row makes another chunk the last one.
    await isRefused(
      `update blobs set length = length - ${chunkLength} where id = $1`,
      `update blobs set length = length + ${chunkLength} where id = $1`,
    );
    await query('delete from blob_chunks where blob_id = $1 and number = 2', of);
    await assert.rejects(one.read(arrived));
    const other = await one.kept(personId, content);
    await query(
      `update blob_chunks c set bytes = o.bytes from blob_chunks o
       where c.blob_id = $1 and o.blob_id = $2 and o.number = c.number and o.owner_id = c.owner_id`,
      [other.id, arrived.id],
    );
    await assert.rejects(one.read(other));
    assert.equal(sealedChunkLength - chunkLength, 16);
  });

  test('of a person go with the person, in the same commit; those of others stay', async () => {
    const { id } = await api.made('/people', aPerson());
    const [theirs, mine] = [await one.kept(id, aContent(100)), await one.kept(personId, aContent(100))];
    const arriving = await one.put(id, bodyOf(aContent(100)));
    await erasePersonByHand(house().service, api.realm, id, { evenWithOpenLoans: true });
    assert.equal(await one.find(theirs), undefined);
    assert.ok((await one.read(mine)).equals(aContent(100)));
    assert.deepEqual(await one.sweep(), { orphans: 0, forgotten: 1 });
    const { rows } = await query('select count(*)::int as n from blob_chunks where owner_id = $1', [id]);
    assert.equal(rows[0].n, 1, 'what is still on its way goes as an orphan');
    await one.discard(arriving);
  });

  test('of a store that is not set any more stay where they are, and are asked for in vain', async () => {
    const arrived = await one.kept(personId, aContent(10));
    await query(`update blobs set store = 's3' where id = $1`, [arrived.id]);
    await assert.rejects(one.read(arrived), (error: Refusal) => error.kind.status === 503);
    await one.forget(arrived);
    assert.deepEqual(await one.sweep(), { orphans: 0, forgotten: 0 });
    assert.ok((await one.rows()) > 0);
    await query(`delete from blobs where id = $1`, [arrived.id]);
  });

  test('are seen by the doctor: how many, what waits to go, and what has lost its bytes', async () => {
    await query('delete from blobs');
    found(await look(doctorsCheck), 'ok', /No content of a document is stored/);
    const arrived = await one.kept(personId, aContent(2_048));
    found(await look(doctorsCheck), 'ok', /1 content of test, 2.0 KiB, in the store "database"/);
    await one.put(personId, bodyOf(aContent(10)));
    found(
      await look(doctorsCheck, later(30 * 3_600)),
      'warning',
      /1 content of test that nobody keeps \(1 never kept\)/,
      /log/,
    );
    await query('delete from blob_chunks where blob_id = $1', [arrived.id]);
    found(await look(doctorsCheck), 'error', new RegExp(`have lost their bytes; one is ${arrived.id}`), /restore/);
  });
});
