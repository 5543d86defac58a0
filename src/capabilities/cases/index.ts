// The door of cases: what somebody has to do about a borrower.

import { settingsOf } from '#capabilities/company/index.ts';
import { findPersonId } from '#capabilities/people/index.ts';
import type { Capability } from '#platform/capability.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Resolver } from '#platform/references.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { collectionsCheck, collectionsDay } from './collection/collections-day.ts';
import { readMetrics } from './collection/metrics.ts';
import { watchingLoans } from './collection/watch-loans.ts';
import { eraseCases } from './erase-cases.ts';
import { caseErrors } from './errors.ts';
import { caseResources } from './event-resources.ts';
import { caseEvents } from './events.ts';
import { noteEvents } from './notes/events.ts';
import { sensitiveNoteRead } from './notes/note.ts';
import { caseNoteRoutes } from './notes/routes.ts';
import { caseRoutes } from './routes.ts';
import { caseSealed } from './sealed.ts';
import { caseSearches } from './search-people.ts';
import { caseStates } from './states.ts';
import { caseTables } from './tables.ts';
import { taskRoutes } from './tasks/company-tasks.ts';
import { taskEvents } from './tasks/events.ts';
import { caseTaskRoutes } from './tasks/routes.ts';
import { taskStates } from './tasks/states.ts';
import type { CaseListener } from './write-case.ts';

export { caseOf, caseOutcome, caseResource, isOpen, mustBeOpen, touchCase } from './case.ts';
export { disputeCases } from './dispute-cases.ts';
export { caseEvents } from './events.ts';
export { pageOfSubcases, subcases } from './list-cases.ts';
export { moveAfter } from './move-after.ts';
export type { MovingContext } from './moving-by.ts';
export { noteEvents } from './notes/events.ts';
export { hasNote, sensitiveNoteRead, writeNote } from './notes/note.ts';
export { lifeOfCases } from './states.ts';
export type { CaseRow } from './tables.ts';
export { type CaseListener, closeCase, type MovedCase, openCase } from './write-case.ts';

interface Beside {
  /** What later capabilities do in the commit that makes or moves a case. */
  readonly listeners: readonly CaseListener[];
}

/** The id of a case of the borrower whom the path names, by its id or an `ext-` reference. */
const findCase = async (reader: Reader, reference: string, named: string | null | undefined) => {
  const personId = named == null ? undefined : await findPersonId(reader, named);
  const id = await idOfReference(reader, 'case', reference);
  if (personId === undefined || id === undefined) return undefined;
  const row = await reader.row(
    reader.db.selectFrom('cases').select('id').where('person_id', '=', personId).where('id', '=', id),
  );
  return row?.id;
};

const caseOfBorrower: Resolver = Object.assign(
  (reader: Reader, reference: string, { personId }: Readonly<Record<string, string | null | undefined>>) =>
    findCase(reader, reference, personId),
  { isRequiredOfAgents: async (reader: Reader) => (await settingsOf(reader)).forceCaseIdOnAgentActions === true },
);

export const cases = ({ listeners }: Beside): Capability => ({
  name: 'cases',
  migrations: new URL('./migrations/', import.meta.url),
  tables: caseTables,
  sealed: caseSealed,
  errors: { Cases: caseErrors },
  events: [...caseEvents, ...taskEvents, ...noteEvents],
  states: [caseStates, taskStates],
  permissions: [sensitiveNoteRead],
  resources: caseResources,
  resolvers: { case: caseOfBorrower },
  searches: caseSearches,
  dailySteps: [collectionsDay(listeners)],
  duties: (tools) => [watchingLoans(tools)],
  checks: [collectionsCheck],
  routes: () => [...caseRoutes(listeners), ...caseNoteRoutes, ...caseTaskRoutes, ...taskRoutes, readMetrics],
  erasing: [eraseCases],
});
