// The machine of a workflow, which is pure: given the procedure, how a run stands and which conditions hold, it says what
// moves until nobody can move it any further. Every run ends, or stands at a step with an open item: a step that has no
// open item is left, and no step is visited more often than the procedure allows.

interface ProcedureItem {
  readonly id: string;
  readonly isRequired: boolean;
}

interface Branch {
  /** Null: it is taken whenever it is asked. */
  readonly condition: string | null;
  /** The step that comes next, or the end. */
  readonly goTo: string;
}

interface ProcedureStep {
  readonly id: string;
  readonly items: readonly ProcedureItem[];
  readonly entryCondition: string | null;
  readonly exitRule: { readonly when: 'all' | 'any' | 'condition'; readonly condition: string | null };
  readonly next: readonly Branch[];
  readonly maxVisits: number;
}

interface Procedure {
  readonly steps: readonly ProcedureStep[];
}

/** What a branch leads to where nothing follows. */
const theEnd = 'end';

export type ItemStanding = 'open' | 'completed' | 'skipped';

interface Standing {
  /** How often each step was visited, skipped visits included. */
  readonly visits: Readonly<Record<string, number>>;
  /** The step at which the run stands, with its items in their order; null: it has not begun, or it has ended. */
  readonly at: { readonly stepId: string; readonly items: readonly ItemStanding[] } | null;
}

type LeavingReason = 'itemsEnded' | 'oneCompleted' | 'conditionMet';

export type Move =
  | { readonly kind: 'enter'; readonly stepId: string; readonly visit: number }
  | { readonly kind: 'skip'; readonly stepId: string; readonly visit: number; readonly reason: 'entryConditionNotMet' }
  | { readonly kind: 'passOver'; readonly stepId: string; readonly reason: 'noVisitsLeft' }
  | { readonly kind: 'leave'; readonly stepId: string; readonly reason: LeavingReason }
  | { readonly kind: 'end' };

/** Undefined: something that is not known decides. */
export type Holds = (condition: string) => boolean | undefined;

/** Begins a run. Each move is made before the next one is asked for, so conditions see what it has changed. */
export const begin = (procedure: Procedure, holds: Holds): Iterable<Move> => goOn(procedure, {}, holds, 0);

/** Moves a run that stands at a step, after something of it or of its facts has changed. */
export function* settle(procedure: Procedure, { visits, at }: Standing, holds: Holds): Iterable<Move> {
  if (at === null) return;
  const place = procedure.steps.findIndex(({ id }) => id === at.stepId);
  const step = procedure.steps[place];
  if (step === undefined) throw new Error(`The procedure has no step ${at.stepId}, at which a run of it stands.`);
  const reason = reasonToLeave(step, at.items, holds);
  if (reason === undefined) return;
  yield { kind: 'leave', stepId: step.id, reason };
  yield* goOn(procedure, visits, holds, yield* after(procedure, place, visits, holds));
}

/** Goes from step to step, until one has something to be done. `first`: a place in the order, or behind the last. */
function* goOn(
  procedure: Procedure,
  visitsBefore: Standing['visits'],
  holds: Holds,
  first: number,
): Generator<Move, void> {
  const visits: Record<string, number> = { ...visitsBefore };
  for (let place = first; ; ) {
    const step = procedure.steps[place];
    if (step === undefined) return void (yield { kind: 'end' });
    const visit = (visits[step.id] ?? 0) + 1;
    if (visit > step.maxVisits) {
      yield { kind: 'passOver', stepId: step.id, reason: 'noVisitsLeft' };
      place += 1;
      continue;
    }
    visits[step.id] = visit;
    if (step.entryCondition !== null && holds(step.entryCondition) !== true) {
      yield { kind: 'skip', stepId: step.id, visit, reason: 'entryConditionNotMet' };
      place += 1;
      continue;
    }
    yield { kind: 'enter', stepId: step.id, visit };
    const open = step.items.map(() => 'open' as const);
    const reason = reasonToLeave(step, open, holds);
    if (reason === undefined) return;
    yield { kind: 'leave', stepId: step.id, reason };
    place = yield* after(procedure, place, visits, holds);
  }
}

/** At the latest a step is left when nothing in it is open: nobody would be waited for. */
function reasonToLeave(
  { items, exitRule }: ProcedureStep,
  standing: readonly ItemStanding[],
  holds: Holds,
): LeavingReason | undefined {
  if (exitRule.when === 'condition' && exitRule.condition !== null && holds(exitRule.condition) === true) {
    return 'conditionMet';
  }
  if (exitRule.when === 'any' && standing.includes('completed')) return 'oneCompleted';
  const isRequired = items.map((item) => exitRule.when === 'any' || item.isRequired);
  const awaited = standing.filter((_, i) => isRequired.every((one) => !one) || isRequired[i]);
  return awaited.includes('open') ? undefined : 'itemsEnded';
}

/** The first branch that is open leads on; where none is, the next in order. Returns the place of what comes next. */
function* after(
  { steps }: Procedure,
  place: number,
  visits: Standing['visits'],
  holds: Holds,
): Generator<Move, number> {
  for (const { condition, goTo } of (steps[place] as ProcedureStep).next) {
    if (condition !== null && holds(condition) !== true) continue;
    if (goTo === theEnd) return steps.length;
    const target = steps.findIndex(({ id }) => id === goTo);
    if ((visits[goTo] ?? 0) < (steps[target] as ProcedureStep).maxVisits) return target;
    yield { kind: 'passOver', stepId: goTo, reason: 'noVisitsLeft' };
  }
  return place + 1;
}
