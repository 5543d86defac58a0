// Notes on borrowers and their loans: written by people of the company, sealed, gone with the person.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused } from '../../../tests/support/refusals.ts';
import { loanBody } from '../../../tests/support/world.ts';

describe('notes', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const aBorrower = async () => {
    const { id } = await api.made('/people', aPerson());
    return {
      personId: id as string,
      notes: `/people/${id}/notes`,
      loan: await api.made(`/people/${id}/loans`, loanBody),
    };
  };
  const ids = async (path: string) => (await api.get(path)).body.data.map(({ id }: { id: string }) => id);

  test('are written on a borrower or a loan, of a type, and listed by them', async () => {
    const { notes, loan } = await aBorrower();
    await api.made('/companies/current/note-types', { name: 'Hardship', externalId: 'hardship' });
    const one = await api.made(notes, { text: 'Called: <b>out of work</b>.', noteTypeId: 'ext-hardship' });
    const two = await api.made(notes, { text: 'Sends pay slips.', loanId: loan.id });
    assert.deepEqual([one.text, one.createdByType, one.loanId], ['Called: <b>out of work</b>.', 'key', null]);
    assert.deepEqual(await ids(notes), [two.id, one.id]);
    assert.deepEqual(await ids(`${notes}?loanId=${loan.id}`), [two.id]);
    assert.deepEqual(await ids(`${notes}?noteTypeId=ext-hardship`), [one.id]);
    const changed = (await api.put(`${notes}/${one.id}`, { loanId: loan.id })).body.data;
    assert.deepEqual([changed.text, changed.loanId], [one.text, loan.id], 'what was not sent stays');
    assert.equal((await api.put(`${notes}/${one.id}`, { text: 'Works again.' })).body.data.text, 'Works again.');
    await api.delete(`${notes}/${two.id}`);
    assert.equal((await api.get(`${notes}/${two.id}`)).status, 404);
    assert.deepEqual(await ids(notes), [one.id]);
  });

  test('of another borrower, on a loan of another, of an inactive type, empty or of a megabyte are refused', async () => {
    const [mine, theirs] = [await aBorrower(), await aBorrower()];
    const note = await api.made(mine.notes, { text: 'Mine' });
    refused(await api.get(`${theirs.notes}/${note.id}`), 404, 'NotFound', 'noteId');
    refused(await api.put(`${theirs.notes}/${note.id}`, { text: 'Theirs' }), 404, 'NotFound', 'noteId');
    refused(await api.post(mine.notes, { text: 'a', loanId: theirs.loan.id }), 404, 'NotFound', 'loanId');
    const type = await api.made('/companies/current/note-types', { name: 'Old', status: 'inactive' });
    refused(await api.post(mine.notes, { text: 'a', noteTypeId: type.id }), 400, 'InvalidRequest', 'noteTypeId');
    refused(await api.post(mine.notes, { text: '' }), 400, 'InvalidRequest', 'text');
    refused(await api.post(mine.notes, { text: 'a'.repeat(1_000_000) }), 400, 'InvalidRequest', 'text');
    refused(await api.put(`${mine.notes}/${note.id}`, { text: null }), 400, 'InvalidRequest', 'text');
  });

  test('end at five thousand of one borrower, deleted ones included', async () => {
    const { personId, notes } = await aBorrower();
    await house().service.database.pools.test.query(
      `insert into notes (person_id, id, company_id, position, created_by_type, created_at, deleted_at)
       select $1, 'NT-' || n, $2, n, 'key', now(), now() from generate_series(1, 4999) as n`,
      [personId, api.realm.companyId],
    );
    await api.made(notes, { text: 'The last one' });
    const { status, body } = await api.post(notes, { text: 'One more' });
    assert.deepEqual([status, body.errorType, body.data.atMost], [409, 'NoRoom', 5000]);
  });

  test('lie sealed, and go with the person', async () => {
    const { personId, notes } = await aBorrower();
    await api.post(notes, { text: 'Telltale words' }, { 'idempotency-key': 'telltale' });
    const holding = async () =>
      [...(await everythingStored(house()))].filter(([, text]) => /telltale words/i.test(text)).map(([table]) => table);
    assert.deepEqual(await holding(), []);
    await erasePersonByHand(house().service, api.realm, personId, { evenWithOpenLoans: true });
    assert.deepEqual(await ids(notes), []);
    refused(await api.post(notes, { text: 'Again' }), 409, 'PersonErased', 'personId');
  });
});
