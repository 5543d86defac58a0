// The service as a process: killed, stopped, started twice, given wrong settings. No acknowledged write may be missing,
// and its files may contain no personal data.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { launch, type Running, startService, tenor, testKey } from '../support/process.ts';
import { dice } from '../support/seed.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-service-'));
const anEmptyDirectory = (name: string): string => join(mkdtempSync(join(root, name)), 'data');
const aDirectory = (name: string): string => madeDirectory(anEmptyDirectory(name));
after(() => rmSync(root, { recursive: true, force: true }));

/** More with `--whole`. */
const rounds = process.env.TENOR_CRASHES === undefined ? 1 : 3;

const stop = async (service: Running): Promise<number | null> => {
  service.child.kill('SIGTERM');
  return service.ended();
};

const ssn = '987-65-4320';
const lastName = 'Quxenbergerova';

const aPerson = (externalId: string) => ({
  externalId,
  name: { firstName: 'Ada', lastName },
  dateOfBirth: '1987-06-05',
  identity: { identityType: 'SSN', value: ssn },
});

/** Writes again after each answer, and keeps the acknowledged writes, until the service has ended. */
async function writer(service: Running, prefix: string, acknowledged: string[]): Promise<void> {
  for (let i = 0; ; i++) {
    const externalId = `${prefix}-${i}`;
    const answer = await service.call('POST', '/people', aPerson(externalId)).catch(() => undefined);
    if (answer === undefined) return;
    assert.equal(answer.status, 201);
    acknowledged.push(externalId);
  }
}

/** A request whose body is still on its way. */
function halfSent(service: Running): { finish(): void; status: Promise<number | undefined> } {
  const body = JSON.stringify(aPerson('half-sent'));
  const headers = { 'x-api-key': testKey, 'content-type': 'application/json', 'content-length': body.length };
  const sending = request(`${service.url}/api/people`, { method: 'POST', headers });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sending.on('response', (response) => resolve(response.resume().statusCode));
    sending.on('error', reject);
  });
  sending.write(body.slice(0, 10));
  return { finish: () => void sending.end(body.slice(10)), status };
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

