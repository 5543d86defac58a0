// Why a posting or a figure is what it is, over HTTP.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Answer, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life, type LifeOptions } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { figureNames } from './explain-figure.ts';

const ofTheYear: LifeOptions = {
  start: '2027-01-20T15:00:00Z',
  type: { fees: { late: { graceDays: 10, flatAmount: 10, percent: 0.05, rule: 'greater' } } },
};

type Shown = Answer['body'];

describe('an explanation', () => {
  const { aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const at = (life: Life, date: string) => setClock(life.api, `${date}T15:00:00Z`);
  const ofFigure = (life: Life, figure: string, more = ''): Promise<Shown> =>
    life.read(`/explain?figure=${figure}${more}`);
  const sentences = async (life: Life, figure: string): Promise<string[]> =>
    (await ofFigure(life, figure)).parts.map(({ amount, sentence }: Shown) => `${amount}: ${sentence}`);
  const cents = (amount: number): number => Math.round(amount * 100);

  async function paidOnce(): Promise<Life> {
    const life = await aLife(company, ofTheYear);
    await at(life, '2027-02-15');
    await life.pay(432.2);
    return life;
  }

  /** The explanation of the only posting that fits. */
  async function ofPosting(life: Life, query: string): Promise<Shown> {
    const { data } = (await life.api.get(`${life.path}/ledger?${query}`)).body;
    assert.equal(data.length, 1, JSON.stringify(data));
    return life.read(`/explain?postingId=${data[0].id}`);
  }

  test('of interest names balance, rate and days, and what was cut', async () => {
    const life = await paidOnce();
    assert.deepEqual(await ofPosting(life, 'account=interestIncome'), {
      postingId: `${life.id}-4`,
      figure: null,
      effectiveDate: '2027-02-15',
      amount: -51.25,
      sentence:
        '$51.25 interest: $4,800.00 at 14.990 % for 26 of 365 days (2027-01-20 to 2027-02-15), cut from $51.2534….',
      parts: [],
    });
    const { sentence } = await ofPosting(life, 'account=principal.due&cause=due:1');
    assert.equal(
      sentence,
      '$380.95 principal due: instalment due of $432.20 on 2027-02-15 ($51.25 interest, $380.95 principal), cause due:1.',
    );
  });

  test('of a correction says what was there before and what is right', async () => {
    const life = await aLife(company, ofTheYear);
    await at(life, '2027-03-20');
    await life.act('refresh');
    await at(life, '2027-03-22');
    await life.pay(432.2, { effectiveDate: '2027-02-15' });
    const of = async (account: string, cause: string) => {
      const found = await ofPosting(
        life,
        `account=${account}&cause=${cause}&limit=1&sortBy=-number&knownAt=2027-03-20T15:00:00Z`,
      );
      const { data } = (await life.api.get(`${life.path}/ledger?account=${account}&cause=${cause}`)).body;
      return [found.sentence, (await life.read(`/explain?postingId=${data[0].id}`)).sentence];
    };
    // Unpaid, 28 days cost 55.1960… of 4,800.00; paid on February 15th they cost 50.8154… of 4,419.05.
    assert.deepEqual(await of('interest.due', 'due:2'), [
      '$55.19 interest: $4,800.00 at 14.990 % for 28 of 365 days (2027-02-15 to 2027-03-15), cut from $55.1960….',
      '-$4.38 posted on 2027-03-22 as a correction of 2027-03-15: $55.19 was there, $50.81 is right. ' +
        '$50.81 interest: $4,419.05 at 14.990 % for 28 of 365 days (2027-02-15 to 2027-03-15), cut from $50.8154….',
    ]);
    assert.equal(
      (await of('principal.overdue', 'overdue:1'))[1],
      '-$380.95 posted on 2027-03-22 as a correction of 2027-02-16: $380.95 was there and is taken back, cause overdue:1.',
    );
  });

  test('of a figure lists what makes it up', async () => {
    const life = await paidOnce();
    await at(life, '2027-03-26');
    const { sentence, amount } = await ofFigure(life, 'outstandingTotalAmount');
    assert.deepEqual([sentence, amount], ['$4,511.43 outstanding total on 2027-03-26: 2 parts.', 4511.43]);
    assert.deepEqual(await sentences(life, 'overdueTotalAmount'), [
      '381.39: $381.39 overdue principal.',
      '50.81: $50.81 overdue interest.',
    ]);
    assert.deepEqual(await sentences(life, 'overdueInterestAmount'), [
      '50.81: $50.81 interest open in instalment 2 due on 2027-03-15, which is overdue.',
    ]);
    assert.deepEqual(await sentences(life, 'nonDueLateFeesAmount'), [
      '21.61: $21.61 open of the late fee of $21.61 booked on 2027-03-26, which waits for the next due date.',
    ]);
    assert.deepEqual(await sentences(life, 'nonDueInterestAmount'), [
      '19.96: $4,419.05 at 14.990 % for 11 of 365 days (2027-03-15 to 2027-03-26): 19.9632097123 before rounding.',
    ]);
    const total = await sentences(life, 'interestAccruedTotalAmount');
    assert.deepEqual(
      total.map((line) => line.replace(/:.*: /, ' ')),
      [
        '51.25 51.2534794520 before rounding.',
        '50.81 50.8154429041 before rounding.',
        '19.97 19.9632097123 before rounding.',
      ],
    );
    assert.deepEqual(
      (await ofFigure(life, 'outstandingTotalAmount')).parts.map(({ figure }: Shown) => figure),
      ['nonDueTotalAmount', 'overdueTotalAmount'],
      'parts that can be asked for next',
    );
  });

  test('of interest taken before it was due tells both', async () => {
    const life = await paidOnce();
    await at(life, '2027-02-25');
    // Ten days of 4,419.05 are 18.1483…; the payment takes 18.14 of them.
    await life.pay(100);
    await at(life, '2027-02-26');
    const lines = await sentences(life, 'nonDueInterestAmount');
    assert.deepEqual(
      lines.map((line) => line.replace(/payment:\S+:/, 'payment:1:')),
      [
        '18.14: $4,419.05 at 14.990 % for 10 of 365 days (2027-02-15 to 2027-02-25): 18.1483724657 before rounding.',
        '-18.14: $18.14 booked on 2027-02-25, cause payment:1: -18.1400000000 before rounding.',
        '1.78: $4,337.19 at 14.990 % for 1 of 365 days (2027-02-25 to 2027-02-26): 1.7812185780 before rounding.',
      ],
    );
    assert.equal((await ofFigure(life, 'nonDueInterestAmount')).amount, 1.78);
  });

  test('adds up to every figure of the balances, to the cent, whatever the loan has been through', async () => {
    const life = await paidOnce();
    await at(life, '2027-03-26');
    await life.act('transactions', { type: 'serviceCredit', amount: 30 });
    await at(life, '2027-04-20');
    await life.pay(500, { effectiveDate: '2027-04-02' });
    await life.act('charge-off', { chargedOffReason: 'bankruptcy', effectiveDate: '2027-04-18' });
    await life.pay(60);
    for (const day of ['2027-02-15', '2027-03-26', '2027-04-10', '2027-06-01']) {
      const balances = await life.read(`/balances?toEffectiveDate=${day}`);
      const shown = Object.assign(
        {},
        balances,
        ...Object.values(balances).filter((group) => typeof group === 'object'),
      );
      for (const figure of figureNames) {
        const { amount, parts } = await ofFigure(life, figure, `&date=${day}`);
        assert.equal(amount, shown[figure], `${figure} on ${day}`);
        const sum = parts.reduce((total: number, part: Shown) => total + cents(part.amount), 0);
        assert.equal(sum, cents(amount), `${figure} on ${day}`);
        assert.ok(!JSON.stringify(parts).includes('stands in no step'), `${figure} on ${day}`);
      }
    }
  });

  test('is of the day and of the knowledge that are asked for', async () => {
    const life = await aLife(company, ofTheYear);
    await at(life, '2027-03-01');
    await life.pay(432.2, { effectiveDate: '2027-02-15' });
    const of = async (more: string) =>
      (await ofFigure(life, 'overduePrincipalAmount', `&date=2027-02-20${more}`)).amount;
    assert.equal(await of(''), 0);
    assert.equal(await of('&knownAt=2027-03-01T14:00:00Z'), 380.95);
    const nothing = await ofFigure(life, 'paidTotalAmount', '&date=2027-01-01');
    assert.deepEqual([nothing.amount, nothing.parts], [0, []]);
  });

  test('needs a figure or a posting of this loan', async () => {
    const [life, other] = [await paidOnce(), await aLife(company, { ...ofTheYear, activate: false })];
    const explain = (query: string) => life.api.get(`${life.path}/explain${query}`);
    refusedAt(await explain(''), 'figure');
    refusedAt(await explain(`?figure=dueTotalAmount&postingId=${life.id}-1`), 'figure');
    refusedAt(await explain('?figure=everything'), 'figure');
    for (const id of [`${life.id}-99`, `${life.id}-01`, `${other.id}-1`, 'x', `${life.id}-1%27`]) {
      refusedAt(await explain(`?postingId=${id}`), 'postingId');
    }
    const { amount, parts, sentence } = await ofFigure(other, 'outstandingTotalAmount');
    assert.deepEqual([amount, parts], [0, []]);
    assert.match(sentence, /^\$0\.00 outstanding total on /);
  });
});
