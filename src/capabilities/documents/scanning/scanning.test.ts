// A scanner: until it says that a content is clean, nobody is given it. ClamAV from Debian, with one signature of our
// own; where it is not installed, its tests are skipped and say so.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { scannerSettings } from '#platform/scanner-settings.ts';
import { aBorrower } from '../../../../tests/support/a-borrower.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { found } from '../../../../tests/support/findings.ts';
import { aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { useInspected } from '../../../../tests/support/inspected.ts';
import { scansCheck } from './check-scans.ts';
import { scanOf } from './scanner.ts';

/** A text that scanners are tried with; in two parts, so that no scanner of the reader stops at this file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

const folder = mkdtempSync(join(tmpdir(), 'tenor-scanner-'));
after(() => rmSync(folder, { recursive: true }));

/** A program that finds the text in what it reads. */
function aProgram(): string {
  const path = join(folder, 'scan.sh');
  writeFileSync(
    path,
    '#!/bin/sh\nif /usr/bin/grep -q EICAR-STANDARD; then echo "stdin: Eicar.Test FOUND"; exit 1; fi\n',
  );
  chmodSync(path, 0o755);
  return path;
}

describe('a scanner', () => {
  const { house, aCompany } = useHouse({ scanner: { kind: 'command', command: [aProgram()] } });
  let api: Client;
  let personId: string;
  before(async () => {
    api = (await aCompany()).test;
    personId = (await api.made('/people', aPerson())).id;
  });
  const aDocument = async (): Promise<string> =>
    `/people/${personId}/documents/${(await api.post(`/people/${personId}/documents`, { type: 'other' })).body.id}`;
  const upload = (path: string, body: string) =>
    api.call('POST', `${path}/content`, { body, headers: { 'content-type': 'text/plain' } });
  const scanned = (path: string): Promise<string> =>
    eventually('it is scanned', async () => {
      const { scanStatus } = (await api.get(path)).body;
      return scanStatus === 'waiting' ? undefined : (scanStatus as string);
    });

  test('says that a content is clean, and from then on it is given', async () => {
    const path = await aDocument();
    assert.equal((await upload(path, 'A letter')).body.scanStatus, 'waiting');
    assert.equal(await scanned(path), 'clean');
    assert.equal((await api.get(`${path}/content`)).body, 'A letter');
    assert.equal((await api.put(path, { status: 'accepted' })).status, 200);
  });

  test('is asked about what a borrower has sent, too', async () => {
    const borrower = await aBorrower(house(), api, personId);
    const { body } = await borrower.post(`/people/${personId}/documents`, { type: 'other' });
    const path = `/people/${personId}/documents/${body.id}`;
    const sent = await borrower.call('POST', `${path}/content`, {
      body: 'Mine',
      headers: { 'content-type': 'text/plain' },
    });
    assert.equal(sent.body.scanStatus, 'waiting', JSON.stringify(sent.body));
    assert.equal(await scanned(path), 'clean');
    assert.equal((await borrower.get(`${path}/content`)).body, 'Mine');
  });

  test('finds something: nobody is given the content, its bytes go, and an event tells it', async () => {
    const path = await aDocument();
    const { contentId } = (await upload(path, eicar)).body;
    assert.equal(await scanned(path), 'infected');
    const { url } = (await api.get(`${path}/content?returnUrl=true`)).body;
    assert.equal(url, undefined);
    for (const answer of [
      await api.get(`${path}/content`),
      await api.get(`${path}/content?contentId=${contentId}`),
      await api.put(path, { status: 'accepted' }),
    ]) {
      assert.deepEqual([answer.status, answer.body.errorType], [409, 'ContentInfected']);
      assert.match(answer.body.data.finding, /Eicar/);
    }
    const { rows } = await house().service.database.pools.test.query('select sealed from blobs where id = $1', [
      contentId,
    ]);
    assert.ok(rows.every(({ sealed }) => sealed === null));
    const { body } = await api.get(`/people/${personId}/events?limit=100`);
    const told = (body.data as { eventType: string }[]).filter(({ eventType }) => eventType.endsWith('.infected'));
    assert.equal(told.length, 1, JSON.stringify(body).slice(0, 300));
    assert.equal((await api.put(path, { status: 'rejected', rejectionReason: 'Not clean.' })).status, 200);
    await upload(path, 'Another one');
    assert.equal(await scanned(path), 'clean', 'a clean content takes its place');
  });
});

describe('contents that wait for the scanner', () => {
  const { house, aCompany } = useHouse({ works: false, scanner: { kind: 'command', command: ['/nowhere'] } });

  test('are given to nobody by any way, and their document is not accepted', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/people', aPerson());
    const path = `/people/${id}/documents/${(await api.post(`/people/${id}/documents`, { type: 'other' })).body.id}`;
    const headers = { 'content-type': 'text/plain' };
    const { contentId } = (await api.call('POST', `${path}/content`, { body: 'A letter', headers })).body;
    for (const answer of [
      await api.get(`${path}/content`),
      await api.get(`${path}/content?returnUrl=true`),
      await api.get(`${path}/content?contentId=${contentId}`),
      await api.call('GET', `${path}/content`, { headers: { range: 'bytes=0-1' } }),
      await api.put(path, { status: 'accepted' }),
    ]) {
      assert.deepEqual([answer.status, answer.body.errorType], [423, 'ContentNotScanned']);
    }
    await api.delete(path);
    const { rows } = await house().service.database.pools.test.query('select 1 from document_contents');
    assert.equal(rows.length, 0, 'nothing waits any more');
  });
});

