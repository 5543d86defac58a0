// Legal representatives of a borrower: their contacts stay out of ordinary lists, and borrowers are found by them.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aBorrower } from '../../../tests/support/a-borrower.ts';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { anEmail, aPerson, aPhone, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refused } from '../../../tests/support/refusals.ts';

const attorney = { representativeType: 'attorney', firstName: 'Portia', lastName: 'Belmont', firmName: 'Rialto Law' };

describe('a legal representative', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  async function represented() {
    const { id } = await api.made('/people', aPerson());
    const path = `/people/${id}`;
    return { id: id as string, path, lawyer: await api.made(`${path}/legal-representatives`, attorney) };
  }
  const found = async (query: string) => ids(await api.get(`/people/search?${query}`));

  test('is reached by contacts that ordinary lists, borrowers and notices never meet', async () => {
    const { id, path, lawyer } = await represented();
    const contacts = `${path}/contacts`;
    const phone = await api.made(contacts, aPhone({ value: '+13175550101' }));
    const named = { legalRepresentativeId: lawyer.id };
    const email = await api.made(contacts, anEmail({ value: 'portia@rialto.example', status: 'primary', ...named }));
    assert.deepEqual([email.affiliation, email.legalRepresentativeId], ['attorney', lawyer.id]);
    const guardian = await api.made(contacts, aPhone({ value: '+13175550102', affiliation: 'guardian', ...named }));
    assert.deepEqual(ids(await api.get(contacts)), [phone.id]);
    assert.deepEqual(ids(await api.get(`${contacts}?includeLegal=true`)), [guardian.id, email.id, phone.id]);
    assert.deepEqual(ids(await api.get(`${contacts}?legalRepresentativeId=${lawyer.id}`)), [guardian.id, email.id]);
    const borrower = await aBorrower(house(), api, id);
    assert.equal((await borrower.get(`${contacts}/${email.id}`)).status, 404);
    refused(await api.put(`${contacts}/${email.id}`, { affiliation: 'self' }), 400, 'InvalidRequest', 'affiliation');
    const freed = (await api.put(`${contacts}/${guardian.id}`, { legalRepresentativeId: null })).body.data;
    assert.deepEqual([freed.legalRepresentativeId, freed.affiliation], [null, 'guardian']);
  });

  test('finds the borrower by names, firm, email and phone, and by none of them after the change', async () => {
    const { id, path, lawyer } = await represented();
    const contacts = `${path}/contacts`;
    await api.made(contacts, anEmail({ value: 'office@rialto.example', legalRepresentativeId: lawyer.id }));
    await api.made(contacts, aPhone({ value: '+13175550177', affiliation: 'attorney' }));
    await api.made(contacts, anEmail({ value: 'own@borrower.example' }));
    const last = (words: string) => found(`legalRepLastName=${words}&id=${id}`);
    assert.deepEqual(await last('belm'), [id]);
    assert.deepEqual(await last('rialto'), [id]);
    assert.deepEqual(await found(`legalRepFirstName=portia&id=${id}`), [id]);
    assert.deepEqual(await found('legalRepEmail=office@rialto.example'), [id]);
    assert.deepEqual(await found('legalRepPhone=317-555-0177'), [id]);
    assert.deepEqual(await found('legalRepEmail=own@borrower.example'), [], 'that is the borrower');
    assert.deepEqual(await found(`lastName=belmont&id=${id}`), [], 'nor is it a name of the borrower');
    const wrong = (await api.get('/people/search?legalRepPhone=12')).body;
    assert.match(wrong.search.inputErrors[0], /^legalRepPhone /);
    await api.put(`${path}/legal-representatives/${lawyer.id}`, { lastName: 'Shylock', firmName: null });
    assert.deepEqual([await last('belm'), await last('rialto'), await last('shyl')], [[], [], [id]]);
  });

  test('of another borrower, or without any name, is refused', async () => {
    const [mine, theirs] = [await represented(), await represented()];
    const path = `${mine.path}/legal-representatives`;
    refused(await api.get(`${path}/${theirs.lawyer.id}`), 404, 'NotFound', 'legalRepresentativeId');
    const contact = anEmail({ legalRepresentativeId: theirs.lawyer.id });
    refused(await api.post(`${mine.path}/contacts`, contact), 404, 'NotFound', 'legalRepresentativeId');
    refused(await api.post(path, { representativeType: 'attorney', lastName: ' ' }), 400, 'InvalidRequest', 'lastName');
    const nameless = await api.put(`${path}/${mine.lawyer.id}`, { lastName: null, firmName: null });
    refused(nameless, 400, 'InvalidRequest', 'lastName');
  });

  test('lies sealed, and goes with the borrower', async () => {
    const { id, path, lawyer } = await represented();
    await api.made(`${path}/contacts`, anEmail({ value: 'gone@rialto.example', legalRepresentativeId: lawyer.id }));
    for (const [table, text] of await everythingStored(house())) {
      assert.equal(/belmont|rialto/i.exec(text)?.[0], undefined, table);
    }
    await erasePersonByHand(house().service, api.realm, id, { evenWithOpenLoans: false });
    assert.deepEqual(ids(await api.get(`${path}/legal-representatives`)), []);
    assert.deepEqual(await found(`legalRepLastName=belmont&id=${id}`), []);
  });
});
