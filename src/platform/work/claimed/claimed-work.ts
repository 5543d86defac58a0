// Work outside of transactions: a worker takes a row, acts, and writes down what came of it. The claim is committed
// before the first byte leaves, and only the worker that still has it writes down the outcome (README.md).
import type { Chore } from '#platform/chore.ts';
import { type MachineClock, stopwatch } from '#platform/clock.ts';
import { goesAlone, type ShareCommit, sharedCommits } from '#platform/command/shared-commits.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import type { Log } from '#platform/log.ts';
import { uuid } from '#platform/random.ts';
import type { Shifts } from '#platform/shifts.ts';
import type { JobKind } from '../jobs.ts';
import { keepRenewed, LeaseLost } from '../lease.ts';
import { fewAtOnce } from '../operations/few-at-once.ts';
import { persistently } from '../operations/persistently.ts';
import type { Claimable, ClaimedRows } from './claimed-rows.ts';
import { Swiftness } from './swiftness.ts';

/**
 * Done: it has happened. Refused: it never will. Later: it has not happened, and is tried again. Unknown: it may have
 * happened.
 */
export interface Outcome {
  readonly kind: 'done' | 'refused' | 'later' | 'unknown';
  /** Why it is not done: codes and words of ours, nothing that a person wrote. */
  readonly reason: string;
  /** Nothing was tried that says anything of this row: it comes later, and no try is counted. */
  readonly isUntried?: true;
}

export const done: Outcome = { kind: 'done', reason: '' };

export interface Lease {
  /** Aborted when another worker has the row. */
  readonly lost: AbortSignal;
  /** Whether the claim still stands by the clock: to be asked before what cannot be taken back, where `act` waits for its turn. */
  isMine(): boolean;
  /** Renews the lease in a transaction of `act`, which changes nothing if it is lost. Errors: LeaseLost. */
  hold(tx: Tx): Promise<void>;
}

/** What `take` says: the columns to write with the claim, and whatever `act` needs besides. */
interface Claiming<Row> {
  readonly set: Partial<Row>;
}

interface Mine<Row, Taken> {
  /** As it stands since the claim. */
  readonly row: Row;
  readonly taken: Taken;
}

interface Acting<Row, Taken> extends Mine<Row, Taken> {
  readonly realm: Realm;
  readonly lease: Lease;
}

/** What a worker does with a row. `Said` is what `act` tells `conclude` besides the outcome. */
interface Doing<Row, Name extends keyof Row, Taken extends Claiming<Row>, Said, First> {
  /** Locks what others lock before the row, in each transaction that takes it or writes down what `act` has said. */
  first?(tx: Tx, ref: Pick<Row, Name>): Promise<First>;
  /** The machine instant until which nothing of its kind is tried: then it is not claimed, and waits until then. */
  restsUntil?(realm: Realm, ref: Pick<Row, Name>): number | undefined;
  /** Looks at the locked row, and says what to write with the claim. Undefined: there is nothing to do now. */
  take(tx: Tx, row: Row, first?: First): Promise<Taken | undefined>;
  /** No transaction is open. What it throws is an unknown outcome. */
  act(acting: Acting<Row, Taken>): Promise<Outcome & Said>;
  /** Says what to write with the outcome; of a worker that died the outcome is unknown. */
  conclude(tx: Tx, row: Row, said: Outcome & Partial<Said>, first?: First): Promise<Partial<Row>>;
  /** True: it may be done once more where it is not known whether it was done. */
  mayRepeat(row: Row, realm: Realm): boolean;
}

export interface ClaimTools {
  readonly database: RealmDatabase;
  readonly clock: MachineClock;
  readonly log: Log;
  position(): number;
  /** Whether requests keep this process busy just now; absent: they never do. */
  isServing?(): boolean;
  readonly shifts?: Pick<Shifts, 'begin' | 'worked'>;
}

interface SharedBy<Row, Name extends keyof Row, First> {
  /** The column that says whose rows they are. */
  readonly about: Name;
  /** `first` without waiting: undefined while somebody else has it. */
  firstIfFree(tx: Tx, ref: Pick<Row, Name>): Promise<(First & { readonly id: string }) | undefined>;
}

/** So many share a commit at most, and so many commits are under way at once. */
const sharing = { togetherMax: 25, lanes: 2 };
/** So many rows of a company wait in a line of a process. Others are brought back until they find room, so memory holds no backlog. */
const waitingMax = 2_000;
/** So many are brought back at once where they share commits. */
const broughtTogetherMax = 500;

interface Declared<
  Row extends Claimable,
  Name extends keyof Row & string,
  Tools,
  Taken extends Claiming<Row>,
  Said,
  First,
