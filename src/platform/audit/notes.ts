// What is told of requests that change nothing: refused ones, and reads of personal values. Gathered in memory and
// written every second, so that no request waits for it; a process that is killed loses what it has not written.
import type { MachineClock } from '#platform/clock.ts';
import { machineNow } from '#platform/clock.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { Log } from '#platform/log.ts';
import type { AuditEntry } from './entry.ts';
import { writeAudit } from './write-audit.ts';

export type Note = Omit<AuditEntry, 'createdAt' | 'count' | 'fields'>;

export interface AuditNotes {
  /** Strangers have an allowance of their own: they cannot hide what callers are refused. */
  note(realm: Realm, note: Note, from?: 'stranger'): void;
  /** Writes what is not written yet. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface NotesOptions {
  readonly database: Pick<RealmDatabase, 'transact'>;
  readonly clock: MachineClock;
  readonly log: Pick<Log, 'warn'>;
  position(): number;
}

const writeEveryMs = 1_000;
/** Rows of refusals of a company in a minute, by this process. Further ones are only counted. */
export const refusalsMax = 60;
/** While the database cannot be reached no more is kept than this, for each company. */
const waitingMax = 10_000;
const minuteMicros = 60_000_000;

/** Notes that are alike within a second are one row. */
interface OfCompany {
  readonly realm: Realm;
  waiting: Map<string, { readonly entry: AuditEntry; count: number }>;
  minute: number;
  refusals: number;
  /** Refusals of the minute that are only counted. */
  beyond: number;
}

export function auditNotes(options: NotesOptions): AuditNotes {
  const companies = new Map<string, OfCompany>();
  let writing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    writing = writing.then(() => writeAll(options, companies));
    return writing;
  };
  const timer = setInterval(() => void flush(), writeEveryMs).unref();
  return {
    note(realm, note, from) {
      const key = `${realm.mode} ${realm.companyId} ${from}`;
      const ofCompany = companies.get(key) ?? { realm, waiting: new Map(), minute: 0, refusals: 0, beyond: 0 };
      companies.set(key, ofCompany);
      take(ofCompany, note, options.clock);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

function take(ofCompany: OfCompany, note: Note, clock: MachineClock): void {
  const { requestId: _, ...alike } = note;
  const key = JSON.stringify(alike);
  const known = ofCompany.waiting.get(key);
  if (known !== undefined) {
    known.count += 1;
    return;
  }
  beginMinute(ofCompany, clock);
  const isRefusal = note.outcome === 'refused';
  if (ofCompany.waiting.size >= waitingMax || (isRefusal && ofCompany.refusals >= refusalsMax)) {
    ofCompany.beyond += 1;
    return;
  }
  if (isRefusal) ofCompany.refusals += 1;
  ofCompany.waiting.set(key, { entry: { createdAt: machineNow(clock), ...note }, count: 1 });
}

/** What was only counted in the minute before becomes one row. */
function beginMinute(ofCompany: OfCompany, clock: MachineClock): void {
  const minute = Math.floor(clock.micros() / minuteMicros);
  if (minute === ofCompany.minute) return;
  const { beyond: count } = ofCompany;
  if (count > 0) ofCompany.waiting.set('flood', { entry: { createdAt: machineNow(clock), ...flood }, count });
  Object.assign(ofCompany, { minute, refusals: 0, beyond: 0 });
}

/** Stands for so many refusals that only their number is kept. */
const flood: Note = {
  outcome: 'refused',
  action: 'flood',
  actorType: 'system',
  actorId: null,
  sessionId: null,
  address: null,
  requestId: null,
  personId: null,
  objectId: null,
};

async function writeAll(options: NotesOptions, companies: Map<string, OfCompany>): Promise<void> {
  for (const [key, ofCompany] of companies) {
    beginMinute(ofCompany, options.clock);
    if (ofCompany.waiting.size > 0) await write(options, ofCompany);
    else if (ofCompany.refusals === 0) companies.delete(key);
  }
}

async function write({ database, position, log }: NotesOptions, ofCompany: OfCompany): Promise<void> {
  const { realm, waiting } = ofCompany;
  ofCompany.waiting = new Map();
  try {
    await database.transact(realm, async (tx) => {
      const rows = [...waiting.values()].map(({ entry, count }) => ({
        subjectId: realm.companyId,
        position: position(),
        entry: count === 1 ? entry : { ...entry, count },
      }));
      writeAudit(tx, ...rows);
    });
  } catch (error) {
    log.warn({ err: error }, 'rows of the audit could not be written and are tried again');
    for (const [key, one] of waiting) {
      const since = ofCompany.waiting.get(key);
      ofCompany.waiting.set(key, since === undefined ? one : { ...one, count: one.count + since.count });
    }
  }
}