describe('a scanner that cannot say', () => {
  const { house, aCompany, look, later, sql } = useInspected();
  const never = new AbortController().signal;
  async function* bytes(text = 'A letter') {
    yield Buffer.from(text);
  }

  test('has an error of its own, and the content waits', async () => {
    await assert.rejects(scanOf({ kind: 'command', command: ['/nowhere'] })(bytes(), never), /ENOENT/);
    await assert.rejects(scanOf({ kind: 'command', command: ['/bin/sh', '-c', 'exit 2'] })(bytes(), never), /with 2/);
    await assert.rejects(scanOf({ kind: 'clamd', at: { path: '/nowhere' } })(bytes(), never), /ENOENT/);
    const server: Server = createServer((socket) => socket.end('INSTREAM size limit exceeded. ERROR\0')).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const scan = scanOf({ kind: 'clamd', at: { host: '127.0.0.1', port } });
    await assert.rejects(scan(bytes('x'.repeat(1_000_000)), never), /size limit exceeded|EPIPE|ECONNRESET/);
    server.close();
  });

  test('is told by the doctor, and so is what was found', async () => {
    found(await look(scansCheck), 'ok', /No content waits/);
    const { test: api } = await aCompany();
    const { id } = await api.made('/people', aPerson());
    const path = `/people/${id}/documents/${(await api.post(`/people/${id}/documents`, { type: 'other' })).body.id}`;
    await api.call('POST', `${path}/content`, { body: 'A letter', headers: { 'content-type': 'text/plain' } });
    const { clock } = house().service;
    await sql(`update test.document_contents set scan_state = 'waiting', due_at = $1`, [clock.micros()]);
    found(await look(scansCheck, later(3_600)), 'error', /has waited for the scanner for 60 minutes/, /SCANNER_CLAMD/);
    await sql(`update test.document_contents set scan_state = 'infected', due_at = null`);
    found(await look(scansCheck), 'warning', /In 1 content of test the scanner has found something/);
  });
});

describe('the settings of a scanner', () => {
  const read = (given: Record<string, string>) => {
    const wrong: string[] = [];
    const optional = (name: string, isRight: (text: string) => boolean): string | null => {
      const text = given[name] ?? null;
      if (text !== null && !isRight(text)) wrong.push(name);
      return text;
    };
    return { settings: scannerSettings({ optional }, wrong), wrong };
  };

  test('name a socket, an address or a program', () => {
    const clamd = (text: string) => read({ SCANNER_CLAMD: text }).settings;
    assert.deepEqual(clamd('/run/clamd.ctl'), { kind: 'clamd', at: { path: '/run/clamd.ctl' } });
    assert.deepEqual(clamd('127.0.0.1:3310'), { kind: 'clamd', at: { host: '127.0.0.1', port: 3310 } });
    assert.deepEqual(clamd('[::1]:3310'), { kind: 'clamd', at: { host: '::1', port: 3310 } });
    assert.deepEqual(read({ SCANNER_COMMAND: '/bin/scan -x -' }).settings, {
      kind: 'command',
      command: ['/bin/scan', '-x', '-'],
    });
    assert.equal(read({}).settings, null);
    for (const text of ['somewhere', 'host:0', 'host:99999', ':3310']) {
      assert.deepEqual(read({ SCANNER_CLAMD: text }).wrong, ['SCANNER_CLAMD'], text);
    }
    assert.deepEqual(read({ SCANNER_COMMAND: 'scan' }).wrong, ['SCANNER_COMMAND']);
    assert.match(read({ SCANNER_CLAMD: '/a', SCANNER_COMMAND: '/b' }).wrong[0] as string, /one of them/);
  });
});

const clamdPath = '/usr/sbin/clamd';

describe('ClamAV', { skip: existsSync(clamdPath) ? false : `there is no ClamAV at ${clamdPath}` }, () => {
  const socket = join(folder, 'clamd.sock');
  let daemon: ChildProcess;
  before(async () => {
    writeFileSync(join(folder, 't.ndb'), `Eicar.Test:0:*:${Buffer.from(eicar).toString('hex')}\n`);
    const settings = ['Foreground yes', `DatabaseDirectory ${folder}`, `LocalSocket ${socket}`];
    writeFileSync(join(folder, 'clamd.conf'), [...settings, 'StreamMaxLength 110M', 'Bytecode no', ''].join('\n'));
    daemon = spawn(clamdPath, ['-c', join(folder, 'clamd.conf')], { stdio: 'ignore' });
    await eventually('clamd is there', async () => existsSync(socket) || undefined);
  });
  after(async () => {
    daemon.kill();
    if (daemon.exitCode === null) await once(daemon, 'exit');
  });
  const never = new AbortController().signal;
  const verdict = (...parts: Buffer[]) =>
    scanOf({ kind: 'clamd', at: { path: socket } })(
      (async function* () {
        yield* parts;
      })(),
      never,
    );

  test('says what is clean and what is not, over pieces of any length', async () => {
    assert.deepEqual(await verdict(Buffer.from('A letter')), { kind: 'clean' });
    assert.deepEqual(await verdict(Buffer.from(eicar)), { kind: 'infected', finding: 'Eicar.Test.UNOFFICIAL' });
    const halves = [Buffer.from(eicar.slice(0, 20)), Buffer.from(eicar.slice(20))];
    assert.equal((await verdict(...halves)).kind, 'infected');
    const piece = Buffer.alloc(262_144, 'a');
    assert.deepEqual(await verdict(...Array<Buffer>(20).fill(piece)), { kind: 'clean' });
  });
});