> {
  readonly rows: ClaimedRows<Row, Name>;
  /** Rows of one line are done in turn, so many at once in a process. */
  line(realm: Realm, ref: Pick<Row, Name>): string;
  readonly atOnceMax: number;
  /** So many while requests keep the process busy; not said: as many. */
  readonly atOnceBesideRequests?: number;
  /** While there are requests it rests together with all other work that does. */
  readonly restsBesideRequests?: true;
  /** So many while `act` takes long: what is claimed and waits cannot be stopped any more. Not said: as many. */
  readonly atOnceWhileSlow?: number;
  /** The wait after so many tries in vain. Undefined: it is given up. */
  backOffSeconds(tries: number): number | undefined;
  /** What the log says of a try that was in vain. */
  readonly inVain: string;
  /** Where one server has the rows of all people, claims and outcomes of work on several of them share a commit. */
  readonly shared?: SharedBy<Row, NoInfer<Name>, NoInfer<First>>;
  doing(tools: Tools): Doing<Row, Name, Taken, Said, First>;
}

/** A capability names it in its `claimed`, and the service takes the job, the chore and the metrics from it. */
export interface ClaimedWork<Tools, Ref = never> {
  readonly rows: Pick<ClaimedRows, 'name' | 'alarmTries' | 'since' | 'stuck'>;
  job(tools: Tools): JobKind;
  /** Brings back what a lost job or a dead worker has left, and what is to be tried again. */
  chore(tools: Tools): Chore;
  /** May be called at any time, by several at once: one of them does it. Returns the outcome if it was this one. */
  run(tools: Tools, realm: Realm, ref: Ref): Promise<Outcome['kind'] | undefined>;
}

/** A worker that has not renewed its lease by then counts as dead. */
const leaseMicros = 20_000_000;
const second = 1_000_000;

export function claimedWork<
  Row extends Claimable,
  Name extends keyof Row & string,
  Tools extends ClaimTools,
  Taken extends Claiming<Row>,
  Said,
  First = unknown,
>(declared: Declared<Row, Name, Tools, Taken, Said, First>): ClaimedWork<Tools, Pick<Row, Name>> {
  const { rows, line, atOnceMax, atOnceBesideRequests = atOnceMax, atOnceWhileSlow = atOnceMax } = declared;
  return {
    rows,
    run: (tools, realm, ref) => new Worker(declared, tools).run(realm, ref),
    job(tools) {
      const worker = new Worker(declared, tools);
      const swiftness = new Swiftness();
      const atOnce = (who: string): number =>
        Math.min(
          tools.isServing?.() ? atOnceBesideRequests : atOnceMax,
          swiftness.isSwift(who) ? atOnceMax : atOnceWhileSlow,
        );
      const shifts = declared.restsBesideRequests ? tools.shifts : undefined;
      const inTurn = fewAtOnce(atOnce, waitingMax);
      return {
        name: rows.job,
        run({ mode, companyId, payload }) {
          const [realm, ref] = [{ mode, companyId }, payload as Pick<Row, Name>];
          const what = `${mode} ${companyId} ${Object.values(ref).join(' ')}`;
          const who = line(realm, ref);
          const work = async (): Promise<void> => {
            await shifts?.begin();
            const took = stopwatch();
            // What found nothing to do says nothing of how fast the others are.
            if ((await worker.run(realm, ref)) !== undefined) swiftness.note(who, took());
            shifts?.worked(took());
          };
          return inTurn(who, what, work, `${mode} ${companyId}`);
        },
      };
    },
    chore(tools) {
      const worker = new Worker(declared, tools);
      return {
        name: `${rows.job}.resume`,
        everyMs: 1_000,
        async run(mode) {
          const { database, clock } = tools;
          const atMost = worker.shares ? broughtTogetherMax : undefined;
          const overdue = await rows.overdue(database, mode, clock.micros(), atMost);
          for (const [companyId, own] of Map.groupBy(overdue, ({ company_id }) => company_id)) {
            await worker.bringAllBack({ mode, companyId }, own);
          }
        },
      };
    },
  };
}

/** The same work of a capability that gives its workers more than every worker has. */
export const equipped = <Given, Tools, Ref>(
  work: ClaimedWork<Given, Ref>,
  equip: (tools: Tools) => Given,
): ClaimedWork<Tools, Ref> => ({
  rows: work.rows,
  job: (tools) => work.job(equip(tools)),
  chore: (tools) => work.chore(equip(tools)),
  run: (tools, realm, ref) => work.run(equip(tools), realm, ref),
});

interface Settled<Row> {
  readonly row: Row;
  readonly kind: Outcome['kind'];
}

type Heard<Said> = Outcome & Partial<Said> & { readonly err?: unknown };

