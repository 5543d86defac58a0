// The door of case types: by which types cases are made, and what stands against talking to their borrowers by itself.
import type { Capability } from '#platform/capability.ts';
import { baseTypeRoutes } from './base-type-routes.ts';
import { caseReading } from './case-context.ts';
import { caseType } from './resources/case-type.ts';
import { doNotInteractType } from './resources/do-not-interact-type.ts';
import { caseTypeTables } from './tables.ts';

export { fieldsOfBase } from './base-fields.ts';
export { type BaseCaseType, baseCaseTypes, type CaseStatus, caseStatuses } from './base-types.ts';
export { checkCustomFields } from './field-values.ts';
export { makeCaseType, typeEvents } from './make-case-type.ts';
export { type CaseAfterMove, doNotInteractsOfMove, endOfDoNotInteract } from './moved-case.ts';
export { type CaseTypeFound, caseTypeFor, typeOfCase } from './type-of-case.ts';

export const caseTypes: Capability = {
  name: 'case-types',
  migrations: new URL('./migrations/', import.meta.url),
  tables: caseTypeTables,
  events: [...caseType.events, ...doNotInteractType.events],
  permissions: [caseReading],
  routes: () => [...baseTypeRoutes, ...caseType.endpoints, ...doNotInteractType.endpoints],
};
