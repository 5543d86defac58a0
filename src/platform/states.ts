// The states of a thing as a table: which verb leads from which state to which. Commands move by verb, tests try every
// pair of state and verb, and docs/states.md draws the table. A thing that does not exist yet is in the state `start`,
// which Mermaid draws as a dot.
export const start = '[*]';
type Start = typeof start;

/** The state stays as it is. */
export const same = 'same';

export interface Refused<State extends string, Verb extends string> {
  /** The id of the thing, if the command has one. */
  readonly id: string;
  readonly state: State | Start;
  readonly verb: Verb;
  /** The verb as it ends a sentence: "cannot be frozen". */
  readonly said: string;
  /** The states in which the verb is allowed. */
  readonly allowed: readonly State[];
  /** The other states to which verbs lead from this one. */
  readonly next: readonly State[];
}

type Refuse<State extends string, Verb extends string> = (refused: Refused<State, Verb>) => Error;

interface Rule<State extends string, Verb extends string, Condition extends string, Kind> {
  /** The row applies only if the command says that this condition is true. */
  readonly when?: Condition;
  /** How this pair is refused, if not as the others: always, or if `when` is not true. */
  readonly refuse?: Refuse<State, Verb>;
  /** Events to emit besides those of the verb. */
  readonly emits?: readonly Kind[];
}

/** If the verb can lead to several states, the books of the thing decide which one. */
type To<State> = State | readonly State[] | typeof same | null;

type Row<State extends string, Verb extends string, Condition extends string, Kind> = readonly [
  from: State | Start | readonly (State | Start)[],
  verb: Verb,
  to: To<State>,
  rule?: Rule<State, Verb, Condition, Kind>,
];

interface Declared<State extends string, Verb extends string, Condition extends string, Kind> {
  /** The heading of its picture. */
  readonly name: string;
  readonly states: readonly [State, ...State[]];
  /** Each verb as it ends a sentence: freeze is "frozen". */
  readonly verbs: Readonly<Record<Verb, string>>;
  readonly rows: readonly Row<State, Verb, Condition, Kind>[];
  readonly refuse: Refuse<State, Verb>;
}

/** What the command knows of the thing. A condition that is not named is not true. */
type About<Condition extends string> = { readonly id?: string } & { readonly [C in Condition]?: boolean };

interface Move<State extends string, Kind> {
  readonly to: State;
  readonly emits: readonly Kind[];
}

/** A row for one state. */
interface Step<State extends string, Verb extends string, Condition extends string, Kind> {
  readonly from: State | Start;
  readonly verb: Verb;
  /** One state, or several of which the books choose one; empty for a pair that has its own refusal. */
  readonly to: readonly State[];
  readonly rule: Rule<State, Verb, Condition, Kind>;
}

interface StateTable<State extends string, Verb extends string, Condition extends string, Kind>
  extends Pick<Declared<State, Verb, Condition, Kind>, 'name' | 'states' | 'verbs'> {
  readonly steps: readonly Step<State, Verb, Condition, Kind>[];
  /** The next state. Errors: those of the table. */
  move(from: State | Start, verb: Verb, about?: About<Condition>): Move<State, Kind>;
  /** Refuses what the state forbids; the books decide the next state. Errors: those of the table. */
  mustAllow(from: State | Start, verb: Verb, about?: About<Condition>): void;
  /** Whether more than the state decides if the verb is allowed. */
  depends(from: State | Start, verb: Verb): boolean;
  /** No verb leads on from this state. */
  isFinal(state: State): boolean;
  /** For a move of many rows in one statement: from these states … */
  from(verb: Verb): readonly State[];
  /** … to this one. */
  to(verb: Verb): State;
}

/** Any table: all of them are drawn and tested alike. */
export interface AnyStateTable {
  readonly name: string;
  readonly states: readonly string[];
  readonly verbs: Readonly<Record<string, string>>;
  readonly steps: readonly AnyStep[];
  mustAllow(from: string, verb: string, about?: object): void;
}

export interface AnyStep {
  readonly from: string;
  readonly verb: string;
  readonly to: readonly string[];
  readonly rule: { readonly when?: string; readonly refuse?: unknown };
}

export function stateTable<
  const State extends string,
  const Verb extends string,
  const Condition extends string = never,
  Kind = never,
>(declared: Declared<State, Verb, Condition, Kind>): StateTable<State, Verb, Condition, Kind> {
  const { verbs, refuse } = declared;
  const steps = declared.rows.flatMap(stepsOf<State, Verb, Condition, Kind>);
  const stepAt = (from: State | Start, verb: Verb) => steps.find((step) => step.from === from && step.verb === verb);
  const fromStates = (verb: Verb, about: About<Condition>): State[] =>
    steps
      .filter((step) => step.verb === verb && isAllowed(step.rule, about))
      .flatMap(({ from }) => (from === start ? [] : from));
  const nextStates = (from: State | Start): State[] =>
    [...new Set(steps.filter((step) => step.from === from).flatMap(({ to }) => to))].filter((to) => to !== from);
  const allowedStep = (from: State | Start, verb: Verb, about: About<Condition>) => {
    const step = stepAt(from, verb);
    if (step !== undefined && isAllowed(step.rule, about)) return step;
    const allowed = fromStates(verb, about);
    const refused = { id: about.id ?? '', state: from, verb, said: verbs[verb], allowed, next: nextStates(from) };
    throw (step?.rule.refuse ?? refuse)(refused);
  };
  return {
    ...declared,
    steps,
    move(from, verb, about = {} as About<Condition>) {
      const { to, rule } = allowedStep(from, verb, about);
      return { to: only(to, declared.name, verb), emits: rule.emits ?? [] };
    },
    mustAllow: (from, verb, about = {} as About<Condition>) => void allowedStep(from, verb, about),
    depends: (from, verb) => stepAt(from, verb)?.rule.when !== undefined,
    isFinal: (state) => nextStates(state).length === 0,
    from: (verb) => fromStates(verb, {} as About<Condition>),
    to: (verb) =>
      only([...new Set(steps.filter((step) => step.verb === verb).flatMap(({ to }) => to))], declared.name, verb),
  };
}

function stepsOf<State extends string, Verb extends string, Condition extends string, Kind>([
  froms,
  verb,
  to,
  rule = {},
]: Row<State, Verb, Condition, Kind>): Step<State, Verb, Condition, Kind>[] {
  const each: readonly (State | Start)[] = typeof froms === 'string' ? [froms] : froms;
  return each.map((from) => ({ from, verb, to: statesOf(from, to), rule }));
}

function statesOf<State extends string>(from: State | Start, to: To<State>): readonly State[] {
  if (to === null) return [];
  if (to === same) return from === start ? [] : [from];
  return typeof to === 'string' ? [to] : to;
}

const isAllowed = <Condition extends string>(
  { when, refuse }: { readonly when?: Condition; readonly refuse?: unknown },
  about: About<Condition>,
): boolean => (when === undefined ? refuse === undefined : about[when] === true);

function only<State extends string>([to, ...more]: readonly State[], name: string, verb: string): State {
  if (to !== undefined && more.length === 0) return to;
  throw new Error(`The states of ${name} do not say to which single one "${verb}" leads.`);
}
