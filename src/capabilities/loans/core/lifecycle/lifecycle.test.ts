// A loan from boarding to its end, over HTTP: its statuses, what each allows, and what each refuses by name.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  type Answer,
  anAddress,
  aPerson,
  type Client,
  type Company,
  useHouse,
} from '../../../../../tests/support/house.ts';
import { typesOf } from '../../../../../tests/support/told.ts';

const agreement = {
  amountFinanced: 4800,
  interestRates: [{ rate: 0.1499 }],
  paymentFrequency: 'monthly',
  specificDays: [15],
  duration: 12,
};
const aLoan = (overrides = {}) => ({
  loanTypeId: 'ext-installment',
  status: 'originated',
  atOrigination: agreement,
  ...overrides,
});
const agreed = (overrides = {}) => aLoan({ atOrigination: { ...agreement, ...overrides } });

describe('a loan', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  let api: Client;
  let personId: string;
  let people: string;
  before(async () => {
    company = await aCompany();
    api = company.test;
    personId = (await api.made('/people', aPerson())).id;
    people = `/people/${personId}/loans`;
  });

  const setClock = (now: string) => api.made('/test-clock', { now });
  const boarded = async (body = aLoan()): Promise<string> => `${people}/${(await api.made(people, body)).id}`;
  const read = async (path: string) => (await api.get(path)).body.data;
  async function active(body = aLoan()): Promise<string> {
    const path = await boarded(body);
    await api.made(`${path}/activate`, {});
    return path;
  }
  const refused = (answer: Answer, status: number, errorType: string, path?: string): void => {
    assert.deepEqual([answer.status, answer.body.errorType], [status, errorType], JSON.stringify(answer.body));
    if (path !== undefined) assert.equal(answer.body.data.path, path, answer.body.message);
  };

  describe('is boarded', () => {
    before(() => setClock('2026-01-20T15:00:00Z'));

    test('as a draft, originated or declined', async () => {
      for (const status of ['pending', 'originated', 'declined']) {
        const made = await api.made(people, aLoan({ status }));
        assert.equal(made.status, status);
        assert.deepEqual(await read(`${people}/${made.id}`), made);
        assert.equal(made.timestamps.originatedAt, status === 'originated' ? made.timestamps.createdAt : null);
        assert.equal(made.atOrigination.principalAmount, 4800);
      }
    });

    test('with who else owes it, its reasons and its own words', async () => {
      const other = (await api.made('/people', aPerson({ externalId: 'co' }))).id;
      const made = await api.made(
        people,
        aLoan({
          externalId: 'L-1',
          nickname: 'Kitchen',
          additionalPeople: [{ personId: 'ext-co', loanRelationType: 'coBorrower' }],
          metaData: { branch: 7 },
        }),
      );
      assert.deepEqual(made.additionalPeople, [{ personId: other, loanRelationType: 'coBorrower' }]);
      assert.deepEqual([made.displayId, made.nickname, made.metaData], ['L-1', 'Kitchen', { branch: 7 }]);
      assert.equal((await read(`${people}/ext-L-1`)).id, made.id);
      refused(await api.post(people, aLoan({ externalId: 'L-1' })), 409, 'DuplicateExternalId', 'externalId');
      const itself = aLoan({ additionalPeople: [{ personId, loanRelationType: 'coBorrower' }] });
      refused(await api.post(people, itself), 400, 'InvalidRequest', 'additionalPeople[0].personId');
      const nobody = aLoan({ additionalPeople: [{ personId: 'BO-AAAA-AAAA', loanRelationType: 'coBorrower' }] });
      refused(await api.post(people, nobody), 404, 'NotFound', 'additionalPeople[0].personId');
    });

    test('for its investors, or for the default one', async () => {
      const fund = await api.made('/companies/current/investors', { name: 'A fund' });
      const own = (await api.get('/companies/current/investors')).body.data.find(
        (one: { isDefault: boolean }) => one.isDefault,
      );
      const [alone] = (await api.made(people, aLoan())).atOrigination.investors;
      assert.deepEqual(alone, { investorId: own.id, share: 1, effectiveDate: '2026-01-20' });
      const investors = [
        { investorId: own.id, share: 0.25 },
        { investorId: fund.id, share: 0.75 },
      ];
      const shared = (await api.made(people, agreed({ investors }))).atOrigination.investors;
      assert.deepEqual(
        shared.map(({ share }: { share: number }) => share),
        [0.25, 0.75],
      );
      const short = agreed({ investors: investors.slice(0, 1) });
      refused(await api.post(people, short), 400, 'InvalidRequest', 'atOrigination.investors');
    });

    test('not with terms that cannot be, by the field that is wrong', async () => {
      const wrong: [object, string, string][] = [
        [{ specificDays: [32] }, 'InvalidSpecificDays', 'atOrigination.specificDays'],
        [{ specificDays: [1, 15] }, 'InvalidSpecificDays', 'atOrigination.specificDays'],
        [{ paymentFrequency: 'weekly' }, 'InvalidSpecificDays', 'atOrigination.specificDays'],
        [{ amountFinanced: 0 }, 'InvalidRequest', 'atOrigination.amountFinanced'],
        [{ downPaymentAmount: 4800 }, 'InvalidRequest', 'atOrigination.amountFinanced'],
        [{ duration: undefined, periodicPaymentAmount: 1 }, 'InvalidRequest', 'atOrigination.periodicPaymentAmount'],
        [{ interestRates: [{ rate: -0.01 }] }, 'InvalidRequest', 'atOrigination.interestRates[0].rate'],
        [{ enforcedEndDate: '2026-01-01' }, 'InvalidRequest', 'atOrigination.enforcedEndDate'],
        [{ fees: { originationFeeAmount: 50 } }, 'InvalidRequest', 'atOrigination.fees.originationFeeAmount'],
        [{ merchantId: 'MR-AAAA-AAAA' }, 'NotFound', 'atOrigination.merchantId'],
        [{ personAddressId: 'CT-AAAA-AAAA' }, 'NotFound', 'atOrigination.personAddressId'],
      ];
      for (const [terms, errorType, path] of wrong) {
        for (const status of ['pending', 'originated']) {
          const answer = await api.post(people, { ...agreed(terms), status });
          assert.ok(answer.status === 400 || answer.status === 404, `${JSON.stringify(terms)}: ${answer.status}`);
          assert.deepEqual([answer.body.errorType, answer.body.data.path], [errorType, path], answer.body.message);
        }
      }
      refused(await api.post(people, aLoan({ type: 'lineOfCredit' })), 400, 'InvalidRequest', 'type');
      refused(await api.post(people, aLoan({ loanTypeId: 'LT-AAAA-AAAA' })), 404, 'NotFound', 'loanTypeId');
      refused(await api.post(people, aLoan({ status: 'active' })), 400, 'InvalidRequest', 'status');
    });

    test('not of an inactive loan type', async () => {
      const type = await api.made('/loan-types', { name: 'Old' });
      await api.put(`/loan-types/${type.id}`, { status: 'inactive' });
      refused(await api.post(people, aLoan({ loanTypeId: type.id })), 400, 'InvalidRequest', 'loanTypeId');
    });

    test('not above the rate cap of the state, and with a warning above the limits of its type', async () => {
      const type = await api.made('/loan-types', { name: 'Capped', interest: { maxRate: 0.1, maxAprNominal: 0.12 } });
      await api.made(`/loan-types/${type.id}/rate-caps`, { state: 'IN', maxRate: 0.14, effectiveDate: '2026-01-01' });
      await api.made(`/loan-types/${type.id}/rate-caps`, { maxRate: 0.36, effectiveDate: '2026-01-01' });
      const home = await api.made(`/people/${personId}/contacts`, anAddress());
      const inIndiana = { loanTypeId: type.id, atOrigination: { ...agreement, personAddressId: home.id } };
      assert.equal(home.address.state, 'IN');
      refused(await api.post(people, aLoan(inIndiana)), 400, 'InvalidRequest', 'atOrigination.interestRates[0].rate');
      await api.put(`/people/${personId}/contacts/${home.id}`, { address: { state: 'OH' } });
      const elsewhere = await api.made(people, aLoan({ loanTypeId: type.id }));
      assert.deepEqual(elsewhere.ratesValidation, {
        interestRateAtOrigExceedsMax: true,
        interestRateAtOrigBelowMin: false,
        aprEffectiveAtOrigExceedsMax: false,
        aprNominalAtOrigExceedsMax: true,
        rateCapNotChecked: false,
      });
    });
  });

  describe('changes', () => {
    before(() => setClock('2026-01-20T15:00:00Z'));

    test('in everything while it is pending', async () => {
      const path = await boarded(aLoan({ status: 'pending' }));
      const changed = await api.put(path, { atOrigination: { amountFinanced: 6000, duration: 24 }, nickname: 'Car' });
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      const { atOrigination, nickname } = await read(path);
      assert.deepEqual(
        [atOrigination.amountFinanced, atOrigination.principalAmount, atOrigination.duration, nickname],
        [6000, 6000, 24, 'Car'],
      );
      refused(await api.put(path, { atOrigination: { duration: 0 } }), 400, 'InvalidRequest', 'atOrigination.duration');
      assert.equal((await api.put(path, { status: 'originated' })).body.data.status, 'originated');
    });

    test('in nothing of its agreement later', async () => {
      const path = await boarded();
      refused(await api.put(path, { atOrigination: { duration: 24 } }), 400, 'InvalidRequest', 'atOrigination');
      refused(await api.put(path, { status: 'declined' }), 409, 'LoanStatusForbids');
      assert.equal((await api.put(path, { nickname: 'Car', metaData: { a: 1 } })).status, 200);
      assert.equal((await api.put(path, { nickname: null })).body.data.nickname, null);
    });

    test('to declined with its reason', async () => {
      const path = await boarded(aLoan({ status: 'pending' }));
      const answer = await api.put(path, { status: 'declined', declineReason: { mainText: 'income' } });
      assert.deepEqual([answer.body.data.status, answer.body.data.declineReason.mainText], ['declined', 'income']);
      refused(await api.put(path, { status: 'originated' }), 409, 'LoanStatusForbids');
      refused(await api.post(`${path}/activate`, {}), 409, 'LoanStatusForbids');
    });

    test('and keeps the version of its type that it was originated with', async () => {
      const type = await api.made('/loan-types', { name: 'Versioned' });
      const draft = await boarded(aLoan({ loanTypeId: type.id, status: 'pending' }));
      const kept = await boarded(aLoan({ loanTypeId: type.id }));
      await api.put(`/loan-types/${type.id}`, { fees: { service: { amount: 3 } } });
      await api.put(draft, { status: 'originated' });
      assert.deepEqual([(await read(kept)).loanTypeVersion, (await read(draft)).loanTypeVersion], [1, 2]);
      const first = async (path: string) => (await api.post(`${path}/activate`, {})).body.data.schedule[0].feesAmount;
      assert.deepEqual([await first(kept), await first(draft)], [0, 3]);
    });
  });

  describe('is activated', () => {
    before(() => setClock('2026-01-20T15:00:00Z'));

    test('once, and bears its schedule', async () => {
      const path = await boarded();
      const answer = await api.post(`${path}/activate`);
      assert.equal(answer.status, 201);
      const { schedule } = answer.body.data;
      assert.equal(schedule.length, 12);
      // 26 days of 14.99 % on 4,800.00 are 51.2534…, cut; the payment that twelve of repay is 432.20.
      assert.deepEqual(
        [schedule[0].date, schedule[0].amount, schedule[0].interestAmount, schedule[0].principalAmount],
        ['2026-02-15', 432.2, 51.25, 380.95],
      );
      const shown = await read(path);
      assert.deepEqual([shown.status, shown.current.periodicPayment, shown.endDate], ['active', 432.2, '2027-01-15']);
      // Eleven payments of 432.20 and one of 432.12 for 4,800.00.
      assert.equal(shown.atOrigination.totalInterestAmount, 386.32);
      assert.equal(shown.timestamps.activatedAt, '2026-01-20T15:00:00.000000+00:00');
      refused(await api.post(`${path}/activate`, {}), 400, 'LoanAlreadyActive');
      assert.deepEqual(
        typesOf((await api.get(`/people/${personId}/events?loanId=${shown.id}`)).body.data.toReversed()),
        ['loan.created', 'loan.originated', 'loan.activated', 'loan.statuschanged', 'loan.balance.changed'],
      );
    });

    test('serviced by whom it was boarded with', async () => {
      for (const servicedBy of ['creditor', 'debtCollectionAgency']) {
        const path = await boarded(aLoan({ servicedBy }));
        assert.equal((await read(path)).servicedBy, servicedBy);
        await api.made(`${path}/activate`, {});
        assert.equal((await read(path)).servicedBy, servicedBy);
        await api.made(`${path}/transactions`, { type: 'serviceCredit', amount: 1 });
        assert.equal((await read(path)).servicedBy, servicedBy, 'after a further change of its books');
      }
    });

    test('with amounts of its own, and shows the next of them', async () => {
      const supplied = ['2026-02-15', '2026-03-15', '2026-04-15', '2026-05-15'].map((date, i) =>
        i < 3 ? { date, amount: 1400 } : { date },
      );
      const path = await boarded(agreed({ duration: undefined, expectedPayments: supplied }));
      const { amountsValidation } = (await api.post(`${path}/activate`, {})).body.data;
      assert.deepEqual([amountsValidation.principalMatch, amountsValidation.interestMatch], [true, true]);
      assert.equal((await read(path)).current.periodicPayment, 1400);
    });

    test('with amountsValidation, an object from the draft on, that says what matches once it was compared', async () => {
      const matches = (shown: Answer['body']) => shown.amountsValidation;
      const flags = ['principalMatch', 'interestMatch', 'feesMatch', 'totalAdvancesMatch', 'recurringAmountsMatch'];
      const allMatch = Object.fromEntries(flags.map((flag) => [flag, true]));
      for (const status of ['pending', 'originated', 'declined']) {
        assert.deepEqual(matches(await api.made(people, aLoan({ status }))), allMatch, status);
      }
      const path = await boarded();
      assert.deepEqual(matches(await api.made(`${path}/activate`, {})), allMatch);
      assert.deepEqual(matches(await read(path)), allMatch);
      const expectedPayments = [{ date: '2026-02-15', amount: 4000 }];
      const draft = await api.made(people, { ...agreed({ duration: undefined, expectedPayments }), status: 'pending' });
      assert.deepEqual(matches(draft), {});
      const { body } = await api.put(`${people}/${draft.id}`, { status: 'originated' });
      assert.deepEqual(matches(body.data), { ...allMatch, recurringAmountsMatch: false });
    });

    test('with the schedule of its origination, or one from today', async () => {
      const [kept, anew, late] = [await boarded(), await boarded(), await boarded()];
      await setClock('2026-02-01T15:00:00Z');
      const dates = async (path: string, amortizationAtActivation: string) =>
        (await api.post(`${path}/activate`, { amortizationAtActivation })).body.data.schedule.map(
          ({ date, amount }: { date: string; amount: number }) => `${date} ${amount}`,
        );
      assert.deepEqual((await dates(kept, 'keepSchedule')).slice(0, 2), ['2026-02-15 432.2', '2026-03-15 432.2']);
      // The first period has 14 days and not 26, so less is to be repaid: computed step by step, cent by cent.
      assert.deepEqual((await dates(anew, 'reamortize')).slice(0, 2), ['2026-02-15 430.09', '2026-03-15 430.09']);
      await setClock('2026-02-16T15:00:00Z');
      const answer = await api.post(`${late}/activate`, { amortizationAtActivation: 'keepSchedule' });
      refused(answer, 400, 'InvalidRequest', 'amortizationAtActivation');
      await setClock('2026-01-20T15:00:00Z');
    });
  });

  describe('ends', () => {
    before(() => setClock('2026-01-20T15:00:00Z'));

    test('canceled, before it is active', async () => {
      const path = await boarded();
      assert.equal((await api.post(`${path}/cancel`, { cancellationReason: 'changed their mind' })).status, 201);
      const { status, cancelReason } = await read(path);
      assert.deepEqual([status, cancelReason], ['canceled', 'changed their mind']);
      refused(await api.post(`${path}/cancel`, {}), 409, 'LoanStatusForbids');
      refused(await api.post(`${await active()}/cancel`, {}), 409, 'LoanStatusForbids');
    });

    test('closed, but not while it owes', async () => {
      const path = await active();
      const owing = await api.post(`${path}/close`, {});
      refused(owing, 409, 'LoanOwesSomething');
      assert.deepEqual(owing.body.data, { outstandingAmount: 4800 });
      assert.match(owing.body.message, /4800\.00/);
      await api.made(`${path}/charge-off`, { chargedOffReason: 'age' });
      const chargedOff = await api.post(`${path}/close`, {});
      assert.deepEqual([chargedOff.body.errorType, chargedOff.body.data], ['LoanOwesSomething', owing.body.data]);
      await api.made(`${path}/reverse-charge-off`, {});
      await api.made(`${path}/transactions`, { type: 'serviceCredit', amount: 4800 });
      assert.equal((await api.post(`${path}/close`, {})).status, 201);
      assert.equal((await read(path)).isClosed, true);
      refused(await api.post(`${path}/close`, {}), 409, 'NothingToDo');
    });
  });

  describe('is frozen', () => {
    test('and unfrozen, the frozen days without interest and the due dates later', async () => {
      await setClock('2026-01-20T15:00:00Z');
      const path = await active();
      await setClock('2026-02-01T15:00:00Z');
      const before = (await api.post(`${path}/freeze`, { previewMode: true })).body.data.difference;
      assert.deepEqual([before.status, (await read(path)).status], [{ before: 'active', after: 'frozen' }, 'active']);
      assert.equal((await api.post(`${path}/freeze`, {})).status, 201);
      assert.equal((await read(path)).status, 'frozen');
      refused(await api.post(`${path}/accelerate`, {}), 409, 'LoanStatusForbids');
      await setClock('2026-03-01T15:00:00Z');
      const would = (await api.post(`${path}/unfreeze`, { shiftDueDates: true, previewMode: true })).body.data;
      assert.equal((await read(path)).status, 'frozen', 'a preview changes nothing');
      assert.deepEqual(would.difference.status, { before: 'frozen', after: 'active' });
      const { body } = await api.post(`${path}/unfreeze`, { shiftDueDates: true });
      assert.deepEqual({ ...body.data, difference: null }, { ...would, difference: null });
      assert.deepEqual([body.data.schedule[0].date, body.data.schedule.length], ['2026-03-15', 12]);
      // 12 days before the freeze and 14 after it earn what 26 days do.
      assert.equal(body.data.schedule[0].interestAmount, 51.25);
      assert.equal(body.data.schedule.at(-1).date, '2027-02-15');
    });

    const actsOfToday: [string, Record<'freeze' | 'unfreeze' | 'last', string>][] = [
      ['in one second of noon', { freeze: '17:00:00', unfreeze: '17:00:00', last: '17:00:00' }],
      ['in one second of the morning', { freeze: '14:10:07', unfreeze: '14:10:07', last: '14:10:07' }],
      ['one after the other around noon', { freeze: '16:00:00', unfreeze: '18:00:00', last: '19:00:00' }],
    ];
    for (const [when, at] of actsOfToday) {
      test(`frozen, unfrozen and then accelerated or charged off, ${when}`, async () => {
        for (const [last, body, status] of [
          ['accelerate', {}, 'accelerated'],
          ['charge-off', { chargedOffReason: 'fraud' }, 'chargedOff'],
        ] as const) {
          await setClock('2026-01-20T15:00:00Z');
          const path = await active();
          for (const act of ['freeze', 'unfreeze'] as const) {
            await setClock(`2026-01-22T${at[act]}Z`);
            await api.made(`${path}/${act}`, {});
          }
          await setClock(`2026-01-22T${at.last}Z`);
          const answer = await api.post(`${path}/${last}`, body);
          assert.equal(answer.status, 201, JSON.stringify(answer.body));
          assert.equal((await read(path)).status, status);
        }
      });
    }

    test('and unfrozen within one second', async () => {
      const path = await active();
      await api.made(`${path}/freeze`, {});
      assert.equal((await api.post(`${path}/unfreeze`, {})).status, 201);
      assert.equal((await read(path)).status, 'active');
    });
  });

  describe('is accelerated', () => {
    test('on a day before, and taken back as if it had never been', async () => {
      await setClock('2026-01-20T15:00:00Z');
      const path = await active();
      await setClock('2026-03-01T15:00:00Z');
      await api.made(`${path}/refresh`, {});
      const whole = await read(path);
      for (const effectiveDate of ['2026-01-19', '2026-03-02']) {
        refused(await api.post(`${path}/accelerate`, { effectiveDate }), 400, 'InvalidRequest', 'effectiveDate');
      }
      const { body } = await api.post(`${path}/accelerate`, { effectiveDate: '2026-02-20' });
      // Not due yet: 4,800.00 − 380.95, and the interest of five days on 4,800.00: 9.85.
      assert.equal(body.data.acceleratedAmount, 4428.9);
      assert.equal((await read(path)).status, 'accelerated');
      const reversed = (await api.post(`${path}/reverse-accelerate`, {})).body.data;
      assert.deepEqual([reversed.reverseAcceleratedAmount, reversed.reversedAcceleratedAmount], [4428.9, 4428.9]);
      const again = await read(path);
      assert.deepEqual([again.status, again.endDate, again.current], ['active', whole.endDate, whole.current]);
      refused(await api.post(`${path}/reverse-accelerate`, {}), 409, 'LoanStatusForbids');
    });

    test('and charged off at once, and taken back to active', async () => {
      await setClock('2026-01-20T15:00:00Z');
      const path = await active();
      await setClock('2026-02-10T15:00:00Z');
      const { body } = await api.post(`${path}/charge-off`, { chargedOffReason: 'bankruptcy' });
      // 4,800.00 and 21 days of interest: 41.3970…, cut.
      assert.equal(body.data.chargeOffAmount, 4841.39);
      const off = await read(path);
      assert.deepEqual([off.status, off.chargedOffReason], ['chargedOff', 'bankruptcy']);
      const { data } = (await api.post(`${path}/reverse-charge-off`, {})).body;
      assert.deepEqual([data.reverseChargeOffAmount, data.reversedChargeOffAmount], [4841.39, 4841.39]);
      const back = await read(path);
      assert.deepEqual([back.status, back.chargedOffReason, back.endDate], ['active', null, '2027-01-15']);
    });

    test('and charged off on a day before that, and taken back to active', async () => {
      await setClock('2026-01-20T15:00:00Z');
      const path = await active();
      await setClock('2026-02-10T15:00:00Z');
      await api.made(`${path}/accelerate`, { effectiveDate: '2026-02-09' });
      await api.made(`${path}/charge-off`, { chargedOffReason: 'age', effectiveDate: '2026-02-08' });
      await api.made(`${path}/reverse-charge-off`, {});
      assert.equal((await read(path)).status, 'active');
    });

    test('and charged off later, each by itself, and taken back to active', async () => {
      await setClock('2026-01-20T15:00:00Z');
      const path = await active();
      await api.made(`${path}/accelerate`, {});
      await setClock('2026-02-10T15:00:00Z');
      await api.made(`${path}/charge-off`, { chargedOffReason: 'age' });
      await api.made(`${path}/reverse-charge-off`, {});
      assert.equal((await read(path)).status, 'active');
    });
  });

  test('keeps with what is done to it whether a notice is to be sent', async () => {
    await setClock('2026-01-20T15:00:00Z');
    const [path, canceled] = [await boarded(), await boarded()];
    await api.made(`${path}/activate`, { sendNotice: true });
    await api.made(`${path}/freeze`, { sendNotice: false });
    await api.made(`${canceled}/cancel`, { sendCancellationNotice: true });
    const { rows } = await house().service.database.pools.test.query(
      `select kind, details from loan_facts where loan_id = $1
      union all select 'cancel', jsonb_build_object('sendNotice', send_notice) from loans where id = $2 order by kind`,
      [path.split('/').at(-1), canceled.split('/').at(-1)],
    );
    assert.deepEqual(rows, [
      { kind: 'activation', details: { sendNotice: true } },
      { kind: 'cancel', details: { sendNotice: true } },
      { kind: 'freeze', details: { sendNotice: false } },
    ]);
  });

  test('may be of a case only once there are cases', async () => {
    await setClock('2026-01-20T15:00:00Z');
    refused(await api.post(`${await active()}/freeze`, { caseId: 'CS-AAAA-AAAA' }), 404, 'NotFound', 'caseId');
  });
});
