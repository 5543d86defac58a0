// Whether those are there whom an item names, and whether anybody would do it.
import { type Worker, workersOf } from '#capabilities/users/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Problem } from '#platform/errors.ts';
import type { Assignee, AutomaticTask, WhenLate } from './item-schemas.ts';

interface Named {
  readonly path: string;
  readonly assignee: Assignee;
}

interface NamingItem {
  readonly assignee: Assignee;
  readonly whenLate: WhenLate | null;
  readonly automatic: AutomaticTask | null;
}

const named = (path: string, assignee: Assignee | null | undefined): Named[] =>
  assignee == null || assignee.id === null ? [] : [{ path, assignee }];

/** All whom an item names. */
export const assigneesOf = ({ assignee, whenLate, automatic }: NamingItem): readonly Named[] => [
  ...named('assignee', assignee),
  ...named('whenLate.to', whenLate?.to),
  ...named('automatic.changeOwner.to', automatic?.changeOwner?.to),
];

/** The problems of each of these items. */
export async function workerProblems(reader: Reader, items: readonly NamingItem[]): Promise<readonly Problem[][]> {
  const all = items.map(assigneesOf);
  const ids = all.flat().map(({ assignee }) => assignee.id as string);
  const workers = await workersOf(reader, [...new Set(ids)]);
  return all.map((ofItem) => ofItem.flatMap((one) => workerProblem(one, workers.get(one.assignee.id ?? ''))));
}

const prefixes = { user: 'UR', role: 'RL', team: 'TM' } as const;

function workerProblem({ path, assignee: { to, id } }: Named, worker: Worker | undefined): Problem[] {
  const at = `${path}.id`;
  const isOfKind = to !== 'caseOwner' && id?.startsWith(prefixes[to]) === true;
  if (worker === undefined || !isOfKind) {
    return [{ path: at, message: `is no ${to} who works for the company`, expected: `an active ${to}` }];
  }
  if (worker.hasSomebody) return [];
  return [{ path: at, message: `is a ${to} that nobody has`, expected: `a ${to} with an active user` }];
}
