// A reader that keeps its last place misses no event and sees none twice, on one server and on a cluster alike: beside
// eight writers, a transaction that begins first and commits last, and relays that are killed in the middle of it.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aPerson, type Client, useHouse } from './support/house.ts';
import { committedLate, happened } from './support/late-commit.ts';
import { ids } from './support/refusals.ts';
import { dice } from './support/seed.ts';
import { told } from './support/told.ts';

const times = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const [writers, changesOfEach] = [8, 5];
/** A transaction commits late between the second and the last. */
const killsWanted = Math.max(3, Number(process.env.TENOR_CRASHES ?? 3));

describe('a reader that keeps its last place', () => {
  const { house, aCompany } = useHouse({ works: false });
  const children = new Set<ChildProcess>();
  after(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  /** Each change of a person says in its event which one it is. */
  async function write(api: Client, written: Map<string, string[]>, goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const made = await api.call('POST', '/people', { body: aPerson() });
      const { id } = made.body.data;
      const requests = [made.headers['request-id'] as string];
      written.set(id, requests);
      for (const i of times(changesOfEach)) {
        const answer = await api.put(`/people/${id}`, { metaData: { i } });
        assert.equal(answer.status, 200);
        requests.push(answer.headers['request-id'] as string);
      }
    }
  }

  /** A relay that is killed a moment after it has begun to give places. */
  async function killedRelay(): Promise<void> {
    const server = JSON.stringify(house().service.database.server);
    const child = spawn(process.execPath, ['tests/support/relay-child.ts', server], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.add(child);
    for await (const line of child.stdout) if (String(line).includes('ordered')) break;
    await sleep(dice.between(0, 150));
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    children.delete(child);
  }

  async function read(api: Client, start: string, limit: number, goesOn: () => boolean): Promise<string[]> {
    const seen: string[] = [];
    for (let last = start; ; ) {
      const isLast = !goesOn();
      const page = ids(await api.get(`/events?endingBefore=${last}&limit=${limit}`));
      seen.push(...page.toReversed());
      last = page[0] ?? last;
      if (isLast && page.length === 0) return seen;
    }
  }

  test('misses none and sees none twice, and each borrower in the order of its changes', async (t) => {
    const { test: api } = await aCompany();
    house().service.signals.connect();
    const { id: slow } = await api.made('/people', aPerson());
    const before = await told(house(), api);
    const start = before.at(-1)?.id as string;
    let [isPlacing, kills] = [true, 0];
    const isWriting = (): boolean => kills < killsWanted;
    const reads = [1, 7, 100].map((limit) => read(api, start, limit, () => isPlacing));
    const written = new Map<string, string[]>();
    const writing = times(writers).map(() => write(api, written, isWriting));
    const [begins, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let late: Promise<void> | undefined;
    for (; isWriting(); kills += 1) {
      if (kills === 1) late = committedLate(house(), api, slow, begins.resolve, mayCommit.promise);
      if (kills === 1) await begins.promise;
      if (kills === killsWanted - 1) mayCommit.resolve();
      await killedRelay();
    }
    await Promise.all([...writing, late]);
    await house().service.orderEvents('test');
    isPlacing = false;

    const since = (await told(house(), api)).slice(before.length);
    const listed = since.map(({ id }) => id as string);
    for (const seen of await Promise.all(reads)) {
      assert.deepEqual(
        listed.filter((id) => !seen.includes(id)),
        [],
        'missed',
      );
      assert.equal(seen.length, new Set(seen).size, 'seen twice');
      assert.deepEqual(seen, listed, 'in the order of the list');
    }
    const own = since.filter(({ personId }) => written.has(personId));
    const inOrder = Map.groupBy(own, ({ personId }) => personId as string);
    assert.equal(inOrder.size, written.size);
    for (const [id, events] of inOrder) {
      assert.deepEqual(
        events.map(({ requestId }) => requestId),
        written.get(id),
      );
    }
    const overtook = since.slice(
      0,
      since.findIndex(({ eventType }) => eventType === happened.type),
    );
    const begun = since.find(({ eventType }) => eventType === happened.type)?.createdAt;
    assert.ok(
      overtook.filter(({ createdAt }) => createdAt > begun).length > 20,
      'many that began later came before it',
    );
    t.diagnostic(`${since.length} events of ${written.size} persons, ${kills} relays killed`);
  });
});
