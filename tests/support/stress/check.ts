// Compares what was acknowledged with what is stored, and looks for half-done work. It is pure: it gets both and
// returns a sentence for every difference.
import type { Act, Journal, Mode } from './journal.ts';

export interface Stored {
  readonly mode: Mode;
  readonly kind: Act['kind'];
  readonly id: string;
  readonly mark: string;
  readonly content: string;
}

export interface Told {
  readonly mode: Mode;
  readonly id: string;
  readonly sequence: number | null;
  readonly subjectId: string;
  readonly type: string;
  /** The ids of the objects that the event is about. */
  readonly about: readonly string[];
}

/** What a receiver answered with 200, in the order of arrival, without repeats. */
export interface Delivered {
  readonly id: string;
  readonly subjectId: string;
  readonly bodies: readonly string[];
}

export interface State {
  readonly stored: readonly Stored[];
  /** The number stored with each counter's person. */
  readonly counters: ReadonlyMap<string, number>;
  readonly operations: readonly { mode: Mode; id: string; state: string; result: Record<string, number> | null }[];
  readonly events: readonly Told[];
  readonly lastPlace: Readonly<Record<Mode, number>>;
  readonly delivered: readonly Delivered[];
  /** Open deliveries in the mode that the receiver subscribes to. */
  readonly deliveriesOpen: number;
  readonly outbox: number;
  /** Jobs that no worker takes. */
  readonly jobsWaiting: number;
  readonly clocksHeld: number;
  readonly loansLeased: number;
  readonly sessionsStuck: number;
  readonly leaders: number;
  /** Loans whose postings do not add up to zero. */
  readonly unbalanced: readonly string[];
  /** The output of `tenor verify` when its exit code is not 0. */
  readonly verify: string | null;
  readonly isReady: boolean;
}

export function complaints(journal: Journal, state: State): string[] {
  return [
    ...journal.odd.map(({ method, path, status, body }) => `${method} ${path} answered ${status}: ${body}`),
    ...actsAmiss(journal.acts, state),
    ...countersAmiss(journal, state),
    ...operationsAmiss(journal, state),
    ...eventsAmiss(state),
    ...deliveriesAmiss(state),
    ...leftovers(state),
    ...state.unbalanced.map((loan) => `the postings of loan ${loan} do not add up to zero`),
    ...(state.verify === null ? [] : [`tenor verify: ${state.verify}`]),
    ...(state.isReady ? [] : ['the service is not ready']),
  ];
}

const keyOf = ({ mode, kind, mark }: Pick<Act, 'mode' | 'kind' | 'mark'>): string => `${mode} ${kind} ${mark}`;

function actsAmiss(acts: readonly Act[], { stored, events }: State): string[] {
  const found = Map.groupBy(stored, keyOf);
  const told = new Map<string, number>();
  for (const { mode, type, about } of events) {
    for (const id of new Set(about)) {
      const name = `${mode} ${type} ${id}`;
      told.set(name, (told.get(name) ?? 0) + 1);
    }
  }
  const wanted = new Set(acts.map(keyOf));
  const strays = stored.filter((one) => !wanted.has(keyOf(one)));
  return [
    ...strays.map((one) => `${keyOf(one)} is there, and nobody sent it`),
    ...acts.flatMap((act) => actAmiss(act, found.get(keyOf(act)) ?? [], told)),
  ];
}

function actAmiss(act: Act, there: readonly Stored[], told: ReadonlyMap<string, number>): string[] {
  const name = keyOf(act);
  const ids = new Set(act.ids);
  const amiss: string[] = [];
  if (ids.size > 1) amiss.push(`${name} was answered with several ids: ${[...ids].join(', ')}`);
  if (there.length > 1) amiss.push(`${name} is there ${there.length} times`);
  const [one] = there;
  if (one === undefined) return ids.size > 0 ? [...amiss, `${name} was acknowledged and is not there`] : amiss;
  if (ids.size > 0 && !ids.has(one.id))
    amiss.push(`${name} is there as ${one.id}, answered was ${[...ids].join(', ')}`);
  if (!act.contents.includes(one.content)) {
    amiss.push(`${name} is "${one.content}" and should be "${act.contents.join('" or "')}"`);
  }
  // Everything that exists has its events, whether or not the change was acknowledged.
  for (const type of act.tells) {
    const times = told.get(`${act.mode} ${type} ${one.id}`) ?? 0;
    if (times !== 1) amiss.push(`${name}: ${type} of ${one.id} was told ${times} times`);
  }
  return amiss;
}

