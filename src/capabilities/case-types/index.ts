// The door of case types: the types by which a company makes its cases, and the types by which a case makes
// do-not-interacts when it moves.
import type { Capability } from '#platform/capability.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { ShownByIds } from '#platform/resource/shown-by-ids.ts';
import { baseTypeRoutes } from './base-type-routes.ts';
import { type BaseCaseType, baseCaseTypes } from './base-types.ts';
import { caseContext, caseReading, namedFields } from './case-context.ts';
import type { CustomFieldSchema as FieldSchema } from './field-schema.ts';
import { caseType } from './resources/case-type.ts';
import { doNotInteractType } from './resources/do-not-interact-type.ts';
import { caseTypeTables } from './tables.ts';
import { caseTypesByIds, caseTypesOfWorkflow } from './types-in-use.ts';

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

export { caseContext, caseReading, caseTypesByIds, caseTypesOfWorkflow, namedFields };

export const shownCaseTypes: ShownByIds = {
  schema: caseType.answer,
  permission: 'case.type:read',
  async load(reader, vault, ids) {
    const rows = await caseTypesByIds(reader, ids);
    const shown = await caseType.parts.show(rows, { reader, vault, parent: undefined });
    return new Map(rows.map(({ id }, i) => [id, shown[i] as object]));
  },
};

/** What a later capability checks of a version of a case type, after it was written. Errors: InvalidRequest. */
export type CaseTypeCheck = (tx: Tx, type: CaseTypeWritten) => Promise<void>;

interface CaseTypeWritten {
  readonly status: string;
  readonly caseType: BaseCaseType;
  readonly workflowTypeId: string | null;
  readonly customFieldSchemas: readonly FieldSchema[];
}

interface Beside {
  readonly checks: readonly CaseTypeCheck[];
}

/** The endpoint with what is checked besides. */
function checked(one: Endpoint, { checks }: Beside): Endpoint {
  const { command } = one;
  if (command === undefined) return one;
  return {
    ...one,
    async command(ctx, tx, ...asked) {
      const written = await command(ctx, tx, ...asked);
      for (const check of checks) await check(tx, written as CaseTypeWritten);
      return written;
    },
  };
}

export const caseTypes = (beside: Beside): Capability => ({
  name: 'case-types',
  migrations: new URL('./migrations/', import.meta.url),
  tables: caseTypeTables,
  events: [...caseType.events, ...doNotInteractType.events],
  contexts: [caseContext(baseCaseTypes, [])],
  permissions: [caseReading],
  routes: () => [
    ...baseTypeRoutes,
    ...caseType.endpoints.map((one) => checked(one, beside)),
    ...doNotInteractType.endpoints,
  ],
});
