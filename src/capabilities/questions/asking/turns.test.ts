// Turns of questions: a company that asks much does not keep another one waiting, by its two modes neither.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '#platform/errors.ts';
import { turns } from './turns.ts';

test('of those that wait, the company with the fewest questions under way is next', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const asks = (companyId: string, mode: 'live' | 'test') =>
    turns.answering({ companyId, mode }).then((end) => {
      begun.push(companyId);
      ends.push(end);
    });
  const all = [asks('CP-MUCH', 'live'), asks('CP-MUCH', 'test'), asks('CP-MUCH', 'live'), asks('CP-MUCH', 'test')];
  all.push(asks('CP-ELSE', 'live'), asks('CP-ELSE', 'live'), asks('CP-ONCE', 'test'));
  await new Promise(setImmediate);
  assert.deepEqual(begun, ['CP-MUCH', 'CP-MUCH', 'CP-ELSE', 'CP-ELSE'], 'two of each');
  ends.shift()?.();
  await new Promise(setImmediate);
  assert.deepEqual(begun.slice(4), ['CP-ONCE'], 'though others have waited longer');
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  assert.deepEqual(begun.slice(5), ['CP-MUCH', 'CP-MUCH']);
});

test('a company whose questions wait in number is refused', async () => {
  const ends: (() => void)[] = [];
  const ask = () => turns.answering({ companyId: 'CP-MUCH', mode: 'live' }).then((end) => ends.push(end));
  const asked = Array.from({ length: 22 }, ask);
  await assert.rejects(ask(), Refusal);
  for (let i = 0; i < asked.length; i += 1) {
    await new Promise(setImmediate);
    ends.shift()?.();
  }
  await Promise.all(asked);
  for (const end of ends) end();
});

test('while others would wait, a company has one under way; the second one has its turn when that has ended, before later ones', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, companyId: string, ownMax?: number) =>
    turns.answering({ companyId, mode: 'live' }, ownMax).then((end) => {
      begun.push(name);
      ends.push(end);
    });
  const all = [ask('first', 'CP-ONE', 1), ask('second', 'CP-ONE', 1), ask('other', 'CP-OTHER', 1)];
  await new Promise(setImmediate);
  assert.deepEqual(begun, ['first', 'other']);
  all.push(ask('later, when nobody else would wait', 'CP-ONE'));
  await new Promise(setImmediate);
  assert.deepEqual(begun.slice(2), []);
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  assert.deepEqual(begun.slice(2), ['second', 'later, when nobody else would wait']);
});
