// Case types: the name, the custom fields and the do-not-interact types that a company adds to a base type of cases.
import Type from 'typebox';
import { loanContext } from '#capabilities/loans/index.ts';
import { personContext } from '#capabilities/people/index.ts';
import { findLoanType } from '#capabilities/products/index.ts';
import { conditionProblems } from '#platform/conditions/check-condition.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, refuseField } from '#platform/errors.ts';
import { Bool, Id, MetaData, Named, Nullable, StringEnum, Text, WithoutEffect } from '#platform/input/schemas.ts';
import { Reference } from '#platform/references.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { defineVersioned } from '#platform/resource/versioned.ts';
import { withMaker } from '#platform/with-maker.ts';
import { fieldsOfBase } from '../base-fields.ts';
import { type BaseCaseType, baseCaseTypes } from '../base-types.ts';
import { callersNumber } from '../callers-number.ts';
import { caseContext } from '../case-context.ts';
import {
  type CustomFieldSchema,
  CustomFieldSchemaInput,
  CustomFieldSchema as FieldSchema,
  fieldsMax,
  wholeSchema,
} from '../field-schema.ts';
import { schemaProblems } from '../field-values.ts';
import { type CaseTypeRow, caseTypes } from '../tables.ts';
import { doNotInteractTypesOf } from '../types-in-use.ts';

const typesMax = 20;

const SmartReviews = Named('SmartReviews')({
  enable: Bool,
  config: Type.Optional(MetaData),
});

const typeIds = Type.Array(Text({ max: 12, example: 'DT-4K2M-X8QD' }), {
  maxItems: typesMax,
  description: 'Do-not-interact types, by any of their versions: the one that is active when a case moves counts.',
});

const baseType = StringEnum(baseCaseTypes, {
  title: 'BaseCaseType',
  example: 'bankruptcy',
  description: 'The base type. It stays for all versions.',
});

export const caseType = defineVersioned({
  name: 'case type',
  plural: 'case types',
  prefix: 'CE',
  table: caseTypes,
  fields: {
    caseType: baseType,
    name: Text({ max: 50, example: 'Bankruptcy, chapter 13' }),
    description: Text({ max: 500 }),
    loanTypeId: Nullable(Text({ max: 12 }), {
      description: 'Where a case names its base type alone, this type is taken for loans of that type. Null: for all.',
    }),
    workflowTypeId: Nullable(Text({ max: 12 }), {
      description: 'Its workflow, by any version of the type: the one that is active when a case is made counts.',
    }),
    customFieldSchemas: Type.Array(FieldSchema, {
      maxItems: fieldsMax,
      description: 'Fields that a case of this type has besides those of its base type.',
    }),
    smartReviews: WithoutEffect(Nullable(SmartReviews), 'reviews of cases by a model'),
    doNotInteractTypeIds: typeIds,
  },
  taken: {
    loanTypeId: Nullable(Id('LT', 'loan type')),
    workflowTypeId: Nullable(Reference('WT', 'workflow type')),
    customFieldSchemas: Type.Array(CustomFieldSchemaInput, { maxItems: fieldsMax }),
  },
  defaults: { name: '', description: '', customFieldSchemas: [], doNotInteractTypeIds: [] },
  fixed: ['caseType'],
  filters: { caseType: baseType },
  copiedBy: 'copyOf',
  numberOfCaller: callersNumber,
  endpoints: {
    list: { description: 'Lists every version of every type; `status=active` lists those by which cases are made.' },
    create: {
      description: 'A draft, unless `status` is `active`. Needs `caseType`, or `copyOf` with the number of a type.',
      body: {
        caseType: 'bankruptcy',
        name: 'Bankruptcy, chapter 13',
        status: 'active',
        customFieldSchemas: [{ fieldName: 'planPayment', dataType: 'number', name: 'Plan payment', required: false }],
      },
    },
    read: {},
    update: {
      description:
        'What is not sent stays. A draft is changed as it stands. What is active is not changed: the answer is a new version with an id of its own, active in its place, or a draft if `status` is `draft`. Cases keep the version they were made with.',
      body: { description: 'Under a plan of the court' },
    },
  },
  async normal(tx, { customFieldSchemas, loanTypeId, smartReviews, doNotInteractTypeIds, ...sent }) {
    const schemas = customFieldSchemas as readonly CustomFieldSchemaInput[] | undefined;
    return {
      ...sent,
      ...(schemas && { customFieldSchemas: schemas.map((one, i) => wholeSchema(one, i + 1)) }),
      ...(loanTypeId !== undefined && { loanTypeId: await idOfLoanType(tx, loanTypeId as string | null) }),
      ...(doNotInteractTypeIds !== undefined && {
        doNotInteractTypeIds: [...new Set(doNotInteractTypeIds as readonly string[])],
      }),
      ...(smartReviews !== undefined && { smartReviews: JSON.parse(JSON.stringify(smartReviews)) as unknown }),
    };
  },
  async check({ caller }, tx, row, { follows }) {
    const base = row.case_type as BaseCaseType | null;
    if (base === null) throw refuseField('caseType', 'is required', `copyOf, or one of ${baseCaseTypes.join(', ')}`);
    const schemas = row.custom_field_schemas as readonly CustomFieldSchema[];
    const names = fieldsOfBase(base).map(({ fieldName }) => fieldName);
    mustHaveNone(schemaProblems('customFieldSchemas', schemas, { type: base, names }));
    await mustHaveTypes(tx, row.do_not_interact_type_ids as readonly string[], base, schemas);
    return { makers: withMaker((follows as CaseTypeRow | undefined)?.makers, caller.actor) };
  },
});

async function idOfLoanType(tx: Tx, reference: string | null): Promise<string | null> {
  return reference === null ? null : (await namedIn('loanTypeId', findLoanType(tx, reference))).id;
}

/** Each is there, in use, and its condition names what cases of this type have. */
async function mustHaveTypes(
  tx: Tx,
  ids: readonly string[],
  base: BaseCaseType,
  schemas: readonly CustomFieldSchema[],
): Promise<void> {
  const found = await doNotInteractTypesOf(tx, ids);
  const contexts = [caseContext([base], schemas), personContext, loanContext];
  // Who wrote the condition had the permissions for it.
  const naming = { contexts, permissions: new Set(contexts.map(({ permission }) => permission)) };
  const problems = ids.flatMap((id, i): readonly Problem[] => {
    const path = `doNotInteractTypeIds[${i}]`;
    const number = found.find((one) => one.id === id)?.type_id;
    if (number === undefined) return [{ path, message: `there is no do-not-interact type ${id}`, expected: 'its id' }];
    const inUse = found.filter(({ type_id, status }) => type_id === number && status !== 'deprecated');
    const expected = 'a type of which a version is active or a draft';
    if (inUse.length === 0) return [{ path, message: 'is deprecated', expected }];
    return inUse.flatMap(({ condition }) => (condition === null ? [] : conditionProblems(path, condition, naming)));
  });
  mustHaveNone(problems);
}
