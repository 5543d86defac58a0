// One notice to very many borrowers, in live mode: each is rendered, asked about and queued by bulk sendings; then what
// is queued goes to a mail server of this process.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { Cleanup } from '../cleanup.ts';
import { aLoan } from '../compliance/fill.ts';
import { liveApi } from '../loans/api.ts';
import { inMs, type Pace, paces, readUntil } from '../paced-reads.ts';
import { profiled, showProfile } from '../profile.ts';
import { enter, quantile, record } from '../report.ts';
import { makePlace, type Place, type RunningService, startService, withDatabase } from '../service.ts';
import { inWords, spentMsSince } from '../spent.ts';

export const messagesName = 'messages';

const queuedAim = 600;
const sentAim = 300;
const readsAim = 1.5;
/** A key has its share of the requests under way. */
const madeAtOnce = 40;
const membersAtOnce = 400;
/** Whoever asks all the time keeps the service from its work. */
const lookEveryMs = 100;

const notice = {
  subject: 'paymentDueDateReminder',
  channel: 'email',
  context: { paymentAmount: '150.00', paymentDueDate: '2027-07-15' },
};

export async function measureMessages(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const [borrowers, times] = isQuick ? [500, 4] : [2_000, 50];
  const sink = await startSink(cleanup);
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup, { smtpUrl: sink.url, dkimKeyFile: dkimKey(place) });
  const everybody = await seed(service, borrowers);
  await sendAll(service, everybody, 1);
  await sink.received(borrowers);
  sink.close();
  const total = borrowers * times;
  const before = memoryMb(service);
  const spentQueueing = spentMsSince(service, place);
  const queueMs = await sendAll(service, everybody, times);
  const msOfQueued = spentQueueing(total);
  const after = memoryMb(service);
  const queuedPerSecond = (total / queueMs) * 1_000;
  // What was tried in vain meanwhile waits for its next try.
  await withDatabase(place, async (client) => {
    await client.query('update live.queued_messages set due_at = 1 where holder is null');
  });
  sink.open();
  const began = performance.now();
  const spentSending = spentMsSince(service, place);
  await sink.received(borrowers + total);
  const sentPerSecond = (total / (performance.now() - began)) * 1_000;
  const msOfSent = spentSending(total);
  const spent = { msOfQueued, msOfSent };
  record({ figure: messagesName, total, queuedPerSecond, queuedAim, sentPerSecond, sentAim, before, after, spent });
  enter(
    { name: `${messagesName} queued`, limitSays: `its aim: ${queuedAim} a second`, aim: 1 },
    queuedPerSecond / queuedAim,
  );
  enter({ name: `${messagesName} sent`, limitSays: `its aim: ${sentAim} a second`, aim: 1 }, sentPerSecond / sentAim);
  console.log(
    `${messagesName}  ${total} messages: ${queuedPerSecond.toFixed(0)} queued a second (aim ${queuedAim}), ${sentPerSecond.toFixed(0)} sent (aim ${sentAim}); ${before} MB before, ${after} MB after; processor time of a message: ${inWords(msOfQueued)} queued, ${inWords(msOfSent)} sent`,
  );
  for (const pace of paces) await besideReaders(service, { everybody, sink, pace, isQuick });
  await cleanup.run();
}

/** Where the process that does all spends its time: while messages are queued, then while they are sent. */
export async function profileMessages(cleanup: Cleanup, seconds: number): Promise<void> {
  for (const isSending of [false, true]) {
    const sink = await startSink(cleanup);
    const place = makePlace(cleanup);
    const options = { smtpUrl: sink.url, dkimKeyFile: dkimKey(place), nodeFlags: profiled };
    const service = await startService(place, cleanup, options);
    const everybody = await seed(service, 200);
    await sendAll(service, everybody, 2);
    sink.close();
    const began = performance.now();
    let requests = 0;
    // What is queued for so long is sent for so long.
    for (; performance.now() - began < seconds * 1_000; requests += everybody.paths.length) {
      await sendAll(service, everybody, 1);
    }
    const had = sink.count();
    if (isSending) {
      sink.open();
      await sleep(seconds * 1_000);
      requests = sink.count() - had;
    } else {
      // The service ends at once where no mail server hangs.
      sink.open();
    }
    await showProfile(`${messagesName} ${isSending ? 'sent' : 'queued'}`, service, { requests, seconds });
    await cleanup.run();
  }
}

interface Reading {
  readonly everybody: Everybody;
  readonly sink: Sink;
  readonly pace: Pace;
  readonly isQuick: boolean;
}

