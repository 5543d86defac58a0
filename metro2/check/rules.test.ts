// Each rule about an account, with a record that breaks it and one at its border in which nothing at all is wrong.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Account, Base } from '../layout/segments.ts';
import { accountRules } from './account-rules.ts';
import { checkFile, readMonth } from './check-file.ts';
import { consumerRules } from './consumer-rules.ts';
import { monthRules } from './month-rules.ts';
import { accountOf, base, bytesOf, day, j1, j2, textOf } from './test-account.ts';

const late: Partial<Base> = { status: '71', pastDue: 398, firstDelinquency: day('2026-05-01'), actualPayment: 0 };
const later: Partial<Base> = { ...late, status: '78', pastDue: 796, firstDelinquency: day('2026-04-01') };
const paidOn = day('2026-05-20');
const paid: Partial<Base> = {
  status: '13',
  rating: '0',
  scheduledPayment: 0,
  balance: 0,
  dateClosed: paidOn,
  lastPayment: paidOn,
  informationDate: paidOn,
};
const lost: Partial<Base> = {
  status: '97',
  scheduledPayment: 0,
  pastDue: 7400,
  chargeOff: 8000,
  firstDelinquency: day('2025-12-01'),
};
const line: Partial<Base> = { portfolio: 'C', accountType: '15', termsDuration: 'LOC', creditLimit: 20_000 };
const sold: Partial<Base> = { ...paid, status: '05', comment: 'AH', informationDate: day('2026-05-31') };
const k2 = { indicator: '2', name: 'SECOND HAND DEBTS LLC' };
const l1 = { indicator: '1', account: 'LNNEW', identification: '' };

type Pair = readonly [hit: Account, miss: Account];
const pair = (hit: Partial<Base>, miss: Partial<Base>): Pair => [accountOf(hit), accountOf(miss)];

