// Verifies the loans of companies in several threads. Each thread reads and recomputes its loans; this one distributes
// the work.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { access } from '#capabilities/access/index.ts';
import { isClean, type LoanKey, loanKeys, type Verdict, verified, verifyLoans } from '#capabilities/loans/verifying.ts';
import type { Server } from '#platform/db/connection.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { eventTables } from '#platform/events/tables.ts';
import { uuid } from '#platform/random.ts';

interface VerifyOptions {
  readonly realms: readonly Realm[];
  /** How many loans of each realm, drawn at random; all when absent. */
  readonly sample?: number;
  readonly progress?: (done: number) => void;
  readonly threads?: number;
  readonly threadsFrom?: number;
}

export interface RealmVerdict extends Verdict {
  readonly realm: Realm;
}

export interface Verified {
  readonly loans: number;
  /** Loans that differ, or that were computed by other rules. */
  readonly verdicts: readonly RealmVerdict[];
}

export interface Work {
  readonly realm: Realm;
  readonly keys: readonly LoanKey[];
}

interface Done {
  readonly count: number;
  readonly verdicts: readonly Verdict[];
}

export interface WorkerData {
  readonly server: Server;
}

/** Whose tables are read. */
export const verifying = [access, verified, { tables: eventTables }];

const batch = 100;
/** With fewer loans, starting a thread costs more than it saves. */
const worthThreads = 2_000;

/** A database and where it is: threads connect to it by themselves. */
interface Verifying {
  readonly database: RealmDatabase & { readonly server: Server };
}

export async function verifyRealms(service: Verifying, options: VerifyOptions): Promise<Verified> {
  const verdicts: RealmVerdict[] = [];
  let loans = 0;
  const take = ({ realm }: Work, { count, verdicts: found }: Done): void => {
    loans += count;
    verdicts.push(...found.map((verdict) => ({ ...verdict, realm })));
    options.progress?.(loans);
  };
  const work = workOf(service, options);
  const threadsFrom = options.threadsFrom ?? worthThreads;
  const first = await several(work, Math.ceil(threadsFrom / batch));
  const own = (one: Work): Promise<Done> => verifyWork(service, one);
  if (first.length < Math.ceil(threadsFrom / batch)) {
    for (const one of first) take(one, await own(one));
  } else {
    const threads = Array.from({ length: options.threads ?? availableParallelism() }, () => thread(service));
    try {
      const rest = restOf(first, work);
      await Promise.all(threads.map((each) => drain(rest, each.ask, take)));
    } finally {
      await Promise.all(threads.map((each) => each.end()));
    }
  }
  return { loans, verdicts };
}

async function* workOf({ database }: Verifying, { realms, sample }: VerifyOptions): AsyncGenerator<Work> {
  for (const realm of realms) {
    const lot = sample === undefined ? undefined : { size: sample, lot: uuid() };
    for await (const keys of loanKeys(database.reader(realm), lot)) {
      for (let i = 0; i < keys.length; i += batch) yield { realm, keys: keys.slice(i, i + batch) };
    }
  }
}

async function several(work: AsyncGenerator<Work>, count: number): Promise<Work[]> {
  const some: Work[] = [];
  while (some.length < count) {
    const next = await work.next();
    if (next.done) break;
    some.push(next.value);
  }
  return some;
}

async function* restOf(first: readonly Work[], work: AsyncGenerator<Work>): AsyncGenerator<Work> {
  yield* first;
  yield* work;
}

async function drain(
  work: AsyncGenerator<Work>,
  ask: (one: Work) => Promise<Done>,
  take: (one: Work, done: Done) => void,
): Promise<void> {
  for await (const one of { [Symbol.asyncIterator]: () => ({ next: () => work.next() }) }) take(one, await ask(one));
}

/** Returns only loans with something to report, so that a thread sends back little. */
export async function verifyWork(
  { database }: { readonly database: RealmDatabase },
  { realm, keys }: Work,
): Promise<Done> {
  const verdicts = await verifyLoans(database.reader(realm), keys);
  const noteworthy = verdicts.filter((verdict) => !isClean(verdict) || verdict.otherRules !== null);
  return { count: verdicts.length, verdicts: noteworthy };
}

interface Thread {
  ask(work: Work): Promise<Done>;
  end(): Promise<unknown>;
}

function thread({ database }: Verifying): Thread {
  const workerData: WorkerData = { server: database.server };
  const worker = new Worker(new URL('./verify-worker.ts', import.meta.url), { workerData });
  return {
    ask: (work) =>
      new Promise((resolve, reject) => {
        const failed = (error: Error): void => reject(error);
        worker.once('error', failed);
        worker.once('message', (done: Done) => {
          worker.off('error', failed);
          resolve(done);
        });
        worker.postMessage(work);
      }),
    end: () => worker.terminate(),
  };
}
