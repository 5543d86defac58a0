// The log: the form of its lines, what is left out of those that repeat, and the form for people.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { makeLog } from './log.ts';
import { readable } from './readable-log.ts';

function aLog() {
  const lines: Record<string, unknown>[] = [];
  const clock = { ms: 0 };
  const output = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { log: makeLog('info', 3, output, () => clock.ms), lines, clock };
}

const refused = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

describe('the log', () => {
  test('names the time as people and programs read it, the level, the worker and the fields', () => {
    const { log, lines } = aLog();
    log.info({ route: '/api/people' }, 'request');
    const [{ time, ...rest } = {}] = lines;
    assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(rest, { level: 'info', worker: 3, route: '/api/people', msg: 'request' });
  });

  test('takes no field that its table does not name', () => {
    const { log } = aLog();
    const ids = { mode: 'live', shoeSize: 43 };
    // @ts-expect-error There is no such field.
    log.info({ shoeSize: 43 }, 'a line');
    // @ts-expect-error Nor behind a name.
    log.warn(ids, 'a line');
    // @ts-expect-error Nor among others.
    log.warn({ ...ids, err: new Error() }, 'a line');
  });

  test('says again what repeats after growing pauses, without a stack, and counts what it left out', () => {
    const { log, lines, clock } = aLog();
    for (; clock.ms < 30_000; clock.ms += 250) {
      log.error({ err: refused(), requestId: String(clock.ms) }, 'a request failed');
    }
    assert.deepEqual(
      lines.map(({ repeated }) => repeated),
      [undefined, 19, 39],
    );
    const [first, second] = lines.map(({ err }) => err as Record<string, unknown>);
    assert.ok(Array.isArray(first?.stack) && first.stack.length > 0);
    assert.deepEqual(second, { type: 'Error', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:5432' });
  });

  test('shows the stack of a database that is away once, whatever part of the service meets it', () => {
    const { log, lines, clock } = aLog();
    const stacks = () => lines.map(({ err }) => Array.isArray((err as { stack?: unknown }).stack));
    log.error({ err: refused() }, 'a request failed');
    log.warn({ err: refused() }, 'the relay lost the database and tries again');
    log.warn({ err: refused(), mode: 'live' }, 'lost an idle database connection');
    const taken = Object.assign(new Error('duplicate key'), { code: '23505' });
    for (let n = 0; n < 2; n++) log.error({ err: taken }, `a bug, ${n}`);
    assert.deepEqual(stacks(), [true, false, false, true, true]);
    clock.ms = 600_000;
    log.error({ err: refused(), mode: 'test' }, 'lost an idle database connection');
    assert.equal(stacks().at(-1), true);
  });

  test('leaves out nothing that is about something else, nor requests, nor what comes back after a while', () => {
    const { log, lines, clock } = aLog();
    for (const loan of ['LN-1', 'LN-2']) log.error({ err: refused(), loan }, 'a loan could not be brought to its day');
    log.error({ err: new Error('other'), loan: 'LN-1' }, 'a loan could not be brought to its day');
    log.error('a sentence');
    log.warn('a sentence');
    for (let n = 0; n < 3; n++) log.info({ route: '/' }, 'request');
    assert.equal(lines.length, 8);
    clock.ms = 600_000;
    log.error('a sentence');
    assert.equal(lines.at(-1)?.repeated, undefined);
    assert.equal(lines.length, 9);
  });

  test('remembers no more than five hundred, the newest', () => {
    const { log, lines } = aLog();
    for (let n = 0; n < 501; n++) log.warn({ loan: String(n) }, 'a line');
    log.warn({ loan: '500' }, 'a line');
    assert.equal(lines.length, 501);
    log.warn({ loan: '0' }, 'a line');
    assert.equal(lines.length, 502);
  });

  test('is text at a terminal, in which nobody else moves the cursor', () => {
    const line = {
      level: 'warn',
      time: '2026-11-28T10:15:02.123Z',
      worker: 2,
      why: 'a\u001b[2Jb',
      err: { type: 'Error', message: 'no\u0007', stack: ['    at x'], cause: { type: 'Error', message: 'deep' } },
      msg: 'a provider failed',
    };
    const plain = stripVTControlCharacters(readable(JSON.stringify(line)));
    assert.deepEqual(plain.split('\n'), [
      '10:15:02.123 warn  a provider failed  why=a\\u001b[2Jb worker=2',
      '  Error no\\u0007',
      '    at x',
      '  Error deep',
    ]);
    assert.equal(readable('(node:1) Warning'), '(node:1) Warning');
  });
});