const countersAmiss = ({ counters }: Journal, state: State): string[] =>
  counters.flatMap(({ personId, acknowledged, sent }) => {
    const stands = state.counters.get(personId) ?? 0;
    // A change that was not acknowledged may have been made, even late. An acknowledged one is not undone by an older
    // one.
    return stands >= acknowledged && stands <= sent
      ? []
      : [`the counter of ${personId} stands at ${stands}, acknowledged was ${acknowledged}, sent ${sent}`];
  });

function operationsAmiss({ operations }: Journal, state: State): string[] {
  const byId = new Map(state.operations.map((one) => [one.id, one]));
  const lost = operations.filter(({ id }) => !byId.has(id)).map(({ id }) => `operation ${id} is not there`);
  const amiss = state.operations.flatMap(({ id, state: is, result }) =>
    is === 'succeeded' ? [] : [`operation ${id} is ${is}: ${JSON.stringify(result)}`],
  );
  const imports = operations.flatMap(({ id, lines }) => {
    const result = byId.get(id)?.result;
    return lines === undefined || result === undefined || result?.created === lines
      ? []
      : [`import ${id} of ${lines} lines: ${JSON.stringify(result)}`];
  });
  return [...lost, ...amiss, ...imports];
}

function eventsAmiss({ events, lastPlace }: State): string[] {
  return (['live', 'test'] as const).flatMap((mode) => {
    const of = events.filter((one) => one.mode === mode);
    const placeless = of.filter(({ sequence }) => sequence === null);
    const places = of.flatMap(({ sequence }) => sequence ?? []).sort((a, b) => a - b);
    const ids = new Set(of.map(({ id }) => id));
    const firstWrong = places.find((place, i) => place !== i + 1);
    return [
      ...(placeless.length > 0 ? [`${placeless.length} events of ${mode} have no place`] : []),
      ...(firstWrong === undefined ? [] : [`the places of events of ${mode} have a hole or a double at ${firstWrong}`]),
      ...(places.length === lastPlace[mode]
        ? []
        : [`the last place of ${mode} is ${lastPlace[mode]}, of ${places.length}`]),
      ...(ids.size === of.length ? [] : [`two events of ${mode} have one id`]),
    ];
  });
}

/** Every event about a borrower in live arrived at least once, in the order of its borrower; repeats are equal. */
function deliveriesAmiss({ events, delivered, deliveriesOpen }: State): string[] {
  const mustCome = events.filter(({ mode, subjectId }) => mode === 'live' && subjectId.startsWith('BO-'));
  const inOrder = mustCome.toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
  const wanted = Map.groupBy(inOrder, ({ subjectId }) => subjectId);
  const came = Map.groupBy(delivered, ({ subjectId }) => subjectId);
  const amiss = [...wanted].flatMap(([subject, list]) => {
    const should = list.map(({ id }) => id).join(' ');
    const did = (came.get(subject) ?? []).map(({ id }) => id).join(' ');
    return should === did ? [] : [`webhooks about ${subject} came as ${did}, and should as ${should}`];
  });
  const unlike = delivered.filter(({ bodies }) => new Set(bodies).size > 1);
  return [
    ...amiss,
    ...unlike.map(({ id }) => `delivery ${id} came again and was not the same`),
    ...(deliveriesOpen > 0 ? [`${deliveriesOpen} deliveries are still open`] : []),
  ];
}

function leftovers(state: State): string[] {
  const left: readonly (readonly [number, string])[] = [
    [state.outbox, 'rows of the outbox were not moved on'],
    [state.jobsWaiting, 'jobs are waiting'],
    [state.clocksHeld, 'test clocks are still being moved'],
    [state.loansLeased, 'loans are held by somebody who is gone'],
    [state.sessionsStuck, 'sessions stand in a transaction and do nothing'],
  ];
  return [
    ...left.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])),
    ...(state.leaders === 1 ? [] : [`${state.leaders} lead the relay`]),
  ];
}