/** Borrowers are read while messages to all of them are queued and sent, and before and after. */
async function besideReaders(service: RunningService, { everybody, sink, pace, isQuick }: Reading): Promise<void> {
  const read = (during: Promise<unknown>): Promise<number[]> => readUntil(service, everybody.paths, pace, during);
  const aloneMs = isQuick ? 2_000 : 10_000;
  await read(sleep(1_000));
  const before = await read(sleep(aloneMs));
  const had = sink.count();
  const times = isQuick ? 4 : 2;
  const sending = sendAll(service, everybody, times).then(() => sink.received(had + times * everybody.paths.length));
  const beside = await read(sending);
  const alone = [...before, ...(await read(sleep(aloneMs)))];
  const [median, besideMedian] = [quantile(alone, 0.5), quantile(beside, 0.5)];
  const ratio = besideMedian / median;
  record({ figure: `${messagesName} beside reads`, pace, median, besideMedian, ratio, readsAim });
  console.log(
    `${messagesName}  ${pace.name}: median ${inMs(besideMedian)} beside, ${inMs(median)} alone, ratio ${ratio.toFixed(2)} (aim ${readsAim}); p99 ${inMs(quantile(beside, 0.99))} and ${inMs(quantile(alone, 0.99))}`,
  );
}

/** Emails are signed as those of operators are: RSA of 2,048 bits. */
function dkimKey({ directory }: Place): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const file = join(directory, 'dkim.pem');
  writeFileSync(file, privateKey);
  return file;
}

interface Everybody {
  readonly supercase: string;
  /** Where each borrower is read. */
  readonly paths: readonly string[];
}

async function seed(service: RunningService, count: number): Promise<Everybody> {
  const api = liveApi(service);
  const path = `/supercases/${(await api.post('/supercases', { name: 'Everybody' })).id}`;
  const population = `${path}/populations/${(await api.post(`${path}/populations`, {})).id}`;
  const paths: string[] = [];
  for (let at = 0; at < count; at += membersAtOnce) {
    const size = Math.min(membersAtOnce, count - at);
    const members = [];
    for (let made = 0; made < size; made += madeAtOnce) {
      const some = Array.from({ length: Math.min(madeAtOnce, size - made) }, (_, n) => aMember(service, at + made + n));
      members.push(...(await Promise.all(some)));
    }
    await api.post(`${population}/members`, { members });
    paths.push(...members.map(({ personId }) => `/api/people/${personId}`));
  }
  await put(service, population, { isDraft: false });
  return { supercase: path, paths };
}

async function aMember(service: RunningService, n: number) {
  const api = liveApi(service);
  const { id: personId } = await api.post('/people', { name: { firstName: 'Ada', lastName: `Number ${n}` } });
  const contact = { contactType: 'email', label: 'personal', affiliation: 'self', status: 'primary' };
  await api.post(`/people/${personId}/contacts`, { ...contact, value: `ada${n}@example.com` });
  const { id: loanId } = await api.post(`/people/${personId}/loans`, aLoan);
  return { personId, loanId };
}

async function put({ url }: RunningService, path: string, body: object): Promise<void> {
  const headers = { 'x-api-key': 'bench_live_key_0123456789_0123456789', 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api${path}`, { method: 'PUT', headers, body: JSON.stringify(body) });
  if (answer.status >= 300) throw new Error(`PUT ${path}: ${answer.status} ${await answer.text()}`);
}

/** Returns how many milliseconds it took until all are queued. */
async function sendAll(service: RunningService, { supercase }: Everybody, times: number): Promise<number> {
  const api = liveApi(service);
  const began = performance.now();
  for (let time = 0; time < times; time++) {
    const { id } = await api.post(`${supercase}/subcases/send`, notice);
    for (;;) {
      const { state, counts } = await api.get(`/communicator/bulk-sendings/${id}`);
      if (state === 'finished') {
        mustAllBeQueued(counts as Readonly<Record<string, number>>);
        break;
      }
      await sleep(lookEveryMs);
    }
  }
  return performance.now() - began;
}

function mustAllBeQueued({ queued: _, ...others }: Readonly<Record<string, number>>): void {
  if (Object.values(others).some((count) => count > 0))
    throw new Error(`Not all were queued: ${JSON.stringify(others)}`);
}

const memoryMb = ({ child }: RunningService): number => {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
};

interface Sink {
  readonly url: string;
  received(count: number): Promise<void>;
  count(): number;
  /** From then on it lets everybody wait, until it is opened again. */
  close(): void;
  open(): void;
}

async function startSink(cleanup: Cleanup): Promise<Sink> {
  let letters = 0;
  let opened = Promise.withResolvers<void>();
  opened.resolve();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom(_address, _session, callback) {
      void opened.promise.then(() => callback());
    },
    onData(stream, _session, callback) {
      stream.on('end', () => {
        letters += 1;
        callback();
      });
      stream.resume();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  cleanup.add(() => new Promise<void>((resolve) => server.close(resolve)));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    async received(count) {
      while (letters < count) await sleep(20);
    },
    count: () => letters,
    close() {
      opened = Promise.withResolvers<void>();
    },
    open: () => opened.resolve(),
  };
}
