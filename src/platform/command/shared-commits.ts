// Commands that came while others were being committed share the next commit: on one server half of what a small command
// costs is its commit. Alone nobody waits: a command that finds a free lane begins at once. A member never waits for a
// subject that somebody else holds, but leaves and is done by itself; so is each member when the commit fails. Which
// commands may share, their endpoints say (`shares`): small ones, about one person.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Mode, Realm } from '#platform/db/realm.ts';
import { asPartOfTransaction, type RealmDatabase, type Tx } from '#platform/db/realm-database.ts';
import { isUnreachable } from '#platform/sqlstate.ts';
import { Member, type SharedCommit } from './member.ts';
import { troubles } from './troubles.ts';

export { GoesAlone } from './member.ts';

export interface Sharing {
  /** So many shared commits of a mode are under way at once. */
  readonly lanes: number;
  /** So many commands are in one commit at most. */
  readonly togetherMax: number;
}

const usual: Sharing = { lanes: 2, togetherMax: 4 };

/** Subjects are locked without waiting. What else somebody holds, such as an external id that is being taken, is waited for briefly. */
const lockWaitMs = 100;

export const goesAlone = Symbol('goes alone');

interface Command<T> {
  readonly realm: Realm;
  /** Whose rows it writes, as its request names them. Undefined: those of somebody who is not there yet. */
  readonly about: string | undefined;
  readonly work: (member: Member) => Promise<T>;
}

/** The answer, once it is committed, or that the command is to be done by itself. */
export type ShareCommit = <T>(command: Command<T>) => Promise<T | typeof goesAlone>;

interface Waiting extends Command<unknown> {
  readonly inItsContext: ReturnType<typeof AsyncLocalStorage.snapshot>;
  readonly answered: (answer: unknown) => void;
  readonly failed: (error: unknown) => void;
}

type Transacting = Pick<RealmDatabase, 'transact'>;

export function sharedCommits(database: Transacting, given: Partial<Sharing> = {}): ShareCommit {
  const sharing = { ...usual, ...given };
  const lanes: Record<Mode, Lanes> = { live: new Lanes(database, sharing), test: new Lanes(database, sharing) };
  return <T>(command: Command<T>) =>
    new Promise<T | typeof goesAlone>((answered, failed) => {
      const inItsContext = AsyncLocalStorage.snapshot();
      lanes[command.realm.mode].take({ ...command, inItsContext, answered: answered as Waiting['answered'], failed });
    });
}

/** The lanes of a mode, and who waits for one. Requests have turns, so few wait. */
class Lanes {
  readonly #database: Transacting;
  readonly #sharing: Sharing;
  /** By company; the one whose turn is next is in front. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #troubles = troubles();
  /** Commands about the same wait for each other. */
  readonly #underWay = new Set<string>();
  #free: number;

  constructor(database: Transacting, sharing: Sharing) {
    this.#database = database;
    this.#sharing = sharing;
    this.#free = sharing.lanes;
  }

  take(command: Waiting): void {
    const { companyId } = command.realm;
    if (this.#troubles.isInTrouble(companyId)) {
      command.answered(goesAlone);
      return;
    }
    const queue = this.#waiting.get(companyId);
    if (queue === undefined) this.#waiting.set(companyId, [command]);
    else queue.push(command);
    this.#begin();
  }

  #begin(): void {
    while (this.#free > 0) {
      const group = this.#nextGroup();
      if (group === undefined) return;
      this.#free -= 1;
      void this.#commit(group);
    }
  }

  async #commit(group: readonly [Waiting, ...Waiting[]]): Promise<void> {
    const { realm } = group[0];
    const end = await commitTogether(this.#database, realm, group);
    this.#troubles.note(realm.companyId, isFailed(end) ? 'failed' : 'kept');
    for (const one of group) this.#underWay.delete(nameOf(one));
    this.#free += 1;
    tell(group, end);
    this.#begin();
  }

  /** Companies come in turn, and within one who came first. */
  #nextGroup(): [Waiting, ...Waiting[]] | undefined {
    for (const [companyId, queue] of this.#waiting) {
      const [first, ...others] = queue.filter((one) => this.#mayBegin(one, queue)).slice(0, this.#sharing.togetherMax);
      if (first === undefined) continue;
      const group: [Waiting, ...Waiting[]] = [first, ...others];
      for (const one of group) this.#underWay.add(nameOf(one));
      const left = queue.filter((one) => !group.includes(one));
      this.#waiting.delete(companyId);
      if (left.length > 0) this.#waiting.set(companyId, left);
      return group;
    }
    return undefined;
  }

  #mayBegin(one: Waiting, queue: readonly Waiting[]): boolean {
    if (one.about === undefined) return true;
    return !this.#underWay.has(nameOf(one)) && queue.find(({ about }) => about === one.about) === one;
  }
}

const nameOf = ({ realm, about }: Command<unknown>): string => `${realm.companyId} ${about ?? ''}`;

/** It is rolled back without harm: nobody has written anything. */
class NobodyStays extends Error {}

interface Staying {
  readonly one: Waiting;
  readonly member: Member;
  readonly answer: unknown;
}

/** Who stayed until the commit, or why there is none. */
type End = { readonly staying: readonly Staying[] } | { readonly error: unknown };

const isFailed = (end: End): boolean => 'error' in end && !(end.error instanceof NobodyStays);

async function commitTogether(database: Transacting, realm: Realm, group: readonly Waiting[]): Promise<End> {
  const work = async (tx: Tx): Promise<readonly Staying[]> => {
    const commit: SharedCommit = { tx, subjects: new Set(), failure: undefined };
    const ends = await Promise.all(group.map((one) => partOf(commit, one)));
    if (commit.failure !== undefined) throw commit.failure.error;
    const staying = ends.filter((one) => one !== undefined);
    if (staying.length === 0) throw new NobodyStays();
    for (const { member } of staying) member.send();
    return staying;
  };
  try {
    return { staying: await database.transact(realm, work, { lockWaitMs }) };
  } catch (error) {
    return { error };
  }
}

/** Who has left before has heard it already. What may have been committed nobody does again. */
function tell(group: readonly Waiting[], end: End): void {
  if ('staying' in end) for (const { one, answer } of end.staying) one.answered(answer);
  else for (const { answered, failed } of group) isUnreachable(end.error) ? failed(end.error) : answered(goesAlone);
}

/** Undefined: the member has left. */
async function partOf(commit: SharedCommit, one: Waiting): Promise<Staying | undefined> {
  const member = new Member(commit);
  try {
    const answer = await one.inItsContext(() => asPartOfTransaction(() => one.work(member)));
    member.end();
    return { one, member, answer };
  } catch (error) {
    const refusal = member.leave(error);
    if (commit.failure !== undefined) return undefined;
    if (refusal === undefined) one.answered(goesAlone);
    else one.failed(refusal);
    return undefined;
  }
}
