// The door of cases: what somebody has to do about a borrower.
import type { Capability } from '#platform/capability.ts';
import { findPersonId } from '#capabilities/people/index.ts';
import type { Resolver } from '#platform/references.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import type { CaseListener } from './case.ts';
import { eraseCases } from './erase-cases.ts';
import { caseErrors } from './errors.ts';
import { caseResources } from './event-resources.ts';
import { caseEvents } from './events.ts';
import { caseRoutes } from './routes.ts';
import { caseSealed } from './sealed.ts';
import { caseStates } from './states.ts';
import { caseTables } from './tables.ts';

export { type CaseListener, caseResource, type MovedCase, type MovingContext, mustBeOpen, touchCase } from './case.ts';
export { caseErrors } from './errors.ts';
export type { CaseRow } from './tables.ts';

interface Beside {
  /** What later capabilities do in the commit that makes or moves a case. */
  readonly listeners: readonly CaseListener[];
}

/** The id of a case of the borrower whom the path names, by its id or an `ext-` reference. */
const caseOfBorrower: Resolver = async (reader, reference, { personId: named }) => {
  const personId = named == null ? undefined : await findPersonId(reader, named);
  const id = await idOfReference(reader, 'case', reference);
  if (personId === undefined || id === undefined) return undefined;
  const row = await reader.row(
    reader.db.selectFrom('cases').select('id').where('person_id', '=', personId).where('id', '=', id),
  );
  return row?.id;
};

export const cases = ({ listeners }: Beside): Capability => ({
  name: 'cases',
  migrations: new URL('./migrations/', import.meta.url),
  tables: caseTables,
  sealed: caseSealed,
  errors: { Cases: caseErrors },
  events: caseEvents,
  states: [caseStates],
  resources: caseResources,
  resolvers: { case: caseOfBorrower },
  routes: () => caseRoutes(listeners),
  erasing: [eraseCases],
});
