// Relief in a disaster over two counties: payments of those who live there are deferred, no late fee comes while it lasts,
// and a warning stands before everybody who would collect. 100.00 is due on the fifteenth of each month, and a late fee of
// 25.00 comes eleven days later; the flood began on 25 February, and its relief lasts until 30 May.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { anArea, declare, livesIn } from '../../../../tests/support/declared.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, type Client, useHouse } from '../../../../tests/support/house.ts';
import { refusedAt } from '../../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';

type Shown = Answer['body'];

interface Struck {
  readonly person: string;
  readonly loan: string;
}

describe('the relief of a disaster', () => {
  const { aCompany } = useHouse();
  let api: Client;
  let loanTypeId: string;
  before(async () => {
    api = (await aCompany({ timezone: 'America/Chicago' })).test;
    await setClock(api, '2027-01-20T18:00:00Z');
    const fees = { late: { graceDays: 10, flatAmount: 25 } };
    loanTypeId = (await api.made('/loan-types', { name: 'With late fees', fees })).id;
  });

  async function aBorrower(county: string): Promise<Struck> {
    const person = await livesIn(api, { countyOrRegion: county });
    const atOrigination = {
      amountFinanced: 1200,
      interestRates: [{ rate: 0 }],
      paymentFrequency: 'monthly',
      specificDays: [15],
      duration: 12,
    };
    const { id } = await api.made(`${person}/loans`, { loanTypeId, status: 'originated', atOrigination });
    await api.made(`${person}/loans/${id}/activate`, {});
    return { person, loan: `${person}/loans/${id}` };
  }

  const data = async (path: string): Promise<Shown> => (await api.get(path)).body.data;
  const feeDays = async ({ loan }: Struck): Promise<string[]> =>
    (await data(`${loan}/fees`)).map(({ chargeDate }: Shown) => chargeDate).sort();
  const caseOf = ({ person }: Struck): Promise<Shown> =>
    eventually('a case was made', async () => (await data(`${person}/cases`))[0]);
  const done = ({ person }: Struck, isDone: (action: Shown) => boolean): Promise<Shown> =>
    eventually('the loan was asked', async () => {
      const [action] = await data(`${person}/monitor-actions`);
      return action?.outcome != null && isDone(action) && action;
    });
  const suspensionOf = async ({ loan }: Struck): Promise<Shown> => (await data(`${loan}/late-fee-suspensions`))[0];
  const decide = async ({ person }: Struck, id: string, outcome: string) => {
    await api.put(`${person}/cases/${id}`, { status: 'processing' });
    await api.put(`${person}/cases/${id}`, { status: 'completed', outcome });
  };

  test('defers payments and suspends late fees of those who live there, and of nobody else', async () => {
    refusedAt(await api.put('/monitors/bankruptcy', { suspendsLateFees: true }), 'suspendsLateFees');
    await api.put('/monitors/federalEmergency', { isEnabled: true, suspendsLateFees: true });
    const [inHarris, inBend, elsewhere] = [
      await aBorrower('Harris'),
      await aBorrower('Fort Bend'),
      await aBorrower('Travis'),
    ];
    await moveClock(api, '2027-03-10T17:00:00Z');
    for (const one of [inHarris, inBend, elsewhere]) assert.deepEqual(await feeDays(one), ['2027-02-26']);
    await declare(api, [anArea('201', 'Harris'), anArea('157', 'Fort Bend')]);
    for (const one of [inHarris, inBend]) {
      const { id } = await caseOf(one);
      const { action, caseId } = await done(one, () => true);
      assert.deepEqual([action, caseId], ['suspendLateFees', id]);
      const { startDate, endDate, ...given } = await suspensionOf(one);
      assert.deepEqual([startDate, endDate, given.caseId], ['2027-02-25', '2027-05-30', id]);
      // The fee of the day after the flood had begun is taken back.
      assert.deepEqual(await feeDays(one), []);
    }
    // Whoever would collect is warned, and the borrower of Harris asks for a pause.
    const question = { channel: 'mail', theme: 'opsCollDebt', at: '2027-03-11T17:00:00Z' };
    const verdict = await api.made(`${inHarris.person}/can-interact`, question);
    const warned = verdict.rules.filter(({ outcome }: Shown) => outcome === 'warns');
    assert.ok(warned.some(({ ruleId }: Shown) => ruleId === 'FED-FEMA-HOLD'));
    const caseId = (await caseOf(inHarris)).id;
    await api.made(`${inHarris.loan}/defer`, { dueDates: ['2027-03-15', '2027-04-15'], deferTo: 'end', caseId });
    await decide(inBend, (await caseOf(inBend)).id, 'approved');
    await moveClock(api, '2027-06-28T17:00:00Z');
    assert.deepEqual(await feeDays(elsewhere), ['2027-02-26', '2027-03-26', '2027-04-26', '2027-05-26', '2027-06-26']);
    // February, May and June of Harris; March and April are asked for at the end.
    for (const one of [inHarris, inBend]) assert.deepEqual(await feeDays(one), ['2027-06-26']);
    const obligations: Shown[] = (await data(`${inHarris.loan}/obligations`)).obligations;
    const asked = obligations
      .filter(({ isOpen }) => !isOpen)
      .map((one) => [one.dueDate, one.obligationAmount, one.isLateFeeSuspended]);
    assert.deepEqual(asked, [
      ['2027-02-15', 100, true],
      ['2027-03-15', 0, false],
      ['2027-04-15', 0, false],
      ['2027-05-15', 100, true],
      ['2027-06-15', 100, false],
    ]);
    const [ended] = await data(`${inHarris.person}/cases`);
    assert.deepEqual([ended.status, ended.outcome], ['completed', 'ended']);
  });

  test('lasts as long as the relief is prolonged, and never was where it struck somebody else', async () => {
    await setClock(api, '2027-07-20T18:00:00Z');
    const [one, other] = [await aBorrower('Cameron'), await aBorrower('Cameron')];
    await moveClock(api, '2027-08-16T17:00:00Z');
    const flood = {
      femaDeclarationString: 'DR-4803-TX',
      disasterNumber: 4803,
      declarationDate: '2027-08-10T00:00:00.000Z',
      incidentBeginDate: '2027-08-08T00:00:00.000Z',
    };
    await declare(api, [anArea('061', 'Cameron', flood)]);
    for (const each of [one, other]) await done(each, () => true);
    assert.equal((await suspensionOf(one)).endDate, '2027-11-08');
    await declare(api, [anArea('061', 'Cameron', { ...flood, lastIAFilingDate: '2028-01-01T00:00:00.000Z' })]);
    await eventually('it lasts longer', async () => (await suspensionOf(one)).endDate === '2028-01-01');
    await decide(other, (await caseOf(other)).id, 'rejected');
    await eventually('it never was', async () => (await suspensionOf(other)).status === 'canceled');
    await moveClock(api, '2027-08-28T17:00:00Z');
    assert.deepEqual([await feeDays(one), await feeDays(other)], [[], ['2027-08-26']]);
  });
});
