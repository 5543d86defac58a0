// Borrowers that are created at once share commits.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '../../../tests/support/eventually.ts';
import { aPerson, useHouse } from '../../../tests/support/house.ts';
import { recordedDuring } from '../../../tests/support/recorded-statements.ts';

describe('borrowers that are created at once', () => {
  const { aCompany } = useHouse({ works: false });

  test('take fewer commits than there are, and each is its own', async () => {
    const { live } = await aCompany();
    let rounds = 0;
    await eventually('some wait while others are committed, and share the next commit', async () => {
      rounds += 1;
      const ids = Array.from({ length: 8 }, (_, i) => `created at once ${rounds} ${i}`);
      const sent = await recordedDuring(async () => {
        const made = await Promise.all(ids.map((externalId) => live.made('/people', aPerson({ externalId }))));
        assert.deepEqual(
          made.map(({ externalId }) => externalId),
          ids,
        );
      });
      return sent.filter(({ text }) => text === 'commit').length < 8;
    });
    assert.equal((await live.get('/people')).body.total, rounds * 8);
  });

  test('of one external id are one, and the others are refused', async () => {
    const { live } = await aCompany();
    const made = () => live.post('/people', aPerson({ externalId: 'the same' }));
    const answers = await Promise.all([made(), made(), made(), live.post('/people', aPerson())]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 409, 409]);
  });
});
