// Borrowers that are created at once share commits.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aPerson, useHouse } from '../../../tests/support/house.ts';
import { recordedDuring } from '../../../tests/support/recorded-statements.ts';

describe('borrowers that are created at once', () => {
  const { aCompany } = useHouse({ works: false });

  test('take fewer commits than there are, and each is its own', async () => {
    const { live } = await aCompany();
    const ids = Array.from({ length: 8 }, (_, i) => `created at once ${i}`);
    const sent = await recordedDuring(async () => {
      const made = await Promise.all(ids.map((externalId) => live.made('/people', aPerson({ externalId }))));
      assert.deepEqual(
        made.map(({ externalId }) => externalId),
        ids,
      );
    });
    const commits = sent.filter(({ text }) => text === 'commit').length;
    assert.ok(commits < 8, `${commits} commits`);
    assert.equal((await live.get('/people')).body.total, 8);
  });

  test('of one external id are one, and the others are refused', async () => {
    const { live } = await aCompany();
    const made = () => live.post('/people', aPerson({ externalId: 'the same' }));
    const answers = await Promise.all([made(), made(), made(), live.post('/people', aPerson())]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 409, 409]);
  });
});
