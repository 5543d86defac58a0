import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints, permissions } from '#app/capabilities.ts';
import { expand, permissionsOfDefaults } from './permissions.ts';

test('a permission includes those under it', () => {
  const known = new Set(['loan:chargeoff', 'loan:chargeoff.reverse', 'loan:chargeoffs', 'loan:read']);
  const of = (...stored: string[]) => [...expand(stored, known)].sort();
  assert.deepEqual(of('loan:chargeoff'), ['loan:chargeoff', 'loan:chargeoff.reverse']);
  assert.deepEqual(of('loan:chargeoff.reverse'), ['loan:chargeoff.reverse']);
  assert.deepEqual(of('loan'), []);
  assert.deepEqual(of('gone:read', 'loan:read'), ['loan:read']);
});

test('a new endpoint is in the default roles without a line', () => {
  const one = endpoints.find(({ name }) => name === 'people.read');
  assert.ok(one);
  const { read: _, ...writing } = one;
  const added = [
    { ...one, permission: 'new.thing:read' },
    { ...writing, method: 'POST' as const, permission: 'new.thing:create', borrowers: undefined as never },
  ];
  const known = new Set([...permissions, 'new.thing:read', 'new.thing:create']);
  const roles = permissionsOfDefaults([...endpoints, ...added], known);
  const holders = (name: string) => Object.entries(roles).flatMap(([role, its]) => (its.has(name) ? [role] : []));
  assert.deepEqual(holders('new.thing:read'), [
    'owner',
    'operations',
    'collections',
    'compliance',
    'readOnly',
    'borrower',
  ]);
  assert.deepEqual(holders('new.thing:create'), ['owner']);
  assert.deepEqual(holders('audit:list'), ['owner', 'compliance'], 'it says what colleagues do, and from where');
});
