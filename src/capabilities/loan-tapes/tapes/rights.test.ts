// Who may not download a tape sends none either, in one step or in two, and is shown nothing by which a guess at its content
// could be confirmed.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, type Client, useHouse } from '../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../tests/support/refusals.ts';
import { madeTape, tapeTypes } from '../../../../tests/support/tapes.ts';

const tapes = '/companies/current/loan-tapes';
const download = 'loan.tape:download.sensitive';
const writing = ['loan.tape.type:create', 'loan.tape.type:update', 'loan.tape.type:read', 'loan.tape:create'];
const reading = ['loan.tape:read', 'loan.tape:list', 'loan:read'];
const type = { tapeName: 'For the investor', status: 'active', fields: ['loanId'] };
const sftpSettings = {
  host: 'sftp.investor.example.com',
  username: 'acme',
  password: 'secret',
  hostKey: `SHA256:${'A'.repeat(43)}`,
};

describe('the right to send a tape', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let life: Life;
  before(async () => {
    const company = await aCompany();
    api = company.test;
    life = await aLife(company);
  });

  const aKey = async (permissions: readonly string[]): Promise<{ id: string; client: Client }> => {
    const { id, key } = await api.made('/keys', { name: 'small', permissions });
    return { id, client: house().client(key, api.realm) };
  };
  const lacks = ({ status, body }: Answer): void => {
    assert.deepEqual([status, body.errorType, body.data.permission], [403, 'Forbidden', download]);
  };

  test('is that to download it: for who names a recipient, changes what it is sent, copies the type, or orders it', async () => {
    const { client } = await aKey([...writing, ...reading]);
    lacks(await client.post(tapeTypes, { ...type, sftpSettings }));
    const mine = await client.made(tapeTypes, type);
    lacks(await client.put(`${tapeTypes}/${mine.id}`, { sftpSettings }));
    const { id, typeId } = await api.made(tapeTypes, { ...type, sftpSettings });
    lacks(await client.put(`${tapeTypes}/${id}`, { fields: ['loanId', 'outstandingTotalAmount'] }));
    lacks(await client.put(`${tapeTypes}/${id}`, { schedule: 'P P * * *' }));
    lacks(await client.post(tapeTypes, { copyOf: typeId, status: 'active' }));
    lacks(await client.post(tapes, { loanTapeTypeId: id, isToBeSent: true }));
    lacks(await client.post(tapes, { loanTapeTypeId: mine.id, sftpSettings }));
    assert.equal((await client.post(tapes, { loanTapeTypeId: id })).status, 201);
    const draft = await api.made(tapeTypes, { ...type, status: 'draft', sftpSettings });
    lacks(await client.put(`${tapeTypes}/${draft.id}`, { status: 'active' }));
    assert.equal((await client.put(`${tapeTypes}/${draft.id}`, { status: 'active', sftpSettings: null })).status, 200);
  });

  test('with the payments of borrowers is that to read transactions', async () => {
    const payments = { ...type, tapeType: 'payments' };
    const { client } = await aKey([...writing, ...reading]);
    const fields = ['loanId', 'amount'];
    refusedAt(await client.post(tapeTypes, { ...payments, fields }), 'fields');
    // There is a row for each payment, whatever it says.
    refusedAt(await client.post(tapeTypes, { ...payments, fields: ['loanId', 'fromDate'] }), 'fields');
    refusedAt(await client.post(tapeTypes, { ...payments, filter: 'payment.paidInterestAmount > 0' }), 'filter');
    const { client: other } = await aKey([...writing, ...reading, 'transaction:read']);
    await other.made(tapeTypes, { ...payments, fields });
  });

  test('must be kept until a scheduled tape is made', async () => {
    const permissions = [...writing, ...reading];
    const { id, client } = await aKey([...permissions, download]);
    const { id: typeId } = await client.made(tapeTypes, { ...type, sftpSettings, schedule: 'P P * * *' });
    assert.equal((await api.put(`/keys/${id}`, { permissions })).status, 200);
    await life.moveTo('2026-01-22');
    const failed = await eventually('the tape has failed', async () => {
      const [tape] = (await api.get(`${tapes}?loanTapeTypeId=${typeId}`)).body.data;
      return tape?.state === 'failed' && tape;
    });
    assert.match(failed.errorMessage, /lost the permission loan\.tape:download\.sensitive/);
  });

  test('is needed to see the length and the hash of the file, with that to read its columns', async () => {
    const personal = { ...type, fields: ['loanId', 'mainBorrowerIdentityValue'] };
    const plainTape = await madeTape(api, { loanTapeTypeId: (await api.made(tapeTypes, type)).id });
    const other = await madeTape(api, { loanTapeTypeId: (await api.made(tapeTypes, personal)).id });
    const compared = await madeTape(api, { withId: other.id }, `${tapes}/${plainTape.id}/compare`);
    const made = [plainTape, other, compared];
    assert.ok(made.every(({ sha256, fileBytes }) => sha256.length === 64 && fileBytes > 0));
    const shown = async (permissions: readonly string[]): Promise<boolean[][]> => {
      const { client } = await aKey([...reading, ...permissions]);
      const listed = new Map((await client.get(tapes)).body.data.map((one: Answer['body']) => [one.id, one]));
      const read = await Promise.all(made.map(async ({ id }) => (await client.get(`${tapes}/${id}`)).body.data));
      return [made.map(({ id }) => listed.get(id) as Answer['body']), read].map((all) =>
        all.map(({ sha256, fileBytes }) => {
          assert.equal(sha256 === null, fileBytes === null);
          return sha256 !== null;
        }),
      );
    };
    const both = (...expected: boolean[]) => [expected, expected];
    assert.deepEqual(await shown([]), both(false, false, false));
    assert.deepEqual(await shown([download]), both(true, false, false));
    assert.deepEqual(await shown([download, 'person.identity:read']), both(true, true, true));
  });
});
