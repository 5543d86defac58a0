// `tenor listen` as a process: beside a service that is stopped, killed and started again, and with a receiver that
// fails. Nothing is lost, and order is kept.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { inOneProcess } from '../support/one-process.ts';
import { type Running, startService, testKey } from '../support/process.ts';
import { aReceiver, type Post, type Receiver } from '../support/receiver.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-listen-'));
const aDirectory = (name: string): string => madeDirectory(join(mkdtempSync(join(root, name)), 'data'));
const children: ChildProcess[] = [];
const services: Running[] = [];
const receivers: Receiver[] = [];
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  // Services of a failed test still run, and their databases with them.
  for (const { child, ended } of services) {
    child.kill('SIGTERM');
    await ended();
  }
  await Promise.all(receivers.map((receiver) => receiver.close()));
  rmSync(root, { recursive: true, force: true });
});

async function receiving(): Promise<Receiver> {
  const receiver = await aReceiver();
  receivers.push(receiver);
  return receiver;
}

async function aService(dataDirectory: string, port?: number): Promise<Running> {
  const service = await startService({ dataDirectory, ...(port !== undefined && { port }) });
  services.push(service);
  return service;
}

interface Listening {
  readonly child: ChildProcess;
  /** The lines of events, and the other output. */
  lines(): string[];
  notices(): string;
  ended: Promise<number | null>;
}

