// What is taken from an account rests on an agreement that its holder accepted, for this loan.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aBorrower } from '../../../tests/support/a-borrower.ts';
import { anAgreement, idIn } from '../../../tests/support/agreement.ts';
import { verifiedAccount } from '../../../tests/support/collected.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused } from '../../../tests/support/refusals.ts';
import { aRoundLoan, type RoundLoan } from '../../../tests/support/round-loan.ts';
import { loanBody } from '../../../tests/support/world.ts';

describe('an agreement', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let loan: RoundLoan;
  let person: string;
  let loanId: string;
  let paymentInstrumentId: string;
  before(async () => {
    api = (await aCompany()).test;
    loan = await aRoundLoan(api);
    person = `/people/${loan.personId}`;
    loanId = idIn(loan.path);
    paymentInstrumentId = await verifiedAccount(api, loan.personId);
  });

  const agree = (agreementDocumentId: string | null, more: object = {}, client: Client = api) =>
    client.post(`${loan.path}/autopay`, {
      amountType: 'dueAmount',
      paymentInstrumentId,
      agreementDocumentId,
      previewMode: true,
      ...more,
    });
  const pay = (agreementDocumentId: string) =>
    api.post(`${loan.path}/transactions`, {
      type: 'oneTime',
      amount: 10,
      paymentInstrumentId,
      previewMode: true,
      authorization: { channel: 'web', agreementDocumentId },
    });

  test('that was accepted carries autopay and single payments, by either id, also of the borrower who calls', async () => {
    const path = await anAgreement(api, person, { loanId });
    await api.put(path, { externalId: 'agreement-81' });
    const borrower = await aBorrower(house(), api, loan.personId);
    for (const client of [api, borrower]) {
      for (const named of [idIn(path), 'ext-agreement-81']) {
        const { status, body } = await agree(named, {}, client);
        assert.deepEqual([status, body.data?.agreementDocumentId], [201, idIn(path)], JSON.stringify(body));
      }
    }
    assert.equal((await pay('ext-agreement-81')).status, 201);
    const within = { authorization: { channel: 'web', agreementDocumentId: 'ext-agreement-81' } };
    assert.equal((await agree(null, within)).body.data.agreementDocumentId, idIn(path));
    assert.equal((await agree('ext-agreement-81', within)).status, 201);
    const other = { authorization: { channel: 'web', agreementDocumentId: 'DD-AAAA-AAAA' } };
    refused(await agree(idIn(path), other), 400, 'InvalidRequest', 'authorization.agreementDocumentId');
    assert.equal((await agree(null)).body.data.agreementDocumentId, null, 'nobody has to name one');
  });

  test('that does not hold carries nothing', async () => {
    const second = await api.made(`${person}/loans`, loanBody);
    const archived = await anAgreement(api, person, { loanId });
    await api.put(archived, { archived: true });
    const draft = await anAgreement(api, person, { loanId, status: 'draft' });
    const faulty = {
      'was not accepted': draft,
      'was rejected': await anAgreement(api, person, { loanId, status: 'rejected' }),
      'is archived': archived,
      'is no agreement': await anAgreement(api, person, { loanId, type: 'evidence' }),
      'is not about this loan': await anAgreement(api, person, { loanId: second.id }),
    };
    for (const [fault, path] of Object.entries(faulty)) {
      const answer = await agree(idIn(path));
      refused(answer, 400, 'InvalidRequest', 'agreementDocumentId');
      assert.match(answer.body.message, new RegExp(fault));
      refused(await pay(idIn(path)), 400, 'InvalidRequest', 'authorization.agreementDocumentId');
    }
    await api.delete(draft);
    const stranger = `/people/${(await api.made('/people', aPerson())).id}`;
    const theirs = (await api.post(`${stranger}/documents`, { type: 'loanAutopayAgreement' })).body.id;
    for (const id of [idIn(draft), theirs, 'DD-AAAA-AAAA', 'ext-nothing', 'agreement-81']) {
      refused(await agree(id), 404, 'NotFound', 'agreementDocumentId');
      refused(await pay(id), 404, 'NotFound', 'authorization.agreementDocumentId');
    }
  });

  test('of the one who pays, where a loan has several people', async () => {
    const { id } = await api.made('/people', aPerson());
    const { status, body } = await api.post(`${loan.path}/people`, { personId: id, loanRelationType: 'coBorrower' });
    assert.ok(status < 300, JSON.stringify(body));
    const account = await verifiedAccount(api, id);
    const owners = await anAgreement(api, person, { loanId });
    refused(await agree(idIn(owners), { paymentInstrumentId: account }), 404, 'NotFound', 'agreementDocumentId');
    const documents = `/people/${id}/documents`;
    const path = `${documents}/${(await api.post(documents, { type: 'loanAutopayAgreement' })).body.id}`;
    await api.call('POST', `${path}/content`, { body: 'I agree.', headers: { 'content-type': 'text/plain' } });
    await api.put(path, { status: 'accepted' });
    const planned = await agree(idIn(path), { paymentInstrumentId: account });
    assert.equal(planned.body.data?.agreementDocumentId, idIn(path), JSON.stringify(planned.body));
  });
});
