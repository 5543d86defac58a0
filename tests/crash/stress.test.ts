// Service, worker and database are killed at random moments while many clients write. Afterwards everything that was
// acknowledged exists once and complete, nothing is half done, and nothing had to be restarted by hand.
//   TENOR_CRASHES=200 TENOR_SEED=7 npm test -- stress        more of it, and the same draws again
// On a cluster that is given (scripts/on-cluster.ts) service, background process, worker node and coordinator have their
// turns, and the nodes are killed by commands of the operator.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { generator } from '../../bench/people.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { launch, liveKey, startService } from '../support/process.ts';
import { afterMs, aReceiver, aWebhook, type Receiver } from '../support/receiver.ts';
import { seed } from '../support/seed.ts';
import { makeCaller } from '../support/stress/caller.ts';
import { complaints, type State, type Stored, type Told } from '../support/stress/check.ts';
import { isOnCluster, placeOnCluster } from '../support/stress/cluster.ts';
import { type Act, type Journal, makeJournal } from '../support/stress/journal.ts';
import {
  type Cast,
  draw,
  errorsIn,
  inTurn,
  kill,
  postmasterOf,
  recovered,
  type Victim,
} from '../support/stress/kills.ts';
import { clockStart, startLoad } from '../support/stress/load.ts';
import { type Place, readState, settle } from '../support/stress/state.ts';

const rounds = Number(process.env.TENOR_CRASHES ?? 8);
/** After so many rounds everything comes to rest and is checked. */
const roundsBetweenLooks = 10;

const root = mkdtempSync(join(tmpdir(), 'tenor-stress-'));
let cast: Cast | undefined;
let place: Place | undefined;
let receiver: Receiver | undefined;
after(async () => {
  for (const one of [cast?.service, cast?.worker]) one?.child.kill('SIGKILL');
  const pid = place && postmasterOf(place);
  if (pid !== undefined) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {}
  }
  await place?.cluster?.drop();
  await receiver?.close();
  rmSync(root, { recursive: true, force: true });
});

const journal = makeJournal();
let last: State | undefined;

/**
 * For what never comes. On a cluster transactions that a crash left prepared are ended by the coordinator, which looks
 * once a minute.
 */
const patienceMs = 120_000;

/** A good run takes a tenth of this time; the checker must find what is stuck, not the timeout. */
const timeout = 400_000 + rounds * 30_000;

describe('under load, with its processes killed at random', () => {
  test(`the service keeps what it acknowledged (${rounds} times, TENOR_SEED=${seed})`, { timeout }, async (t) => {
    // A separate generator: the clients' draws depend on how often they are answered.
    const random = generator(seed);
    receiver = await aReceiver(afterMs(2));
    const environment = {
      WEBHOOK_DEV_HOSTS: receiver.host,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_COMPANY_PER_MINUTE: '0',
    };
    place = isOnCluster
      ? await placeOnCluster(root, environment, receiver)
      : { dataDirectory: madeDirectory(join(root, 'data')), environment, receiver };
    const service = await startService(place);
    cast = { service, worker: launch({ ...place, command: 'worker' }) };
    const { url } = service;
    const webhook = await service.call('POST', '/webhooks', aWebhook(receiver.url), { 'x-api-key': liveKey });
    assert.equal(webhook.status, 201);
    const clock = await service.call('POST', '/test-clock', { now: clockStart.toISOString() });
    assert.equal(clock.status, 200);

    const load = startLoad(() => url, journal, generator(seed + 1));
    const killed: Victim[] = [];
    for (let round = 1; round <= rounds; round++) {
      if (random() < 0.85) await recovered(cast, patienceMs);
      await sleep(200 + random() * 1_200);
      const victim = isOnCluster ? inTurn(round) : draw(random);
      killed.push(victim);
      cast = await kill(place, cast, victim, random);
      if (round % roundsBetweenLooks === 0 || round === rounds) {
        await load.rest();
        await repeatSome(url, random);
        const settledMs = await settle(place);
        last = await readState(place, cast.service, journal);
        t.diagnostic(`${killed.splice(0).join(' ')}: settled in ${Math.round(settledMs)} ms, ${summary()}`);
        const amiss = complaints(journal, last);
        if (amiss.length > 0) for (const error of errorsIn(cast)) t.diagnostic(error);
        assert.deepEqual(amiss, [], `seed ${seed}, after ${round} rounds`);
        load.goOn();
      }
    }
    await load.end();
    t.diagnostic(`${rounds} kills: ${journal.acts.length} acts, nothing lost, nothing doubled, verified`);
    for (const one of [cast.worker, cast.service]) {
      one.child.kill('SIGTERM');
      assert.equal(await one.ended(), 0, one.log().slice(-2_000));
    }
  });
});

