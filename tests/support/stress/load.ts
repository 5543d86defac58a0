// The clients of a stress run: each repeats one kind of work, and writes down what it sent and what was answered.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { loanBody } from '../world.ts';
import { type Caller, makeCaller, type Shown } from './caller.ts';
import type { Act, Counter, Journal, Mode } from './journal.ts';

interface Load {
  /** Lets every client finish its present work, and waits for them. */
  rest(): Promise<void>;
  /** The clients continue. */
  goOn(): void;
  end(): Promise<void>;
}

interface Tools {
  readonly mode: Mode;
  readonly journal: Journal;
  readonly caller: Caller;
  readonly random: () => number;
}

/** One round of a client's work; it may rest between two rounds. */
type Client = () => Promise<void>;

let marks = 0;
const newMark = (): string => `m${++marks}-${randomUUID().slice(0, 8)}`;

type Wanted = Pick<Act, 'kind' | 'mark' | 'path' | 'body' | 'contents'> & { readonly tells: readonly string[] };

/**
 * With an idempotency key the request is repeated until it is known to be done. Without a key it is sent once, and its
 * outcome may stay unknown.
 */
async function act(tools: Tools, wanted: Wanted, keyed: boolean): Promise<Shown | undefined> {
  const { mode, journal, caller, random } = tools;
  const key = keyed ? randomUUID() : undefined;
  const done: Act = { ...wanted, mode, key, ids: [], tells: new Set(wanted.tells) };
  journal.acts.push(done);
  const asking = { body: wanted.body, key };
  const heard = await (keyed ? caller.persist('POST', wanted.path, asking) : caller.once('POST', wanted.path, asking));
  if (heard.status >= 300 || heard.status === 0) return undefined;
  done.ids.push(heard.body.data.id);
  if (keyed && random() < 0.1) {
    const again = await caller.persist('POST', wanted.path, asking);
    done.ids.push(again.body.data.id);
  }
  return { ...heard.body.data, act: done };
}

const person = (mark: string, more: object = {}) => ({
  name: { firstName: 'Ada', lastName: 'Lovelace' },
  metaData: { mark },
  ...more,
});

const newPerson = (tools: Tools, keyed = true): Promise<Shown> => {
  const mark = newMark();
  const wanted = { kind: 'person', mark, path: '/people', body: person(mark), contents: [''] } as const;
  return act(tools, { ...wanted, tells: ['person.created'] }, keyed);
};

const createsPeople = (tools: Tools, keyed: boolean): Client => {
  return async () => {
    // Without a service to answer, the next request would be sent at once.
    if ((await newPerson(tools, keyed)) === undefined) await sleep(20);
  };
};

/** Makes contacts of one person after another, and writes a rising number in between. */
function changesPeople(tools: Tools): Client {
  const { mode, caller, journal } = tools;
  let of: { id: string; counter: Counter; contacts: number } | undefined;
  return async () => {
    if (of === undefined || of.contacts >= 15) {
      const { id } = await newPerson(tools);
      const counter = { mode, personId: id, acknowledged: 0, sent: 0 };
      journal.counters.push(counter);
      of = { id, counter, contacts: 0 };
    }
    of.contacts += 1;
    const mark = newMark();
    const body = { contactType: 'email', label: 'personal', value: `${mark}@example.com` };
    const path = `/people/${of.id}/contacts`;
    const made = await act(
      tools,
      { kind: 'contact', mark, path, body, contents: ['personal'], tells: ['contact.created'] },
      true,
    );
    // Sent once: the change may be lost, but only if it was not acknowledged.
    made.act.contents = ['personal', 'work'];
    const changed = await caller.once('PUT', `${path}/${made.id}`, { body: { label: 'work' } });
    if (changed.status === 200) made.act.contents = ['work'];
    of.counter.sent += 1;
    const counted = { body: { externalId: `n-${of.counter.sent}-${of.id}` } };
    if ((await caller.once('PUT', `/people/${of.id}`, counted)).status === 200) {
      of.counter.acknowledged = of.counter.sent;
    }
  };
}

