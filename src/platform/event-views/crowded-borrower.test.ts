// A page of one borrower's events costs the same however many the borrower has, and however many came after them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aPerson, useHouse } from '../../../tests/support/house.ts';
import { at, stored, type Written, write } from '../../../tests/support/naive-events.ts';
import { analyze, rowsReadBy, statementsOf } from '../../../tests/support/statements.ts';

const count = 5_000;
/** A page, the events that the index has as equals, and what lies on the other side of a cursor. */
const rowsMax = 700;

describe('the events of a borrower who has very many', () => {
  const { house, aCompany } = useHouse({ works: false });
  const pool = () => house().service.database.pools.test;

  test('are not all read for a page', async () => {
    const { test: api } = await aCompany();
    const [old, other] = [(await api.made('/people', aPerson())).id, (await api.made('/people', aPerson())).id];
    const event = (person: string, i: number): Written => ({
      subject_id: person,
      event_type: 'person.updated',
      created_at: at(i % 1_000),
      effective_at: at(i % 1_000),
      deleted_at: null,
      loan_id: person === old ? 'LN-1111-1111' : 'LN-2222-2222',
      case_id: null,
      transaction_id: null,
      period_id: null,
      message_id: 'message1',
    });
    for (const person of [old, other])
      await write(
        house(),
        api,
        Array.from({ length: count }, (_, i) => event(person, i)),
      );
    const middle = (await stored(house(), api))[count + count / 2]?.id;
    await analyze(house().service.database.server, 'test.placed_commits');
    for (const filter of [`personId=${old}`, 'loanId=LN-1111-1111', `personId=${old}&startingAfter=${middle}`]) {
      const sent = await statementsOf(pool(), () => api.get(`/events?${filter}`));
      const pages = sent.filter(({ text }) => text.includes('"placed_commits"') && text.includes('order by'));
      assert.ok(pages.length > 0);
      for (const page of pages) {
        const read = await rowsReadBy(pool(), page, 'placed_commits');
        assert.ok(read > 0 && read < rowsMax, `${filter}: ${read} rows`);
      }
    }
  });
});
