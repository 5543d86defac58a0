import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Refusal } from '#platform/errors.ts';
import { ownFields } from './schemas.ts';

test('a request of several products keeps the fields of one, which asks for those that it requires', () => {
  const own = Type.Object({ goods: Type.String(), months: Type.Optional(Type.Integer()) });
  assert.deepEqual(ownFields(own, { goods: 'a bed', rate: '0.1' }, 'atOrigination'), { goods: 'a bed' });
  assert.throws(
    () => ownFields(own, { months: 3 }, 'atOrigination'),
    (error) => error instanceof Refusal && error.message === 'atOrigination.goods: is required',
  );
});
