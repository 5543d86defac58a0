// The values of fields of cases: what each type and validation takes, and what it refuses.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '#platform/errors.ts';
import { fieldsOfBase } from './base-fields.ts';
import { baseCaseTypes } from './base-types.ts';
import { type CustomFieldSchemaInput, wholeSchema } from './field-schema.ts';
import { checkCustomFields, schemaProblems } from './field-values.ts';

const schemasOf = (...sent: readonly CustomFieldSchemaInput[]) => sent.map((one, i) => wholeSchema(one, i + 1));

const schemas = schemasOf(
  { fieldName: 'branch', dataType: 'string', required: true, validation: { length: 5 } },
  { fieldName: 'visits', dataType: 'integer', default: 0, validation: { minValue: 0, maxValue: 9 } },
  { fieldName: 'seenOn', dataType: 'date', validation: { minValue: '2026-01-01' } },
  { fieldName: 'colour', dataType: 'string', validation: { enum: ['red', 'green'] } },
  { fieldName: 'score', dataType: 'number' },
  { fieldName: 'isDone', dataType: 'boolean' },
);
const path = 'customFields';
const check = (given: object) => checkCustomFields(schemas, given as Record<string, unknown>, path);

function refusalOf(run: () => unknown): readonly { path: string; message: string; expected: string }[] {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.data.errors as [];
  }
  throw new Error('It was not refused.');
}

describe('the values of custom fields', () => {
  test('are those that were sent, else the defaults, else none', () => {
    const none = { branch: 'north', visits: 0, seenOn: null, colour: null, score: null, isDone: null };
    assert.deepEqual(check({ branch: 'north' }), none);
    assert.deepEqual(check({ ...none, visits: 3 }), { ...none, visits: 3 });
    assert.equal(check({ ...none, visits: null }).visits, null);
  });

  test('are refused by field, all at once', () => {
    const problems = refusalOf(() =>
      check({ branch: 'northern', visits: 10, seenOn: '2026-1-1', colour: 'gren', score: '1', isDone: 1, brnch: 'x' }),
    );
    assert.deepEqual(
      problems.map((one) => `${one.path} ${one.message}: ${one.expected}`),
      [
        'customFields.brnch is no field of this type of case: did you mean branch?',
        'customFields.branch is too long: at most 5 characters',
        'customFields.visits is too large: at most 9',
        'customFields.seenOn does not have the type of the field: a date such as 2026-01-31',
        'customFields.colour is none of the values of the field: green, red',
        'customFields.score does not have the type of the field: a number',
        'customFields.isDone does not have the type of the field: true or false',
      ],
    );
    assert.deepEqual(
      refusalOf(() => check({})).map((one) => one.message),
      ['is required'],
    );
    assert.deepEqual(refusalOf(() => check({ branch: 'a', visits: 1.5 }))[0]?.path, 'customFields.visits');
    assert.deepEqual(refusalOf(() => check({ branch: 'a', seenOn: '2025-12-31' }))[0]?.message, 'is too small');
    assert.deepEqual(refusalOf(() => check({ branch: 'a', toString: 'b' }))[0]?.path, 'customFields.toString');
  });

  test('have a length that is counted as people count it', () => {
    assert.equal(check({ branch: '👩👩👩👩👩' }).branch, '👩👩👩👩👩');
    assert.equal(refusalOf(() => check({ branch: '👩👩👩👩👩👩' }))[0]?.message, 'is too long');
  });
});

describe('the schemas of custom fields', () => {
  test('are refused where a field could never have a value, or a name is taken', () => {
    const wrong = schemasOf(
      { fieldName: 'a', dataType: 'integer', validation: { length: 3 } },
      { fieldName: 'a', dataType: 'string', validation: { minValue: 'x' } },
      { fieldName: 'courtId', dataType: 'string' },
      { fieldName: 'b', dataType: 'integer', validation: { minValue: 3, maxValue: 2 } },
      { fieldName: 'c', dataType: 'integer', validation: { enum: [1, 'two'] } },
      { fieldName: 'd', dataType: 'date', default: 'soon' },
      { fieldName: 'e', dataType: 'integer', validation: { maxValue: 'ten' } },
    );
    assert.deepEqual(
      schemaProblems('customFieldSchemas', wrong, { type: 'bankruptcy', names: ['courtId'] }).map((one) =>
        one.path.replace('customFieldSchemas', ''),
      ),
      [
        '[0].validation.length',
        '[1].fieldName',
        '[1].validation.minValue',
        '[2].fieldName',
        '[3].validation.maxValue',
        '[4].validation.enum[1]',
        '[5].default',
        '[6].validation.maxValue',
      ],
    );
  });

  test('of the base types are right themselves, and a name has one type in all of them', () => {
    const types = new Map<string, string>();
    for (const base of baseCaseTypes) {
      assert.deepEqual(schemaProblems(base, fieldsOfBase(base), { type: base, names: [] }), []);
      for (const { fieldName, dataType, required } of fieldsOfBase(base)) {
        assert.equal(types.get(fieldName) ?? dataType, dataType, fieldName);
        types.set(fieldName, dataType);
        assert.equal(required, false, 'a case may be made before anything is known');
      }
    }
    assert.ok(fieldsOfBase('bankruptcy').some(({ fieldName }) => fieldName === 'courtCaseFiledDate'));
    assert.deepEqual(
      baseCaseTypes.filter((base) => fieldsOfBase(base).length === 0),
      ['generic'],
    );
  });
});
