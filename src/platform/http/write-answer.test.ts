import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Amount, Nullable } from '#platform/input/schemas.ts';
import { answerWriter } from './write-answer.ts';

test('of several things that may be answered each is written by its own fields', () => {
  const car = Type.Object({ wheels: Type.Integer(), price: Amount });
  const boat = Type.Object({ sails: Type.Integer(), price: Type.Integer(), berth: Nullable(Amount) });
  const write = answerWriter(Type.Union([car, boat]));
  const written = (value: unknown) => JSON.parse(JSON.stringify(write?.(value)));
  assert.deepEqual(written({ wheels: 4, price: 1250 }), { wheels: 4, price: 12.5 });
  assert.deepEqual(written({ sails: 2, price: 1250, berth: 990 }), { sails: 2, price: 1250, berth: 9.9 });
  assert.deepEqual(written({ sails: 2, price: 1250, berth: null }), { sails: 2, price: 1250, berth: null });
});
