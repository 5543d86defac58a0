// Tapes of payments: golden lines, worked by hand, of a payment, of what takes it back, and of a past that changes; days that
// follow one another, the proof by the ledger, and what is refused.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { aLife, type Life } from '../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { madeTape, tapeTypes, textOfTape } from '../../../tests/support/tapes.ts';

type Shown = Answer['body'];

const parts = ['amount', 'paidPrincipalAmount', 'paidInterestAmount', 'paidFeesAmount', 'paidOverAmount'];
const fields = ['transactionId', 'kind', 'change', 'effectiveDate', 'postedDate', ...parts];

describe('tapes of payments', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let life: Life;
  let payment: Shown;
  before(async () => {
    const company = await aCompany();
    api = company.test;
    life = await aLife(company, { start: '2026-01-20T15:00:00Z' });
    await life.moveTo('2026-02-15');
    payment = await life.pay(432.2);
  });

  const type = { tapeName: 'Payments', tapeType: 'payments', status: 'active', compressionType: 'noCompression' };
  const aType = async (more: object = {}): Promise<string> =>
    (await api.made(tapeTypes, { ...type, fields, ...more })).id;
  const aTape = (loanTapeTypeId: string, more: object = {}): Promise<Shown> =>
    madeTape(api, { loanTapeTypeId, ...more });
  const linesOf = async (tape: Shown): Promise<string[]> => (await textOfTape(api, tape)).split('\r\n').slice(1, -1);

  test('have a line for what was posted of each, and are proved by the ledger', async () => {
    const tape = await aTape(await aType());
    // 26 days of interest at 14.99 % of 4,800.00 are 51.25; the rest pays principal.
    assert.deepEqual(await linesOf(tape), [
      `${payment.id},payment,recorded,2026-02-15,2026-02-15,43220,38095,5125,0,0`,
    ]);
    assert.deepEqual([tape.fromDate, tape.asOf, tape.numLoans, tape.numLeftOut], ['2026-02-01', '2026-02-15', 1, 0]);
    const both = (amount: number) => ({ tapeAmount: amount, ledgerAmount: amount });
    const { isProved, principal, interest, fees, paid } = tape.proof;
    assert.deepEqual([isProved, principal, interest, fees, paid], [true, ...[380.95, 51.25, 0, 432.2].map(both)]);
  });

  test('take back what came back on the day on which that was known, and never change what was said', async () => {
    const id = await aType();
    const early = await aTape(id);
    await life.moveTo('2026-03-02');
    await api.put(`${life.path}/transactions/${payment.id}`, { status: 'failed', failureReason: 'R01' });
    const march = await aTape(id, { fromDate: '2026-03-01' });
    assert.deepEqual(await linesOf(march), [
      `${payment.id},payment,reversed,2026-02-15,2026-03-02,-43220,-38095,-5125,0,0`,
    ]);
    const february = await aTape(id, { asOf: '2026-02-28' });
    assert.equal(february.proof.isProved, true);
    assert.deepEqual(await linesOf(february), await linesOf(early));
    const known = await aTape(id, { fromDate: '2026-02-01', asOf: '2026-03-02', knownAt: early.knownAt });
    assert.deepEqual(await linesOf(known), await linesOf(early));
    const whole = await aTape(id, { fromDate: '2026-02-01', asOf: '2026-03-02' });
    assert.deepEqual(await linesOf(whole), [...(await linesOf(february)), ...(await linesOf(march))]);

    const path = `/companies/current/loan-tapes/${whole.id}`;
    const compared = await madeTape(api, { withId: february.id }, `${path}/compare`);
    assert.equal(compared.numLoans, 1);
    assert.match((await linesOf(compared))[0] ?? '', new RegExp(`^${life.id}-\\d+,added,,,$`));
    const { id: ofLoans } = await api.made(tapeTypes, { ...type, tapeType: 'loans', fields: ['loanId'] });
    refusedAt(await api.post(`${path}/compare`, { withId: (await aTape(ofLoans)).id }), 'withId');
  });

  test('tell of a payment that divides another one anew', async () => {
    const id = await aType({ filter: 'payment.change != "reversed"' });
    const first = await life.pay(100);
    // It counts before the other one, which finds less interest then.
    const second = await life.pay(50, { effectiveDate: '2026-02-25' });
    const tape = await aTape(id, { fromDate: '2026-03-02' });
    assert.equal((await aTape(id, { fromDate: '0001-01-02' })).proof.isProved, true, 'of all days that there are');
    const rows = (await linesOf(tape)).map((line) => line.split(','));
    assert.deepEqual(
      rows.map(([transaction, , change, , , amount]) => [transaction, change, amount]).sort(),
      [
        [first.id, 'divided', '0'],
        [first.id, 'recorded', '10000'],
        [second.id, 'recorded', '5000'],
      ].sort(),
    );
    for (const [, , , , , amount, ...paid] of rows)
      assert.equal(
        paid.reduce((sum, cents) => sum + Number(cents), 0),
        Number(amount),
      );
    assert.deepEqual([tape.proof.isProved, tape.numLeftOut], [true, 1]);
  });

  test('have the payment as it is now, its loan, and columns of their own', async () => {
    const own = { name: 'late', type: 'boolean', expression: 'payment.paidPrincipalOverdueAmount > 0' };
    const tape = await aTape(
      await aType({
        fields: ['loanId', 'product', 'transactionStatus', 'paymentMethodType', 'isExternal', 'late'],
        calculatedColumns: [own],
        filter: 'payment.kind == "payment" && payment.amount == 10000',
      }),
    );
    assert.deepEqual(await linesOf(tape), [`${life.id},installment,succeeded,paymentNetwork,true,true`]);
  });

  test('that lack a payment of the ledger fail, and say what it says', async () => {
    const loanTapeTypeId = await aType();
    const { pools } = house().service.database;
    const written = (at: string) =>
      pools.test.query('update loan_standing set updated_at = $2 where loan_id = $1', [life.id, at]);
    // A host whose clock is some seconds behind wrote it last.
    await written('2026-03-01T04:59:30Z');
    assert.equal((await aTape(loanTapeTypeId)).proof.paid.tapeAmount, -282.2);
    await written('2026-01-20T15:00:00Z');
    const { id } = await api.made('/companies/current/loan-tapes', { loanTapeTypeId });
    const tape = await eventually('it has failed', async () => {
      const { data } = (await api.get(`/companies/current/loan-tapes/${id}`)).body;
      return data.state === 'failed' && data;
    });
    await written('2026-03-02T15:00:00Z');
    // 432.20 were taken back, and 100.00 and 50.00 were paid.
    assert.match(tape.errorMessage, /paid -282\.20 in place of 0\.00/);
    assert.deepEqual([tape.proof.isProved, tape.fileName], [false, null]);
  });

  test('by a schedule go on where the one before ended', async () => {
    const id = await aType({ schedule: 'P P * * *' });
    await life.moveTo('2026-03-05');
    const made = (await api.get(`/companies/current/loan-tapes?loanTapeTypeId=${id}`)).body.data;
    assert.deepEqual(made.map(({ fromDate, asOf }: Shown) => [fromDate, asOf]).sort(), [
      ['2026-03-01', '2026-03-02'],
      ['2026-03-03', '2026-03-03'],
      ['2026-03-04', '2026-03-04'],
    ]);
    // A second run on the same day finds that its days stand in a tape.
    await house().service.database.pools.test.query('update loan_tape_types set next_run_at = $2 where id = $1', [
      id,
      '2026-03-05T20:00:00Z',
    ]);
    await life.moveTo('2026-03-06');
    const after = (await api.get(`/companies/current/loan-tapes?loanTapeTypeId=${id}`)).body.data;
    const days = after.map(({ fromDate }: Shown) => fromDate).sort();
    assert.deepEqual(days, ['2026-03-01', '2026-03-03', '2026-03-04', '2026-03-05']);
    await api.put(`${tapeTypes}/${id}`, { schedule: null });
  });

  test('of wrong days, and types that name fields of loans, are refused', async () => {
    const loanTapeTypeId = await aType();
    const asked = (more: object) => api.post('/companies/current/loan-tapes', { loanTapeTypeId, ...more });
    refusedAt(await asked({ fromDate: '2026-03-04', asOf: '2026-03-03' }), 'fromDate');
    const { id: ofLoans } = await api.made(tapeTypes, { ...type, tapeType: 'loans', fields: ['loanId'] });
    refusedAt(await asked({ loanTapeTypeId: ofLoans, fromDate: '2026-03-01' }), 'fromDate');
    refusedAt(await api.post(tapeTypes, { ...type, fields: ['outstandingPrincipalAmount'] }), 'fields[0]');
    refusedAt(await api.post(tapeTypes, { ...type, tapeType: 'loans', fields: ['paidOverAmountX'] }), 'fields[0]');
    refusedAt(await api.post(tapeTypes, { ...type, fields, filter: 'loan.amount > 1' }), 'filter');
    refusedAt(await api.put(`${tapeTypes}/${loanTapeTypeId}`, { tapeType: 'loans' }), 'tapeType');
  });
});