/** Its environment has nothing that a service needs, and one setting with which no service would start. */
async function listen(url: string, ...words: string[]): Promise<Listening> {
  const child = spawn(process.execPath, ['cli/tenor.mjs', 'listen', ...words], {
    env: {
      PATH: process.env.PATH,
      TENOR_URL: url,
      TENOR_API_KEY: testKey,
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  let notices = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    notices += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  await eventually(
    'it listens',
    () => /Listening to/.test(notices),
    () => notices,
  );
  return { child, lines: () => output.split('\n').slice(0, -1), notices: () => notices, ended };
}

const aPerson = { name: { firstName: 'Ada', lastName: 'Lovelace' } };

async function makePerson(service: Running): Promise<string> {
  const answer = await service.call('POST', '/people', aPerson);
  assert.equal(answer.status, 201);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

async function stop({ child, ended }: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  child.kill(signal);
  assert.equal(await ended(), signal === 'SIGTERM' ? 0 : null);
}

function mustBeSigned(post: Post, secret: string): void {
  new Webhook(secret).verify(post.body, post.headers);
  assert.equal(post.headers['x-peach-hmac'], createHmac('sha256', secret).update(post.body).digest('hex'));
}

describe('tenor listen', () => {
  const run = inOneProcess();
  test('prints each event, posts it signed like a webhook, and misses none while the service comes and goes', async () => {
    const dataDirectory = aDirectory('listen');
    let service = await aService(dataDirectory);
    const port = Number(new URL(service.url).port);
    const receiver = await receiving();
    const listening = await listen(service.url, '--forward-to', receiver.url, '--events', 'person.*');
    const secret = /signed with (\S+)$/m.exec(listening.notices())?.[1] as string;
    const people = [await makePerson(service)];
    await receiver.until(1);
    await eventually('the line is there', () => listening.lines().length === 1);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await stop(service, signal);
      service = await aService(dataDirectory, port);
      // Some before and some after it is connected again: it waits a second.
      for (let i = 0; i < 5; i++) people.push(await makePerson(service));
      await eventually('it is back', () => listening.lines().length === people.length);
      people.push(await makePerson(service));
      await eventually('it goes on', () => listening.lines().length === people.length);
    }
    const posted = receiver.posts.map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      posted.map(({ borrowerId }) => borrowerId),
      people,
    );
    assert.deepEqual(
      posted.map(({ borrower }) => borrower.id),
      people,
      'with the borrower, as a webhook would be',
    );
    const list = await (await service.call('GET', '/events?limit=100&events=person.*')).json();
    assert.deepEqual(
      posted.map(({ borrowerId, borrower, ...event }) => event).reverse(),
      (list as { data: unknown[] }).data,
      'what was posted is what the list tells',
    );
    for (const [i, post] of receiver.posts.entries()) {
      const { id, personId } = posted[i];
      assert.equal(post.id, `${id}_${personId}`);
      mustBeSigned(post, secret);
      const line = new RegExp(
        `^\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}Z  person\\.created +${personId}  ${id}  -> 200 in \\d+ ms$`,
      );
      assert.match(listening.lines()[i] as string, line);
    }
    assert.equal(listening.notices().match(/is gone/g)?.length, 2);
    assert.equal(listening.notices().match(/Connected again/g)?.length, 2);
    listening.child.kill('SIGINT');
    assert.equal(await listening.ended, 0);
    await stop(service);
    assert.match(service.log(), /"route":"\/api\/events\/stream","status":200/, 'a stream has its line in the log');
  });

  test('tries a receiver that fails again, says when it gives up, and keeps the order', async () => {
    const service = await aService(aDirectory('fails'));
    const receiver = await receiving();
    const secret = Buffer.alloc(32, 5).toString('base64');
    let answers = [500, 302, 200, 200, 503, 503, 503, 503, 200];
    receiver.behave((answer) => answer.writeHead(answers.shift() ?? 200).end('x'.repeat(100_000)));
    const listening = await listen(
      service.url,
      '--forward-to',
      receiver.url,
      '--secret',
      secret,
      '--events',
      'person.*',
    );
    assert.ok(!listening.notices().includes(secret), 'a secret that was given is not shown');
    const people = [await makePerson(service), await makePerson(service), await makePerson(service)];
    people.push(await makePerson(service));
    await receiver.until(9);
    const took = ['500', '302', '200', '200', '503', '503', '503', '503', '200'];
    await eventually(
      'all is said',
      () => listening.lines().length === 10,
      () => listening.lines().join('\n'),
    );
    const said = listening.lines();
    assert.deepEqual(
      said.map((line) => /-> (\d{3})/.exec(line)?.[1] ?? line.trim().split(':')[0]),
      took.toSpliced(8, 0, 'given up'),
    );
    assert.deepEqual(
      receiver.posts.map(({ body }) => people.indexOf(JSON.parse(body).personId)),
      [0, 0, 0, 1, 2, 2, 2, 2, 3],
    );
    for (const post of receiver.posts) mustBeSigned(post, secret);
    answers = [];
    await receiver.close();
    await makePerson(service);
    await eventually('it is said', () => /given up: EV-\S+, after 4 attempts/.test(listening.lines().at(-1) ?? ''));
    assert.match(listening.lines().at(-2) as string, /again: EV-\S+ {2}-> nobody listens there/);
    await makePerson(service);
    await eventually('the next is tried', () => /-> nobody/.test(listening.lines().at(-1) ?? ''));
    // During its attempts.
    listening.child.kill('SIGINT');
    assert.equal(await listening.ended, 0);
    await stop(service);
  });

  test('without a receiver only prints; and ends with the pipe that it prints to', async () => {
    const service = await aService(aDirectory('prints'));
    const listening = await listen(service.url);
    const said = new RegExp(`^Asking ${service.url} for all events from now on; each is printed\\.\nListening to `);
    assert.match(listening.notices(), said);
    const person = await makePerson(service);
    await eventually('the line is there', () => listening.lines().length === 1);
    assert.match(listening.lines()[0] as string, new RegExp(`person\\.created +${person}  EV-.{9}$`));
    const [id] = /EV-.{9}$/.exec(listening.lines()[0] as string) as RegExpExecArray;
    listening.child.stdout?.destroy();
    const missed = await makePerson(service);
    assert.equal(await listening.ended, 0);
    const resumed = await listen(service.url, '--after', id, '--events', 'person.*');
    assert.match(resumed.notices(), new RegExp(` for the events person\\.\\* after ${id}; `));
    await eventually('what came after it is there', () => resumed.lines().length === 1);
    assert.match(resumed.lines()[0] as string, new RegExp(`person\\.created +${missed}`));
    resumed.child.kill('SIGINT');
    assert.equal(await resumed.ended, 0);
    await stop(service);
  });

  test('says what is wrong in a sentence, and ends', async () => {
    const dataDirectory = aDirectory('wrong');
    const service = await aService(dataDirectory);
    const { PATH = '' } = process.env;
    const asked = (...words: string[]) => run(['listen', ...words], { PATH });
    const key = ['--key', testKey, '--url', service.url];
    for (const [words, code, sentence] of [
      [[], 2, /--key or TENOR_API_KEY must be an API key/],
      [['--key', testKey, '--url', 'ftp://x'], 2, /--url or TENOR_URL must be an address/],
      [[...key, '--forward-to', 'localhost'], 2, /--forward-to must be an address/],
      [[...key, '--forward-to', service.url, '--secret', 'short'], 2, /--secret is none/],
      [['--key', testKey, '--url', 'http://127.0.0.1:1'], 1, /Nothing answers at http:\/\/127\.0\.0\.1:1\./],
      [['--key', 'not-a-key', '--url', service.url], 1, /answered 401\. This API key is unknown/],
      [['--key', testKey, '--url', `${service.url}/docs`], 1, /answered 404\./],
      [[...key, '--events', 'a b'], 1, /answered 400\. events\[0\]/],
      [
        [...key, '--after', 'EV-AAAA-AAAA'],
        1,
        /after EV-AAAA-AAAA;[\s\S]*answered 400\. Last-Event-ID: names no event/,
      ],
    ] as const) {
      const { code: was, out, err } = await asked(...words);
      assert.match(out + err, sentence);
      assert.equal(was, code, err);
      assert.ok(!err.includes('    at '), err);
    }
    assert.match((await asked('--help')).out, /TENOR_API_KEY/);
    await stop(service);
  });
});
