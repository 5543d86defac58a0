// What reaches a borrower, and whether the rules of contact are asked before. It is read from the sources, so that nobody
// makes a way past the guard without saying so where the endpoint is described.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endpoints } from '#app/capabilities.ts';
import { readSources, type Source } from './support/sources.ts';

/** What the service sends without asking: the files that write it, and the endpoints that lead there. */
const unasked: Readonly<Record<string, readonly string[]>> = {
  'signing-in/confirm-user.ts': ['users.sendConfirmation'],
  'signing-in/send-code.ts': ['auth.sendCode'],
  // Somebody has used up the tries of a day: no endpoint is meant to send it.
  'signing-in/tell-owner.ts': [],
  'users/tell-borrower.ts': ['users.create', 'users.createInCompany', 'users.replaceAuth'],
  'verification/codes/send-code.ts': [
    'contacts.sendConfirmation',
    'newContacts.sendConfirmation',
    'ownContacts.sendConfirmation',
    'verifications.create',
  ],
};

/** What took place elsewhere is recorded, whatever the rules say of it. */
const recorded = ['interactions.create', 'interactions.import'];

describe('the rules of contact', () => {
  let sources: readonly Source[];
  before(() => {
    sources = readSources().filter(({ path }) => path.startsWith('src/') && !path.endsWith('.test.ts'));
  });

  const importing = (names: readonly string[], from: RegExp): string[] =>
    sources
      .filter(({ imports }) => imports.some((one) => names.includes(one.name) && from.test(one.from)))
      .map(({ path }) => path.replace(/^src\/(capabilities\/)?/, ''))
      .sort();

  test('are asked of each message, when it is made, when it is due, and when a worker takes it', () => {
    assert.deepEqual(
      importing(['decide'], /outgoing\/decide|^\.\/decide\.ts$/).filter((path) => path.startsWith('comm')),
      [
        'communications/outgoing/due-day.ts',
        'communications/outgoing/send-job.ts',
        'communications/outgoing/send-to-person.ts',
      ],
    );
  });

  test('stand before every provider: two workers know them, and one of these asks', () => {
    const known = importing(['Providers', 'ProvidersOf'], /sending\/index|providers\/provider/);
    assert.deepEqual(
      known.filter((path) => !/^moving-money|^bank-books|^sending\/(index|providers)/.test(path)),
      ['app/providers.ts', 'communications/index.ts', 'communications/outgoing/send-job.ts', 'sending/send-job.ts'],
    );
  });

  test('are not asked of what the service says about signing in, which the endpoints say', () => {
    const writing = importing(['sendMessage'], /sending\/index/);
    assert.deepEqual(writing, Object.keys(unasked).sort());
    const silent = endpoints.filter(({ description }) => description?.includes('rules of contact are not asked'));
    const expected = [...Object.values(unasked).flat(), ...recorded];
    assert.deepEqual(silent.map(({ name }) => name).sort(), expected.sort());
  });
});
