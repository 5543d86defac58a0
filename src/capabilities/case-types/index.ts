// The door of case types: the types by which a company makes its cases, and the types by which a case makes
// do-not-interacts when it moves.
import type { Capability } from '#platform/capability.ts';
import type { ShownByIds } from '#platform/resource/shown-by-ids.ts';
import { baseTypeRoutes } from './base-type-routes.ts';
import { baseCaseTypes } from './base-types.ts';
import { caseContext, caseReading } from './case-context.ts';
import { caseType } from './resources/case-type.ts';
import { doNotInteractType } from './resources/do-not-interact-type.ts';
import { caseTypeTables } from './tables.ts';
import { caseTypesByIds } from './types-in-use.ts';

export { fieldsOfBase } from './base-fields.ts';
export { type BaseCaseType, baseCaseTypes, type CaseStatus, caseStatuses } from './base-types.ts';
export { callersNumber } from './callers-number.ts';
export { contextsInUse } from './context-in-use.ts';
export {
  CustomFieldSchema,
  CustomFieldSchemaInput,
  fieldsMax,
  wholeSchema,
} from './field-schema.ts';
export { checkCustomFields, schemaProblems } from './field-values.ts';
export { channels, type DurationUnit, durationUnits, themes } from './interaction-words.ts';
export { makeCaseType, typeEvents } from './make-case-type.ts';
export {
  type CaseAfterMove,
  doNotInteractsOfMove,
  endOfDoNotInteract,
  factsFor,
  factsOfCase,
  isReached,
  reachedTypes,
} from './moved-case.ts';
export { checkedCondition, fieldsOnMove, inOneForm, mustSayWhen } from './resources/on-move.ts';
export { type CaseTypeFound, caseTypeFor, typeOfCase } from './type-of-case.ts';

export { caseTypesByIds };

export const shownCaseTypes: ShownByIds = {
  schema: caseType.answer,
  permission: 'case.type:read',
  async load(reader, vault, ids) {
    const rows = await caseTypesByIds(reader, ids);
    const shown = await caseType.parts.show(rows, { reader, vault, parent: undefined });
    return new Map(rows.map(({ id }, i) => [id, shown[i] as object]));
  },
};

export const caseTypes: Capability = {
  name: 'case-types',
  migrations: new URL('./migrations/', import.meta.url),
  tables: caseTypeTables,
  events: [...caseType.events, ...doNotInteractType.events],
  contexts: [caseContext(baseCaseTypes, [])],
  permissions: [caseReading],
  routes: () => [...baseTypeRoutes, ...caseType.endpoints, ...doNotInteractType.endpoints],
};
