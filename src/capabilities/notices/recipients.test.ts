// Who gets a notice about a loan that several people owe: each of those whom it concerns, a message of their own.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { anEmail, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { aRoundLoan, type RoundLoan } from '../../../tests/support/round-loan.ts';
import { moveClock } from '../../../tests/support/test-clock.ts';
import { canBeWrittenTo, mailOf, writtenTo } from '../../../tests/support/written-to.ts';

describe('a notice about a loan that several people owe', () => {
  const { aCompany } = useHouse();
  let api: Client;
  let loan: RoundLoan;
  let coBorrower: string;
  let guarantor: string;
  let authorizedUser: string;

  const onLoan = async (loanRelationType: string, firstName: string): Promise<string> => {
    const { id: personId } = await api.made('/people', aPerson({ name: { firstName, lastName: 'Lovelace' } }));
    await canBeWrittenTo(api, personId);
    await api.made(`${loan.path}/people`, { personId, loanRelationType });
    return personId;
  };
  /** How many messages of the subject each of them has got. */
  const counts = (subject: string): Promise<number[]> =>
    Promise.all(
      [loan.personId, coBorrower, guarantor, authorizedUser].map(
        async (personId) => (await writtenTo(api, personId, subject)).length,
      ),
    );

  before(async () => {
    api = (await aCompany()).test;
    loan = await aRoundLoan(api);
    await canBeWrittenTo(api, loan.personId);
    coBorrower = await onLoan('coBorrower', 'Grace');
    guarantor = await onLoan('guarantor', 'Mary');
    authorizedUser = await onLoan('authorizedUser', 'Rosa');
  });

  test('of a payment goes to the main borrower', async () => {
    await loan.pay(50);
    await mailOf(api, loan.personId, 'paymentReceived');
    assert.deepEqual(await counts('paymentReceived'), [1, 0, 0, 0]);
  });

  test('of what is overdue goes to the guarantor too, each with their name and the figures of the loan', async () => {
    const overdue = { trigger: 'loanOverdue', subject: 'loanOverdueFirstNotice', day: 3 };
    await api.made('/companies/current/repayment-engine/notifications', overdue);
    await moveClock(api, '2026-02-04T20:00:00Z');
    const [toMain] = await mailOf(api, loan.personId, 'loanOverdueFirstNotice');
    assert.match(toMain.content.text, /Ada.*500\.00/s);
    const [toGrace] = await mailOf(api, coBorrower, 'loanOverdueFirstNotice');
    assert.match(toGrace.content.text, /Grace.*500\.00/s);
    const [toMary] = await mailOf(api, guarantor, 'loanOverdueFirstNotice');
    assert.match(toMary.content.text, /Mary.*500\.00/s);
    assert.deepEqual([toGrace.personId, toGrace.loanId], [coBorrower, loan.id]);
    assert.deepEqual(await counts('loanOverdueFirstNotice'), [1, 1, 1, 0]);
  });

  test('of payments that are put off goes to all who borrowed', async () => {
    await api.made(`${loan.path}/defer`, { dueDates: ['2026-03-01'] });
    await mailOf(api, loan.personId, 'paymentsDeferred');
    await mailOf(api, coBorrower, 'paymentsDeferred');
    assert.deepEqual(await counts('paymentsDeferred'), [1, 1, 0, 0]);
  });

  test('goes to the attorney of one of them, where a collector may write to nobody else', async () => {
    const person = `/people/${coBorrower}`;
    await api.made(`${person}/consents`, {
      consentType: 'priorExpress',
      channel: 'email',
      text: 'You may write to me.',
    });
    const attorney = { representativeType: 'attorney', firmName: 'A firm', status: 'active' };
    const { id: legalRepresentativeId } = await api.made(`${person}/legal-representatives`, attorney);
    const firm = anEmail({ affiliation: 'attorney', legalRepresentativeId, value: 'firm@example.com' });
    const { id: firmId } = await api.made(`${person}/contacts`, firm);
    const agency = await api.made('/companies/current/collection-agencies', { legalName: 'An agency' });
    await api.made(`${loan.path}/collection-agency`, { collectionAgencyId: agency.id, sendNotice: false });
    await api.made(`${loan.path}/accelerate`, {});
    const [toFirm] = await mailOf(api, coBorrower, 'loanAccelerated');
    assert.equal(toFirm.contactId, firmId);
  });
});