describe('the checker of a stress run', () => {
  const [mode, id, other] = ['live', 'BO-AAAA-AAAA', 'BO-BBBB-BBBB'] as const;
  const sound = (): { journal: Journal; state: State } => ({
    journal: {
      ...makeJournal(),
      acts: [
        anAct({ mark: 'one', ids: [id] }),
        // The outcome of these two is unknown: one exists, one does not.
        anAct({ mark: 'two', ids: [] }),
        anAct({ mark: 'three', ids: [] }),
      ],
      counters: [{ mode, personId: id, acknowledged: 4, sent: 5 }],
      operations: [{ mode, id: 'OP-AAAA-AAAA', lines: 2 }],
    },
    state: {
      stored: [aStored('one', id), aStored('two', other)],
      counters: new Map([[id, 4]]),
      operations: [{ mode, id: 'OP-AAAA-AAAA', state: 'succeeded', result: { created: 2 } }],
      events: [aTold(1, id, 'person.created'), aTold(2, other, 'person.created'), aTold(3, id, 'person.updated')],
      lastPlace: { live: 3, test: 0 },
      delivered: [
        { id: 'EV-1', subjectId: id, bodies: ['a', 'a'] },
        { id: 'EV-2', subjectId: other, bodies: ['b'] },
        { id: 'EV-3', subjectId: id, bodies: ['c'] },
      ],
      deliveriesOpen: 0,
      outbox: 0,
      jobsWaiting: 0,
      clocksHeld: 0,
      loansLeased: 0,
      sessionsStuck: 0,
      leaders: 1,
      unbalanced: [],
      verify: null,
      isReady: true,
    },
  });
  const anAct = (more: Pick<Act, 'mark' | 'ids'>): Act => ({
    kind: 'person',
    mode,
    path: '/people',
    body: {},
    key: 'k',
    contents: [''],
    tells: new Set(['person.created']),
    ...more,
  });
  const aStored = (mark: string, one: string): Stored => ({ mode, kind: 'person', id: one, mark, content: '' });
  const aTold = (sequence: number | null, subjectId: string, type: string): Told => {
    return { mode, id: `EV-${sequence}`, sequence, subjectId, type, about: [subjectId] };
  };

  test('has nothing to say of a sound one', () => {
    const { journal: sent, state } = sound();
    assert.deepEqual(complaints(sent, state), []);
  });

  const { stored, events, delivered } = sound().state;
  const doctored: Readonly<Record<string, [Partial<State>, RegExp]>> = {
    'a lost write': [{ stored: stored.slice(1) }, /live person one was acknowledged and is not there/],
    'a doubled write': [{ stored: [...stored, aStored('one', other)] }, /live person one is there 2 times/],
    'a doubled one that nobody heard of': [{ stored: [...stored, aStored('two', id)] }, /live person two is there 2/],
    'one under another id': [{ stored: [aStored('one', other)] }, /is there as BO-BBBB-BBBB, answered was BO-AAAA/],
    'one that nobody sent': [{ stored: [...stored, aStored('four', id)] }, /four is there, and nobody sent it/],
    'another content': [{ stored: [{ ...aStored('one', id), content: 'x' }] }, /one is "x" and should be ""/],
    'a change that was taken back': [{ counters: new Map([[id, 3]]) }, /stands at 3, acknowledged was 4/],
    'an operation that does not end': [
      { operations: [{ mode, id: 'OP-AAAA-AAAA', state: 'running', result: null }] },
      /operation OP-AAAA-AAAA is running/,
    ],
    'an operation that is gone': [{ operations: [] }, /operation OP-AAAA-AAAA is not there/],
    'an import that is half done': [
      { operations: [{ mode, id: 'OP-AAAA-AAAA', state: 'succeeded', result: { created: 1 } }] },
      /import OP-AAAA-AAAA of 2 lines/,
    ],
    'a write that was not told': [{ events: events.slice(1) }, /person.created of BO-AAAA-AAAA was told 0 times/],
    'one that was told twice': [
      { events: [...events, aTold(4, id, 'person.created')] },
      /person.created of BO-AAAA-AAAA was told 2 times/,
    ],
    'a hole in the places': [
      { events: events.map((one) => (one.sequence === 3 ? { ...one, sequence: 4 } : one)) },
      /a hole or a double at 4/,
    ],
    'an event without its place': [
      { events: events.map((one) => (one.sequence === 3 ? { ...one, sequence: null } : one)) },
      /1 events of live have no place/,
    ],
    'a last place that is another': [{ lastPlace: { live: 4, test: 0 } }, /the last place of live is 4, of 3/],
    'webhooks in another order': [
      { delivered: delivered.toReversed() },
      /webhooks about BO-AAAA-AAAA came as EV-3 EV-1/,
    ],
    'a webhook that never came': [{ delivered: delivered.slice(0, 2) }, /came as EV-1, and should as EV-1 EV-3/],
    'a repeat that is not the same': [
      { delivered: delivered.map((one) => (one.id === 'EV-1' ? { ...one, bodies: ['a', 'b'] } : one)) },
      /delivery EV-1 came again and was not the same/,
    ],
    'open deliveries': [{ deliveriesOpen: 1 }, /1 deliveries are still open/],
    'a full outbox': [{ outbox: 2 }, /2 rows of the outbox/],
    'a job that waits': [{ jobsWaiting: 1 }, /1 jobs are waiting/],
    'a clock that is held': [{ clocksHeld: 1 }, /1 test clocks/],
    'a loan that is held': [{ loansLeased: 1 }, /1 loans are held/],
    'a stuck session': [{ sessionsStuck: 1 }, /1 sessions stand in a transaction/],
    'no relay': [{ leaders: 0 }, /0 lead the relay/],
    'books that do not add up': [{ unbalanced: ['LN-AAAA-AAAA'] }, /postings of loan LN-AAAA-AAAA/],
    'a loan that verify finds': [{ verify: '1 of 3 loans' }, /tenor verify: 1 of 3 loans/],
    'a service that is not ready': [{ isReady: false }, /not ready/],
  };
  for (const [what, [change, complaint]] of Object.entries(doctored)) {
    test(`finds ${what}`, () => {
      const { journal: sent, state } = sound();
      const found = complaints(sent, { ...state, ...change });
      assert.ok(
        found.some((sentence) => complaint.test(sentence)),
        `${complaint} is not in ${JSON.stringify(found)}`,
      );
    });
  }

  test('finds a repeat that was answered with something else, and an odd answer', () => {
    const { journal: sent, state } = sound();
    sent.acts[0]?.ids.push(other);
    sent.odd.push({ method: 'GET', path: '/people', status: 500, body: '{}' });
    const found = complaints(sent, state);
    assert.match(found.join('\n'), /one was answered with several ids/);
    assert.match(found.join('\n'), /GET \/people answered 500/);
  });
});

/** A key that was used returns its first answer, however long ago: with the first id, and without a second effect. */
async function repeatSome(url: string, random: () => number): Promise<void> {
  const keyed = journal.acts.filter(({ key, ids }) => key !== undefined && ids.length > 0);
  for (let i = 0; i < Math.min(20, keyed.length); i++) {
    const act = keyed[Math.floor(random() * keyed.length)] as (typeof keyed)[number];
    const caller = makeCaller(() => url, act.mode, journal);
    const { body, headers } = await caller.persist('POST', act.path, { body: act.body, key: act.key });
    assert.equal(headers.get('idempotent-replayed'), 'true');
    act.ids.push(body.data.id);
  }
}

const summary = (): string =>
  JSON.stringify({
    acts: journal.acts.length,
    unknown: journal.acts.filter(({ ids }) => ids.length === 0).length,
    operations: journal.operations.length,
    answers: Object.fromEntries([...journal.statuses].sort(([a], [b]) => a - b)),
    delivered: last?.delivered.length,
  });