/** Boards and activates a loan for a new borrower. */
async function newLoan(tools: Tools, body: object = loanBody): Promise<{ path: string; act: Act }> {
  const { id: personId } = await newPerson(tools);
  const mark = newMark();
  const made = await act(
    tools,
    {
      kind: 'loan',
      mark,
      path: `/people/${personId}/loans`,
      body: { ...body, metaData: { mark } },
      contents: ['originated'],
      tells: ['loan.created'],
    },
    true,
  );
  const path = `/people/${personId}/loans/${made.id}`;
  made.act.contents = ['active'];
  made.act.tells.add('loan.activated');
  await tools.caller.persist('POST', `${path}/activate`, { body: {}, key: randomUUID() });
  return { path, act: made.act };
}

/** Each amount is different, so that no payment is mistaken for another. */
async function pay(tools: Tools, path: string): Promise<Shown> {
  const mark = newMark();
  const amount = (1 + Math.floor(tools.random() * 199)) / 100;
  const body = { type: 'oneTime', isExternal: true, status: 'succeeded', amount, metaData: { mark } };
  const contents = [`${Math.round(amount * 100)} succeeded`];
  return act(
    tools,
    { kind: 'payment', mark, path: `${path}/transactions`, body, contents, tells: ['payment.initiated'] },
    true,
  );
}

/** Reverses a payment, possibly without ever knowing the outcome. */
async function takeBack({ caller }: Tools, path: string, payment: Shown): Promise<void> {
  const [paid] = payment.act.contents as [string];
  const canceled = paid.replace('succeeded', 'canceled');
  payment.act.contents = [paid, canceled];
  const answer = await caller.once('PUT', `${path}/transactions/${payment.id}`, { body: { status: 'canceled' } });
  if (answer.status !== 200) return;
  payment.act.contents = [canceled];
  payment.act.tells.add('payment.canceled');
}

function paysLoans(tools: Tools): Client {
  let loan: { path: string; payments: number } | undefined;
  return async () => {
    if (loan === undefined || loan.payments >= 8) loan = { ...(await newLoan(tools)), payments: 0 };
    loan.payments += 1;
    const payment = await pay(tools, loan.path);
    if (tools.random() < 0.3) await takeBack(tools, loan.path, payment);
  };
}

/** Several clients pay on one loan: they wait for each other's locks, and each payment counts. */
function paysTogether(tools: Tools, count: number): Client[] {
  const atOrigination = { ...loanBody.atOrigination, amountFinanced: 480_000 };
  const shared = newLoan(tools, { ...loanBody, atOrigination });
  shared.catch(() => {});
  return Array.from({ length: count }, () => async () => {
    await pay(tools, (await shared).path);
    await sleep(20);
  });
}

async function untilEnded({ caller, mode, journal }: Tools, id: string, lines?: number): Promise<void> {
  journal.operations.push({ mode, id, ...(lines === undefined ? {} : { lines }) });
  // If it takes longer, the checker finds it.
  for (let polls = 0; polls < 300; polls++) {
    const { body } = await caller.persist('GET', `/operations/${id}`);
    if (body.data.state !== 'queued' && body.data.state !== 'running') return;
    await sleep(150);
  }
}

/** Changes an index rate of a past day, under loans that follow it: an operation replays them. */
function changesRates(tools: Tools): Client {
  let typeId: string | undefined;
  let days = 0;
  return async () => {
    if (typeId === undefined) {
      const body = { name: 'Following' };
      typeId = (await tools.caller.persist('POST', '/loan-types', { body, key: randomUUID() })).body.data.id;
      const first = { rate: 0.05, effectiveDate: '2020-01-01' };
      await tools.caller.persist('POST', `/loan-types/${typeId}/index-rates`, { body: first, key: randomUUID() });
      const following = { ...loanBody.atOrigination, interestRates: [{ rate: 0.05, interestType: 'spread' }] };
      for (let i = 0; i < 5; i++) await newLoan(tools, { ...loanBody, loanTypeId: typeId, atOrigination: following });
    }
    days += 1;
    const effectiveDate = new Date(Date.UTC(2021, 0, days)).toISOString().slice(0, 10);
    const rate = (500 + days) / 10_000;
    const made = await act(
      tools,
      {
        kind: 'indexRate',
        mark: effectiveDate,
        path: `/loan-types/${typeId}/index-rates`,
        body: { rate, effectiveDate },
        contents: [String(rate)],
        tells: ['indexrate.created'],
      },
      true,
    );
    if (made.operationId) await untilEnded(tools, made.operationId);
    await sleep(300);
  };
}