const ofAccounts: Readonly<Record<string, Pair>> = {
  'account-number': pair({ account: 'LN-7KQ2' }, { account: '7' }),
  'account-number-no-ssn': pair({ account: 'A219099999' }, { account: 'A219099998' }),
  'identification-number': pair({ identification: 'TENO' }, { identification: 'TENOR' }),
  'portfolio-of-type': pair({ accountType: '18' }, { accountType: '00' }),
  stamp: pair({ stamp: '05312026240000' }, { stamp: '05312026235959' }),
  'credit-limit': pair({ creditLimit: 1 }, line),
  'original-amount': pair({ highestCredit: 0 }, { highestCredit: 1 }),
  'terms-duration': pair({ termsDuration: 'LOC' }, { termsDuration: '001' }),
  'scheduled-payment-zero': pair({ ...paid, scheduledPayment: 398 }, paid),
  'rating-needed': pair({ ...paid, rating: '' }, paid),
  'rating-elsewhere': pair({ rating: '0' }, { rating: '' }),
  'profile-characters': pair({ profile: `X${base.profile.slice(1)}` }, { profile: `D${base.profile.slice(1)}` }),
  'profile-b-last': pair({ profile: 'B0'.padEnd(24, 'B') }, { profile: '0'.padEnd(24, 'B') }),
  'profile-e-revolving': pair({ profile: 'E'.padEnd(24, 'B') }, { ...line, profile: 'E'.padEnd(24, 'B') }),
  'balance-zero': pair({ ...paid, balance: 1 }, paid),
  'past-due-zero': pair({ pastDue: 1 }, late),
  'past-due-needed': pair({ ...late, pastDue: 0 }, { ...late, pastDue: 1 }),
  'past-due-within-balance': pair({ ...late, pastDue: 7401 }, { ...late, pastDue: 7400 }),
  'charge-off-needed': pair({ ...lost, chargeOff: 0 }, { ...lost, chargeOff: 1 }),
  'charge-off-elsewhere': pair({ ...late, chargeOff: 1 }, lost),
  opened: pair({ dateOpened: null }, { dateOpened: day('2026-05-15') }),
  'information-date': pair({ informationDate: day('2026-06-02') }, { informationDate: day('2026-06-01') }),
  'opened-first': pair({ dateOpened: day('2026-05-16') }, { dateOpened: day('2026-05-15') }),
  'closed-by-then': pair(
    { compliance: 'XA', dateClosed: day('2026-06-01') },
    { compliance: 'XA', dateClosed: day('2026-05-31') },
  ),
  'last-payment-by-then': pair({ lastPayment: day('2026-06-01') }, { lastPayment: day('2026-05-31') }),
  'closed-needed': pair({ compliance: 'XD' }, { compliance: 'XB' }),
  'closed-elsewhere': pair(
    { ...late, dateClosed: day('2026-05-31') },
    { ...late, compliance: 'XA', dateClosed: day('2026-05-31') },
  ),
  'closed-by-payment': pair({ ...paid, lastPayment: day('2026-05-19') }, paid),
  'paid-date': pair({ ...paid, informationDate: day('2026-05-31') }, paid),
  'first-delinquency-needed': pair({ ...paid, rating: '1' }, { ...paid, rating: '1', firstDelinquency: paidOn }),
  'first-delinquency-elsewhere': pair(
    { firstDelinquency: day('2026-05-01') },
    { indicator: 'A', firstDelinquency: day('2026-05-01') },
  ),
  'first-delinquency-between': pair(
    { ...late, firstDelinquency: day('2026-06-01') },
    { ...late, firstDelinquency: day('2026-05-31') },
  ),
  'seven-years': pair(
    { ...lost, dateOpened: day('2018-01-01'), firstDelinquency: day('2019-05-31') },
    { ...lost, dateOpened: day('2018-01-01'), firstDelinquency: day('2019-06-01') },
  ),
  'sold-to': [accountOf(sold), accountOf(sold, { k2 })],
  'transferred-number': [accountOf({ ...sold, comment: 'O' }), accountOf({ ...sold, comment: 'O' }, { l1 })],
  'original-creditor-itself': [
    accountOf({ ...late, status: '93' }, { k1: { name: 'FIRST LENDER', classification: '12' } }),
    accountOf(late, { k1: { name: 'FIRST LENDER', classification: '12' } }),
  ],
  'original-creditor-named': [
    accountOf({}, { k1: { name: '', classification: '12' } }),
    accountOf({}, { k1: { name: 'A', classification: '15' } }),
  ],
  'other-company-named': [
    accountOf({}, { k2: { indicator: '9', name: 'FIRST LENDER' } }),
    accountOf({}, { k2: { indicator: '9', name: '' } }),
  ],
  'mortgage-only': [
    accountOf({}, { k3: { agency: '00', account: '', identification: '' } }),
    accountOf(
      { portfolio: 'M', accountType: '26', termsDuration: '030' },
      { k3: { agency: '01', account: '7', identification: '1' } },
    ),
  ],
  'deferred-start': [
    accountOf({}, { k4: { indicator: '02', deferredStart: null, balloonDate: null, balloonAmount: 0 } }),
    accountOf({}, { k4: { indicator: '02', deferredStart: day('2026-07-01'), balloonDate: null, balloonAmount: 0 } }),
  ],
  balloon: [
    accountOf({}, { k4: { indicator: '01', deferredStart: null, balloonDate: day('2030-01-01'), balloonAmount: 0 } }),
    accountOf({}, { k4: { indicator: '01', deferredStart: null, balloonDate: day('2030-01-01'), balloonAmount: 1 } }),
  ],
  'new-account-number': [
    accountOf({}, { l1: { indicator: '2', account: 'LNNEW', identification: 'TENOR02' } }),
    accountOf({}, { l1: { indicator: '2', account: '', identification: 'TENOR02' } }),
  ],
  'new-identification-number': [
    accountOf({}, { l1: { indicator: '3', account: 'LNNEW', identification: '' } }),
    accountOf({}, { l1: { indicator: '3', account: 'LNNEW', identification: 'TENOR02' } }),
  ],
  address: pair({ zip: '6270' }, { zip: '627011234' }),
};

const ofConsumers: Readonly<Record<string, Pair>> = {
  surname: [
    accountOf({ ecoa: '2' }, { j2: [{ ...j2, surname: "O'BRIEN" }] }),
    accountOf({ ecoa: '2' }, { j2: [{ ...j2, surname: 'O-BRIEN' }] }),
  ],
  'first-name': [
    accountOf({ ecoa: '2' }, { j1: [{ ...j1, firstName: '' }] }),
    accountOf({ ecoa: '2' }, { j1: [{ ...j1, firstName: 'A' }] }),
  ],
  'middle-name': pair({ middleName: 'Q.' }, { middleName: 'Q' }),
  'ssn-or-birth-date': pair({ ssn: '999999999', birthDate: null }, { ssn: '999999999' }),
  'ssn-is-one': pair({ ssn: '912701234' }, { ssn: '899701234' }),
};

interface TwoMonths {
  readonly before: Account;
  readonly hit: Account;
  readonly miss: Account;
}

/** The account as it was said a month ago. */
const april = (changes: Partial<Base>, further: Parameters<typeof accountOf>[1] = {}): Account =>
  accountOf({ informationDate: day('2026-04-30'), lastPayment: day('2026-04-15'), ...changes }, further);

const profile = (first: string): string => `${first}${base.profile.slice(1)}`;

