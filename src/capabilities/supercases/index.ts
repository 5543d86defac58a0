// The door of supercases: what happened to many borrowers at once, and the cases that are made of it.
import type { CaseListener } from '#capabilities/cases/index.ts';
import type { Capability } from '#platform/capability.ts';
import { supercaseErrors } from './errors.ts';
import { memberRoutes } from './members.ts';
import { supercaseNoteRoutes, supercaseNoteWritten } from './notes.ts';
import { population, populationRoutes } from './population.ts';
import { supercaseSealed } from './sealed.ts';
import { supercaseStates } from './states.ts';
import { making, startNoting, subcaseWorks } from './subcases/kinds.ts';
import { subcaseRoutes } from './subcases/routes.ts';
import { supercase, supercaseRoutes } from './supercase.ts';
import { supercaseTables } from './tables.ts';

export { supercaseErrors } from './errors.ts';
export { describeSupercase, openSupercase, supercaseEvents } from './open-supercase.ts';
export { populationsToBring } from './subcases/kinds.ts';
export { countMembers, membersAfter } from './subcases/work.ts';
export { supercaseOfPath } from './supercase.ts';
export type { DisasterDetails } from './tables.ts';

interface Beside {
  /** What later capabilities do in the commit that makes or moves a case. */
  readonly listeners: readonly CaseListener[];
}

export const supercases = ({ listeners }: Beside): Capability => ({
  name: 'supercases',
  migrations: new URL('./migrations/', import.meta.url),
  tables: supercaseTables,
  sealed: supercaseSealed,
  errors: { Supercases: supercaseErrors },
  events: [...supercase.events, ...population.events, supercaseNoteWritten],
  states: [supercaseStates],
  routes: () => [
    ...supercaseRoutes,
    ...populationRoutes((ctx, tx, ofCases, ids) => making.start(ctx, tx, ofCases.id, ids, {})),
    ...memberRoutes,
    ...supercaseNoteRoutes(startNoting),
    ...subcaseRoutes,
  ],
  operations: () => subcaseWorks.map((work) => work.operation(listeners)),
});