describe('the service as a process', () => {
  test('killed in the middle of writes, it has everything it acknowledged, whole', async () => {
    const dataDirectory = aDirectory('kill');
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const service = await startService({ dataDirectory });
      const writers = Array.from({ length: 8 }, (_, i) => writer(service, `r${round}w${i}`, acknowledged));
      const before = acknowledged.length;
      await eventually('some are acknowledged', () => acknowledged.length > before + 50);
      await sleep(dice.between(0, 200));
      service.child.kill('SIGKILL');
      await Promise.all(writers);
    }
    const service = await startService({ dataDirectory });
    for (const externalId of acknowledged) {
      const answer = await service.call('GET', `/people/ext-${externalId}`);
      assert.equal(answer.status, 200, `${externalId} is missing`);
      const { data } = (await answer.json()) as { data: { name: { lastName: string }; identities: unknown[] } };
      assert.equal(data.name.lastName, lastName);
      assert.equal(data.identities.length, 1, 'the person came with its identity');
    }
    assert.equal(await stop(service), 0);
  });

  test('nothing personal lies readable on disk or in a log', async () => {
    const dataDirectory = anEmptyDirectory('leak');
    const service = await startService({ dataDirectory, environment: { LOG_LEVEL: 'trace' } });
    const made = (await (
      await service.call('POST', '/people', aPerson('leak-1'), { 'idempotency-key': 'k1' })
    ).json()) as {
      data: { id: string };
    };
    const email = 'quxen.bergerova@example.org';
    const contact = { contactType: 'email', label: 'personal', value: email };
    assert.equal((await service.call('POST', `/people/${made.data.id}/contacts`, contact)).status, 201);
    // Errors and searches must not write the values to a log either.
    await service.call('POST', `/people/${made.data.id}/contacts`, contact);
    await service.call('POST', '/people', aPerson('leak-1'));
    await service.call('GET', `/people/search?lastName=${lastName}&taxId=${ssn}&email=${email}`);
    await service.call('GET', `/people/ext-${email}`);
    assert.equal(await stop(service), 0);
    const secrets = [ssn, ssn.replaceAll('-', ''), lastName, lastName.toLowerCase(), '1987-06-05', email, testKey];
    const files = [
      ...filesBelow(dataDirectory),
      ...filesBelow(join(dataDirectory, '..')).filter((file) => file.endsWith('.log')),
    ];
    assert.ok(files.length > 100, 'the files of the database were looked at');
    for (const file of files) {
      const bytes = readFileSync(file);
      for (const secret of secrets) assert.ok(!bytes.includes(secret), `${file} holds ${secret}`);
    }
    assert.match(service.log(), /"route":"\/api\/people"/, 'the log was written');
  });

  test('npm passes SIGTERM on, the service drains and the database stops with it', async () => {
    const dataDirectory = aDirectory('npm');
    const service = await startService({ dataDirectory, byNpm: true });
    const { finish, status } = halfSent(service);
    await sleep(200);
    service.child.kill('SIGTERM');
    await sleep(200);
    finish();
    assert.equal(await status, 201, 'a request that runs is answered');
    assert.equal(await service.ended(), 0);
    const left = spawnSync('pgrep', ['-f', dataDirectory], { encoding: 'utf8' }).stdout;
    assert.equal(left, '', 'no process of it is left');
  });

  test('a stop resets no client that keeps its connection, and what it does not do it refuses like any other', async () => {
    const service = await startService({ dataDirectory: aDirectory('keep-alive') });
    const { hostname, port } = new URL(service.url);
    const broken: string[] = [];
    let answered = 0;
    /** One connection with a request after each answer, until the service announces that it closes the connection. */
    const client = async (pauseMs: number): Promise<void> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let goesOn = true; goesOn; ) {
        goesOn = await new Promise<boolean>((resolve) => {
          const headers = { 'x-api-key': testKey };
          const asking = request({ agent, hostname, port, path: '/api/people?limit=1', headers }, (response) => {
            answered += 1;
            if (response.statusCode !== 200) {
              const { 'retry-after': again, 'request-id': id } = response.headers;
              if (response.statusCode !== 503 || again === undefined || id === undefined) {
                broken.push(`${response.statusCode}`);
              }
            }
            response.resume().once('end', () => resolve(response.headers.connection !== 'close'));
          });
          asking.once('error', (error) => {
            // A silent connection is closed before its next request, and then no server listens.
            if (!/ECONNREFUSED/.test(error.message)) broken.push(error.message);
            resolve(false);
          });
          asking.end();
        });
        await sleep(pauseMs);
      }
      agent.destroy();
    };
    const clients = Array.from({ length: 40 }, (_, i) => client(i % 8 === 0 ? 400 : 10 * (i % 8)));
    await sleep(1_500);
    service.child.kill('SIGTERM');
    await Promise.all(clients);
    assert.equal(await service.ended(), 0);
    assert.deepEqual(broken, []);
    assert.ok(answered > 100, `${answered} were answered`);
  });

  test('a start that waits for a database which does not answer is ended by SIGTERM', async () => {
    const dataDirectory = anEmptyDirectory('stalled');
    const silent = createServer(() => service.child.kill('SIGTERM'));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const environment = {
      DATABASE_URL: `postgres://tenor@127.0.0.1:${port}/tenor`,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const service = launch({ dataDirectory, environment });
    const tooLong = setTimeout(() => service.child.kill('SIGKILL'), 60_000);
    assert.equal(await service.ended(), 1, service.log());
    clearTimeout(tooLong);
    silent.close();
  });

  test('a doubled Ctrl-C is one', async () => {
    const service = await startService({ dataDirectory: aDirectory('ctrl-c') });
    process.kill(-(service.child.pid as number), 'SIGINT');
    await sleep(30);
    process.kill(-(service.child.pid as number), 'SIGINT');
    assert.equal(await service.ended(), 0);
    assert.match(service.log(), /stopping/);
  });

  test('two services share one directory, and the command line works beside them', async () => {
    const dataDirectory = anEmptyDirectory('shared');
    const [one, two] = await Promise.all([startService({ dataDirectory }), startService({ dataDirectory })]);
    assert.equal((await one.call('POST', '/people', aPerson('shared-1'))).status, 201);
    assert.equal((await two.call('GET', '/people/ext-shared-1')).status, 200);
    const made = tenor({ dataDirectory }, 'key', 'create', '--name', 'by hand', '--permissions', 'person:list');
    assert.equal(made.code, 0, made.output);
    const key = /key {2}(\S+)/.exec(made.output)?.[1] as string;
    assert.equal((await two.call('GET', '/people', undefined, { 'x-api-key': key })).status, 200);
    const id = /AK-\S+/.exec(made.output)?.[0] as string;
    const listed = tenor({ dataDirectory }, 'key', 'list').output;
    assert.match(listed, new RegExp(`^${id}  test  .* by hand  person:list$`, 'm'));
    assert.match(listed, /^AK-\S+ {2}live .* all permissions$/m, 'both modes');
    assert.doesNotMatch(tenor({ dataDirectory }, 'key', 'list', '--mode', 'live').output, /by hand/);
    assert.equal(tenor({ dataDirectory }, 'key', 'revoke', id).code, 0);
    await eventually('the key has ended', async () => {
      return (await two.call('GET', '/people', undefined, { 'x-api-key': key })).status === 401;
    });
    assert.equal(await stop(one), 0);
    assert.equal((await two.call('GET', '/people/ext-shared-1')).status, 200, 'the other is served on');
    assert.equal(await stop(two), 0);
  });

  test('the embedded database comes back when it is killed', async () => {
    const dataDirectory = aDirectory('db-kill');
    const service = await startService({ dataDirectory });
    assert.equal((await service.call('POST', '/people', aPerson('before'))).status, 201);
    const pid = Number(readFileSync(join(dataDirectory, 'db/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    await eventually('it answers', async () => {
      const answer = await service.call('GET', '/people/ext-before').catch(() => undefined);
      if (answer !== undefined && answer.status !== 200) assert.equal(answer.status, 503, 'a clear answer meanwhile');
      return answer?.status === 200;
    });
    assert.equal(await stop(service), 0);
  });

  test('wrong settings stop the start with a sentence each', async () => {
    const dataDirectory = aDirectory('wrong');
    const wrong = async (environment: Record<string, string>): Promise<string> => {
      const service = launch({ dataDirectory, environment });
      assert.equal(await service.ended(), 1);
      const said = service.log();
      assert.ok(!said.includes('    at '), `a sentence, not a stack: ${said}`);
      return said;
    };
    const several = await wrong({ PORT: 'x', COMPANY_TIMEZONE: 'Mars/Olympus', BOOTSTRAP_LIVE_KEY: 'short' });
    for (const name of ['PORT', 'COMPANY_TIMEZONE', 'BOOTSTRAP_LIVE_KEY'])
      assert.match(several, new RegExp(`${name} must be`));
    assert.match(await wrong({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' }), /ENCRYPTION_KEY is required/);
    const service = await startService({ dataDirectory });
    assert.match(
      await wrong({ BOOTSTRAP_TEST_KEY: 'another_test_key_0123456789_abcdefghi' }),
      /BOOTSTRAP_TEST_KEY is not a key/,
    );
    const otherKey = Buffer.alloc(32, 9).toString('base64');
    assert.match(await wrong({ ENCRYPTION_KEY: otherKey }), /ENCRYPTION_KEY is not the key/);
    assert.match(await wrong({ PORT: new URL(service.url).port }), /port is taken/i);
    assert.equal(await stop(service), 0);
    const keyFile = join(dataDirectory, 'encryption.key');
    const key = readFileSync(keyFile);
    rmSync(keyFile);
    assert.match(await wrong({}), /encryption\.key, is missing/);
    writeFileSync(keyFile, 'nonsense');
    assert.match(await wrong({}), /does not hold an encryption key/);
    writeFileSync(keyFile, key);
    assert.equal(await stop(await startService({ dataDirectory })), 0);
  });

  test('first keys are drawn and shown once where none are given', async () => {
    const dataDirectory = anEmptyDirectory('first');
    const environment = { BOOTSTRAP_LIVE_KEY: '', BOOTSTRAP_TEST_KEY: '' };
    const first = await startService({ dataDirectory, environment });
    const key = /test key {2}(\S+)/.exec(first.log())?.[1] as string;
    assert.equal((await first.call('GET', '/people', undefined, { 'x-api-key': key })).status, 200);
    assert.ok(
      !first
        .log()
        .split('\n')
        .some((line) => line.startsWith('{') && line.includes(key)),
      'not through the logger',
    );
    assert.equal(await stop(first), 0);
    const second = await startService({ dataDirectory, environment });
    assert.ok(!second.log().includes('tenor_test_'));
    assert.equal(await stop(second), 0);
  });
});