class Worker<
  Row extends Claimable,
  Name extends keyof Row & string,
  Tools extends ClaimTools,
  Taken extends Claiming<Row>,
  Said,
  First,
> {
  readonly #declared: Declared<Row, Name, Tools, Taken, Said, First>;
  readonly #rows: ClaimedRows<Row, Name>;
  readonly #tools: Tools;
  readonly #does: Doing<Row, Name, Taken, Said, First>;
  readonly #share: ShareCommit | undefined;

  constructor(declared: Declared<Row, Name, Tools, Taken, Said, First>, tools: Tools) {
    const { database } = tools;
    const mayShare = declared.shared !== undefined && database.grouping.personsMax > 1;
    this.#share = mayShare ? sharedCommits(database, sharing) : undefined;
    this.#declared = declared;
    this.#rows = declared.rows;
    this.#tools = tools;
    this.#does = declared.doing(tools);
  }

  async run(realm: Realm, ref: Pick<Row, Name>): Promise<Outcome['kind'] | undefined> {
    // The chore puts it off.
    if (this.#does.restsUntil?.(realm, ref) !== undefined) return undefined;
    const mine = await this.#commit(realm, ref, (tx, first) => this.#claim(tx, ref, first));
    const heard = mine && (await this.#act(realm, mine));
    if (mine === undefined || heard === undefined) return undefined;
    const settled = await this.#commit(realm, ref, async (tx, first) => {
      const row = await this.#rows.lock(tx, ref);
      // Otherwise another worker has taken it over, or a person has ended it.
      return row?.holder === mine.row.holder ? this.#settle(tx, row as Row, heard, first) : undefined;
    });
    if (settled !== undefined) this.#log(realm, mine.row, { ...heard, kind: settled.kind });
    return settled?.kind;
  }

  async bringAllBack(realm: Realm, refs: readonly Pick<Row, Name>[]): Promise<void> {
    const left = this.shares ? await this.#bringWaiting(realm, refs) : refs;
    for (const ref of left) await this.#bringBack(realm, ref);
  }

  /** In one commit. Returns those that a worker has left: each is settled by itself. Who has a row locked is at it. */
  #bringWaiting(realm: Realm, refs: readonly Pick<Row, Name>[]): Promise<readonly Pick<Row, Name>[]> {
    return this.#transact(realm, async (tx) => {
      const found = await Promise.all(refs.map((ref) => this.#rows.lockIfFree(tx, ref)));
      const now = this.#tools.clock.micros();
      const late = found.filter((row) => row !== undefined).filter(({ due_at }) => due_at !== null && due_at <= now);
      const waiting = late.filter(({ holder }) => holder === null);
      for (const row of waiting) this.#write(tx, row, { due_at: this.#nextLook(realm, row) });
      const awake = waiting.filter((row) => this.#does.restsUntil?.(realm, row) === undefined);
      if (awake.length > 0) this.#rows.enqueue(tx, this.#tools.position, ...awake);
      return late.filter(({ holder }) => holder !== null);
    });
  }

  #bringBack(realm: Realm, ref: Pick<Row, Name>): Promise<void> {
    return this.#commit(realm, ref, async (tx, first) => {
      const row = await this.#waiting(tx, ref, first);
      if (row === undefined || (row.due_at ?? 0) > this.#tools.clock.micros()) return;
      this.#write(tx, ref, { due_at: this.#nextLook(realm, ref) });
      if (this.#does.restsUntil?.(realm, ref) === undefined) this.#rows.enqueue(tx, this.#tools.position, ref);
    });
  }

  #nextLook(realm: Realm, ref: Pick<Row, Name>): number {
    return this.#does.restsUntil?.(realm, ref) ?? this.#rows.putIn(this.#tools.clock).due_at;
  }

  get shares(): boolean {
    return this.#share !== undefined;
  }

  /** `work` is given what is locked before the row. */
  async #commit<T>(
    realm: Realm,
    ref: Pick<Row, Name>,
    work: (tx: Tx, first: First | undefined) => Promise<T>,
  ): Promise<T> {
    const { shared } = this.#declared;
    if (this.#share !== undefined && shared !== undefined) {
      const end = await this.#share({
        realm,
        about: String(ref[shared.about]),
        work: async (member) => work(member, member.mustBeFree(await shared.firstIfFree(member, ref))),
      });
      if (end !== goesAlone) return end;
    }
    return this.#transact(realm, async (tx) => work(tx, await this.#does.first?.(tx, ref)));
  }

  #transact<T>(realm: Realm, work: (tx: Tx) => Promise<T>): Promise<T> {
    return persistently(() => this.#tools.database.transact(realm, work));
  }

  async #claim(tx: Tx, ref: Pick<Row, Name>, first: First | undefined): Promise<Mine<Row, Taken> | undefined> {
    const row = await this.#waiting(tx, ref, first);
    const taken = row && (await this.#does.take(tx, row, first));
    if (row === undefined || taken === undefined) return undefined;
    const set = { ...taken.set, holder: uuid(), tries: row.tries + 1, due_at: this.#leaseEnd() };
    this.#write(tx, ref, set);
    return { row: { ...row, ...set }, taken };
  }

  /** The locked row, if it waits. What was left by a worker that died is settled first. */
  async #waiting(tx: Tx, ref: Pick<Row, Name>, first: First | undefined): Promise<Row | undefined> {
    const row = await this.#rows.lock(tx, ref);
    if (row === undefined || row.due_at === null) return undefined;
    if (row.holder === null) return row;
    if (row.due_at > this.#tools.clock.micros()) return undefined;
    const heard = { kind: 'unknown', reason: 'the worker ended before it was done' } as Heard<Said>;
    const { row: left, kind } = await this.#settle(tx, row, heard, first);
    this.#log(tx.realm, row, { ...heard, kind });
    return left.due_at === null ? undefined : left;
  }

  /** Writes down the outcome, or when it is tried again. */
  async #settle(tx: Tx, row: Row, heard: Heard<Said>, first?: First): Promise<Settled<Row>> {
    const isOpen = heard.kind === 'later' || (heard.kind === 'unknown' && this.#does.mayRepeat(row, tx.realm));
    const tries = heard.isUntried ? row.tries - 1 : row.tries;
    const waitSeconds = isOpen ? this.#declared.backOffSeconds(Math.max(1, tries)) : undefined;
    const ended = heard.kind === 'later' ? 'refused' : heard.kind;
    const kind = waitSeconds === undefined ? ended : 'later';
    const inTurn = waitSeconds === undefined ? null : this.#tools.clock.micros() + Math.round(waitSeconds * second);
    const due_at = heard.isUntried ? this.#nextLook(tx.realm, row) : inTurn;
    const said = await this.#does.conclude(tx, row, { ...heard, kind }, first);
    const set = { ...said, due_at, holder: null, ...(heard.isUntried && { tries }) };
    this.#write(tx, row, set);
    return { row: { ...row, ...set }, kind };
  }

  /** Undefined: the lease was lost, and somebody else writes down what came of it. */
  async #act(realm: Realm, mine: Mine<Row, Taken>): Promise<Heard<Said> | undefined> {
    const { lease, stop } = this.#leaseOf(realm, mine.row);
    try {
      return await this.#does.act({ realm, ...mine, lease });
    } catch (err) {
      if (err instanceof LeaseLost) return undefined;
      return { kind: 'unknown', reason: `it failed (${(err as Error).name})`, err } as Heard<Said>;
    } finally {
      stop();
    }
  }

  #leaseOf(realm: Realm, row: Row): { readonly lease: Lease; stop(): void } {
    const lost = new AbortController();
    let end = row.due_at ?? 0;
    const holdUntil = async (tx: Tx, due_at: number): Promise<void> => {
      const mine = this.#rows.update(tx.db, row).where('holder', '=', row.holder);
      if ((await tx.affected(mine.set({ due_at }))) > 0) return;
      lost.abort();
      throw new LeaseLost();
    };
    const renew = async (): Promise<void> => {
      const until = this.#leaseEnd();
      await this.#transact(realm, (tx) => holdUntil(tx, until));
      end = until;
    };
    const stop = keepRenewed(renew, (err) => {
      if (!(err instanceof LeaseLost)) this.#tools.log.warn({ err, job: this.#rows.job }, 'a claim was not renewed');
    });
    const isMine = (): boolean => !lost.signal.aborted && this.#tools.clock.micros() < end;
    return { lease: { lost: lost.signal, isMine, hold: (tx) => holdUntil(tx, this.#leaseEnd()) }, stop };
  }

  #leaseEnd(): number {
    return this.#tools.clock.micros() + leaseMicros;
  }

  #write(tx: Tx, ref: Pick<Row, Name>, changes: { readonly due_at?: number | null }): void {
    tx.write(this.#rows.changed(tx.db, ref, changes));
  }

  #log({ companyId: company }: Realm, row: Row, { kind: outcome, reason, err }: Heard<Said>): void {
    if (outcome === 'done') return;
    const isAlarm = err !== undefined || row.tries >= this.#rows.alarmTries;
    const id = Object.values(this.#rows.keyOf(row)).join(' ');
    const about = { job: this.#rows.job, id, company, tries: row.tries, outcome, reason };
    this.#tools.log[isAlarm ? 'error' : 'warn'](err === undefined ? about : { ...about, err }, this.#declared.inVain);
  }
}
