// What the command line tells the audit, and how it verifies it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { chainAudit } from '#platform/audit/chain-audit.ts';
import { aPerson, type Client, useHouse } from '../../tests/support/house.ts';
import { saidBesideIds } from '../../tests/support/said-beside-ids.ts';
import { verify } from './cli-audit.ts';
import { createKeyByHand, revokeKeyByHand } from './cli-keys.ts';
import { CommandFailed } from './command.ts';
import { erasePersonByHand } from './erase-person.ts';
import { WrongUse } from './wrong-use.ts';

describe('the audit and the command line', () => {
  const { house, aCompany } = useHouse({ works: false });

  async function audit(api: Client) {
    await chainAudit(house().service.database, 'test');
    return (await api.get('/audit')).body.data;
  }

  test('a command of the command line is told as one, with its object', async () => {
    const { test: api } = await aCompany();
    const { service } = house();
    const made = await createKeyByHand(service, api.realm, { name: 'nightly' });
    const id = String(/AK-\S+/.exec(made)?.[0]);
    await revokeKeyByHand(service, api.realm, id);
    const rows = await audit(api);
    const told = rows.map((row: (typeof rows)[0]) => [row.action, row.actorType, row.actorId, row.objectId]);
    assert.deepEqual(told, [
      ['tenor key revoke', 'system', null, id],
      ['tenor key create', 'system', null, id],
    ]);
  });

  test('of an erased borrower it has nothing but ids', async () => {
    const { test: api } = await aCompany();
    const identity = { identityType: 'SSN', value: '123-45-6789' };
    const person = await api.made('/people', aPerson({ externalId: 'crm-ada', identity }));
    await api.put('/people/ext-crm-ada', { name: { firstName: 'Augusta' }, dateOfBirth: '1987-06-05' });
    await api.get('/people/ext-crm-ada/contacts/ext-ada-at-home');
    await erasePersonByHand(house().service, api.realm, person.id, { evenWithOpenLoans: false });
    await house().service.audit.flush();
    const rows = await audit(api);
    const told = rows.map(({ action, personId }: (typeof rows)[0]) => [action, personId]);
    // The entry of a read is written after its answer, so its place among the others is not certain.
    assert.deepEqual(told.filter(([action]: string[]) => action !== 'contacts.read').slice(-3), [
      ['tenor person erase', person.id],
      ['people.update', person.id],
      ['people.create', person.id],
    ]);
    assert.doesNotMatch(saidBesideIds(rows), /augusta|lovelace|ada|6789|1987/i);
  });

  test('audit verify says of each company and mode what it found, and fails where a row was altered', async () => {
    const company = await aCompany();
    for (let i = 0; i < 3; i++) await company.test.made('/people', aPerson());
    const [newest] = await audit(company.test);
    const lines: string[] = [];
    const asked = { company: company.id };
    const say = (line: string) => void lines.push(line);
    await verify(house().service, asked, say);
    assert.deepEqual(lines, [
      `${company.id}, live: 0 rows, each as it was written.`,
      `${company.id}, test: 3 rows, each as it was written.`,
    ]);
    await verify(house().service, { ...asked, mode: 'test', head: `3:${newest.hash}` }, say);
    const other = { ...asked, mode: 'test', head: `3:${newest.hash.replaceAll(/\d/g, '0')}` };
    await assert.rejects(verify(house().service, other, say), CommandFailed);
    assert.match(String(lines.at(-1)), /Row 3 .* is not the one that was kept elsewhere/);
    await assert.rejects(verify(house().service, { ...asked, head: `3:${newest.hash}` }, say), WrongUse);
    await assert.rejects(verify(house().service, { ...asked, mode: 'test', head: 'three' }, say), WrongUse);

    const client = new pg.Client(house().service.database.server);
    await client.connect();
    const alter = `update test.audit set outcome = 'read' where number = 2 and company_id = $1`;
    await client.query(alter, [company.id]).finally(() => client.end());
    await assert.rejects(verify(house().service, asked, say), CommandFailed);
    assert.match(String(lines.at(-1)), /, test: Row 2 \(AU-.*\) was altered/);
  });
});
