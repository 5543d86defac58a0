// A file is left whole and once: in a folder, and with a server of OpenSSH.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { directory } from './directory.ts';
import { type FilePlace, type FileSeen, type FileToPut, PlaceFailed, putOnce } from './file-place.ts';
import { sftp } from './sftp.ts';
import { hasSshd, startSshd, type TestSshd } from './test-sshd.ts';

const fileOf = (name: string, content: string): FileToPut => ({
  name,
  bytes: Buffer.byteLength(content),
  open: () => Readable.from([Buffer.from(content.slice(0, 5)), Buffer.from(content.slice(5))]),
});
const content = 'one file of ten lines';
const file = fileOf('LOANS-1.ach', content);

interface Folder {
  readonly place: FilePlace;
  readonly path: string;
}

function keepsFilesWhole(folderOf: () => Folder): void {
  test('is there under its name, and nothing beside it; a second time it was there', async () => {
    const { place, path } = folderOf();
    assert.equal(await putOnce(place, file), 'put');
    assert.equal(readFileSync(join(path, file.name), 'utf8'), content);
    assert.equal(await putOnce(place, file), 'wasThere');
    assert.deepEqual(readdirSync(path), [file.name]);
  });

  test('of another size under the same name is not written over', async () => {
    const { place, path } = folderOf();
    writeFileSync(join(path, 'LOANS-2.ach'), 'something else');
    await assert.rejects(putOnce(place, fileOf('LOANS-2.ach', content)), /with 14 bytes is there; ours has 21/);
    assert.equal(readFileSync(join(path, 'LOANS-2.ach'), 'utf8'), 'something else');
  });

  test('put by several at once is there once, and whole', async () => {
    const { place, path } = folderOf();
    const large = fileOf('LOANS-3.ach', 'x'.repeat(300_000));
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => putOnce(place, large)));
    assert.ok(outcomes.includes('put'));
    assert.equal(readFileSync(join(path, large.name)).length, 300_000);
    assert.deepEqual(
      readdirSync(path).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  test('that ends before its time is not given its name', async () => {
    const { place, path } = folderOf();
    const short = { ...fileOf('LOANS-4.ach', content), bytes: 1_000 };
    await assert.rejects(putOnce(place, short), /21 bytes arrived, not 1000/);
    assert.ok(!readdirSync(path).includes('LOANS-4.ach'));
    assert.deepEqual(
      readdirSync(path).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  test('is listed and read as it lies there: also an empty one, and of one that grows a byte too many', async () => {
    const { place, path } = folderOf();
    const kept = readdirSync(path);
    for (const [name, text] of [
      ['EMPTY', ''],
      ['GROWS', 'ten bytes.'],
    ] as const)
      writeFileSync(join(path, name), text);
    const seen = (await place.list()).filter(({ name }) => !kept.includes(name)).sort((a, b) => b.bytes - a.bytes);
    assert.deepEqual(
      seen.map(({ name, bytes }) => [name, bytes]),
      [
        ['GROWS', 10],
        ['EMPTY', 0],
      ],
    );
    writeFileSync(join(path, 'GROWS'), 'ten bytes. And more.');
    for (const [i, text] of ['ten bytes. ', ''].entries())
      assert.equal((await place.read(seen[i] as FileSeen)).toString(), text);
    rmSync(join(path, 'EMPTY'));
    await assert.rejects(place.read(seen[1] as FileSeen), PlaceFailed);
  });

  test('has a name that leads nowhere else', async () => {
    const { place } = folderOf();
    for (const name of ['../x', 'a/b', '', '.hidden', 'a b', 'x'.repeat(201)])
      await assert.rejects(putOnce(place, fileOf(name, content)), PlaceFailed);
  });
}

describe('a file in a folder of this machine', () => {
  let path: string;
  before(() => {
    path = mkdtempSync(join(tmpdir(), 'tenor-place-'));
  });
  after(() => rmSync(path, { recursive: true }));
  keepsFilesWhole(() => ({ path, place: directory(path) }));

  test('is refused with a sentence where there is no folder', async () => {
    await assert.rejects(putOnce(directory(join(path, 'none')), file), /The folder does not take it \(ENOENT\)/);
  });
});

const skipped = hasSshd ? false : 'OpenSSH is not installed: apt-get install openssh-server';

describe('a file with a server of OpenSSH', { skip: skipped }, () => {
  let server: TestSshd;
  let place: FilePlace;
  before(async () => {
    server = await startSshd();
    place = await sftp(server.settings);
  });
  after(async () => {
    await place.close();
    await server.stop();
  });
  keepsFilesWhole(() => ({ path: server.folder, place }));

  test('is not sent to a host with another key, and the key that it shows is named', async () => {
    const wrong = { ...server.settings, hostKey: 'SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' };
    await assert.rejects(sftp(wrong), (error: Error) => {
      assert.ok(error instanceof PlaceFailed);
      assert.ok(error.message.includes(server.settings.hostKey));
      return true;
    });
  });

  test('is not sent where we are not let in, and nothing of the account is told', async () => {
    const { privateKey: _, ...rest } = server.settings;
    await assert.rejects(sftp({ ...rest, password: 'wrong-password' }), (error: Error) => {
      assert.match(error.message, /not reached, or does not let us in/);
      assert.doesNotMatch(error.message, /wrong-password|127\.0\.0\.1/);
      return true;
    });
  });

  test('that it does not go on with fails after the time that is set, however slow it was before', async () => {
    const own = await startSshd();
    const waiting = await sftp({ ...own.settings, timeoutMs: 500 });
    const slow = { ...file, open: () => Readable.from(slowly(() => sleep(400))) };
    assert.equal(await putOnce(waiting, slow), 'put');
    own.hang();
    const seen = { name: file.name, bytes: file.bytes, changedAt: 0 };
    await assert.rejects(waiting.read(seen), /The host said nothing for 0.5 seconds/);
    await waiting.close();
    await own.stop();
  });

  test('that was cut off is put again as a whole', async () => {
    mkdirSync(join(server.folder, 'later'));
    const mine = { ...server.settings, folder: join(server.folder, 'later') };
    const first = await sftp({ ...mine, timeoutMs: 3_000 });
    // The other end is gone in the middle: the connection is closed under the file.
    const endless = { ...file, open: () => Readable.from(slowly(() => first.close())) };
    await assert.rejects(putOnce(first, endless), PlaceFailed);
    assert.ok(!readdirSync(mine.folder).includes(file.name));
    const second = await sftp(mine);
    assert.equal(await putOnce(second, file), 'put');
    await second.close();
    assert.equal(readFileSync(join(mine.folder, file.name), 'utf8'), content);
  });
});

async function* slowly(then: () => Promise<void>): AsyncGenerator<Buffer> {
  yield Buffer.from('one f');
  await then();
  yield Buffer.from('ile of ten lines');
}

describe('a host that says nothing', () => {
  test('is left after the time that is set', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const settings = { host: '127.0.0.1', port, username: 'x', password: 'y', hostKey: 'SHA256:x', folder: '/' };
    await assert.rejects(sftp({ ...settings, timeoutMs: 300 }), PlaceFailed);
    silent.close();
  });
});