const ofMonths: Readonly<Record<string, TwoMonths>> = {
  'opened-stays': { before: april({}), hit: accountOf({ dateOpened: day('2025-01-16') }), miss: accountOf() },
  'portfolio-stays': { before: april({}), hit: accountOf(line), miss: accountOf() },
  'type-stays': { before: april({}), hit: accountOf({ accountType: '02' }), miss: accountOf() },
  'bucket-skipped': { before: april({}), hit: accountOf(later), miss: accountOf(late) },
  'paid-stays': {
    before: april({
      ...paid,
      informationDate: day('2026-04-30'),
      dateClosed: day('2026-04-30'),
      lastPayment: day('2026-04-30'),
    }),
    hit: accountOf(),
    miss: accountOf(paid),
  },
  'profile-begins': {
    before: april({ ...later, firstDelinquency: day('2026-03-01') }),
    hit: accountOf({ profile: profile('1') }),
    miss: accountOf({ profile: profile('2') }),
  },
  'first-delinquency-stays': {
    before: april({ ...late, firstDelinquency: day('2026-04-01') }),
    hit: accountOf({ ...late, profile: profile('1') }),
    miss: accountOf({ ...later, profile: profile('1') }),
  },
  'charge-off-stays': {
    before: april(lost),
    hit: accountOf({ ...lost, chargeOff: 7400, profile: profile('L') }),
    miss: accountOf({ ...lost, balance: 7000, pastDue: 7000, profile: profile('L') }),
  },
  'number-changed': {
    before: april({}, { l1 }),
    hit: accountOf(),
    miss: accountOf({ account: 'LNNEW' }),
  },
  'number-change-once': {
    before: april({ account: 'LNOLD' }, { l1: { ...l1, account: 'LN7KQ2M9XA' } }),
    hit: accountOf({}, { l1: { ...l1, account: 'LN7KQ2M9XA' } }),
    miss: accountOf(),
  },
};

async function brokenBy(account: Account, before?: Account): Promise<string[]> {
  const month = before === undefined ? undefined : await readMonth(bytesOf(textOf([before])));
  const { findings } = await checkFile(bytesOf(textOf([account])), month);
  return findings.map(({ rule }) => rule);
}

describe('each rule', () => {
  test('has its records', () => {
    const named = (rules: readonly { readonly id: string }[]): string[] => rules.map(({ id }) => id).sort();
    assert.deepEqual(Object.keys(ofAccounts).sort(), named(accountRules));
    assert.deepEqual(Object.keys(ofConsumers).sort(), named(consumerRules));
    assert.deepEqual(Object.keys(ofMonths).sort(), named(monthRules));
  });

  for (const [id, [hit, miss]] of Object.entries({ ...ofAccounts, ...ofConsumers })) {
    test(`${id} finds what breaks it, and nothing in what does not`, async () => {
      const found = await brokenBy(hit);
      assert.ok(found.includes(id), `found only ${found}`);
      assert.deepEqual(await brokenBy(miss), []);
    });
  }

  for (const [id, { before, hit, miss }] of Object.entries(ofMonths)) {
    test(`${id} finds what breaks it between two months`, async () => {
      assert.deepEqual(await brokenBy(before), [], 'nothing is wrong in the month before');
      const found = await brokenBy(hit, before);
      assert.ok(found.includes(id), `found only ${found}`);
      assert.deepEqual(await brokenBy(miss, before), []);
    });
  }

  test('asks for something past due while one of those who owe is not discharged', async () => {
    const none: Partial<Base> = { ...late, pastDue: 0, indicator: 'E' };
    for (const ecoa of ['3', 'T', 'X', 'Z'])
      assert.deepEqual(await brokenBy(accountOf(none, { j1: [{ ...j1, ecoa }] })), [], ecoa);
    for (const account of [
      accountOf({ ...none, ecoa: '2' }, { j1: [j1] }),
      accountOf({ ...none, ecoa: 'T' }, { j1: [{ ...j1, ecoa: 'X' }] }),
      accountOf({ ...none, indicator: '' }, { j1: [{ ...j1, ecoa: '3', indicator: 'E' }] }),
    ])
      assert.deepEqual(await brokenBy(account), ['past-due-needed']);
  });

  test('of an account that is deleted asks for no more than what it is found by', async () => {
    assert.deepEqual(await brokenBy(accountOf({ status: 'DA', dateClosed: day('2026-05-01'), surname: '' })), []);
    assert.deepEqual(await brokenBy(accountOf({ status: 'DF', account: '' })), ['account-number']);
  });

  test('points at the field, in its segment', async () => {
    const account = accountOf({ ecoa: '2' }, { j1: [j1], j2: [{ ...j2, ssn: '000000001' }] });
    const { findings } = await checkFile(bytesOf(textOf([account])));
    const [finding, ...more] = findings;
    assert.deepEqual(more, []);
    assert.deepEqual([finding?.line, finding?.column, finding?.rule], [2, 426 + 100 + 70, 'ssn-is-one']);
    assert.match(String(finding?.says), /^the social security number: A social security number begins/);
    assert.doesNotMatch(String(finding?.says), /000000001/);
  });
});