const importLines = 60;

function imports(tools: Tools): Client {
  return async () => {
    const mark = newMark();
    const lines = Array.from({ length: importLines / 2 }, (_, n) => [
      { person: { externalId: `B-${mark}-${n}`, name: { firstName: 'Ada', lastName: `Line ${n}` } } },
      { loan: { ...loanBody, externalId: `L-${mark}-${n}`, personId: `ext-B-${mark}-${n}` }, activate: {} },
    ]).flat();
    const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const { body: begun } = await tools.caller.persist('POST', '/loans/import', { body, key: mark });
    await untilEnded(tools, begun.data.id, importLines);
    await sleep(500);
  };
}

/** The start of the test clock, set before any other request: set back later, it would be before the start of loans. */
export const clockStart = new Date('2026-01-20T15:00:00Z');

/** Lets days pass in the test realm, where all other requests are refused meanwhile. */
function movesClock(tools: Tools): Client {
  const { caller } = tools;
  let day = 0;
  return async () => {
    day += 1;
    const to = new Date(clockStart.getTime() + day * 10 * 86_400_000).toISOString();
    const { body } = await caller.persist('POST', '/test-clock/advance', { body: { to }, key: randomUUID() });
    await untilEnded(tools, body.data.id);
    await sleep(1_000);
  };
}

function reads({ caller, random }: Tools): Client {
  const paths = [
    '/people?limit=50',
    '/loans?limit=20',
    '/events?limit=50',
    '/loan-types',
    '/people/search?lastName=Lovelace',
  ];
  return async () => {
    await caller.once('GET', paths[Math.floor(random() * paths.length)] as string);
    await sleep(20);
  };
}

/** Clients of both modes; most are in live, where no clock is moved. */
export function startLoad(url: () => string, journal: Journal, random: () => number): Load {
  const [live, test] = (['live', 'test'] as const).map(
    (mode): Tools => ({ mode, journal, random, caller: makeCaller(url, mode, journal) }),
  ) as [Tools, Tools];
  const clock = movesClock(test);
  const clients: Client[] = [
    createsPeople(live, true),
    createsPeople(live, false),
    changesPeople(live),
    changesPeople(test),
    paysLoans(live),
    paysLoans(live),
    paysLoans(test),
    ...paysTogether(live, 3),
    changesRates(live),
    imports(live),
    clock,
    reads(live),
  ];
  let gate: PromiseWithResolvers<void> | undefined;
  let isOver = false;
  const resting = new Set<Client>();
  const running = new Map(clients.map((client) => [client, run(client)]));

  /** A client that meets an unexpected answer ends; the journal says why, and the others continue. */
  async function run(client: Client): Promise<void> {
    try {
      while (!isOver) {
        if (gate === undefined) await client();
        else {
          resting.add(client);
          await gate.promise;
          resting.delete(client);
        }
      }
    } catch (error) {
      journal.odd.push({ method: 'a client', path: 'ended', status: 0, body: String(error) });
    }
    running.delete(client);
  }
  return {
    async rest() {
      gate = Promise.withResolvers<void>();
      while (resting.size < running.size) await sleep(10);
    },
    goOn() {
      gate?.resolve();
      gate = undefined;
    },
    async end() {
      isOver = true;
      gate?.resolve();
      await Promise.all(running.values());
    },
  };
}
