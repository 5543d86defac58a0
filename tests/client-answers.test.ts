// Real answers, read as the two public clients read them: what their types demand is there, with its type. The table of
// their fields is in client-table/.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { page, type Read, unlike, wholePage } from './client-table/fields.ts';
import { loanObjects } from './client-table/loans.ts';
import { moneyObjects } from './client-table/money.ts';
import { personObjects } from './client-table/people.ts';
import { anAgreement } from './support/agreement.ts';
import { verifiedAccount } from './support/collected.ts';
import { anAddress, aPerson, aPhone, type Client, useHouse } from './support/house.ts';
import { anAccount } from './support/instruments.ts';
import { subscribe, useReceivers } from './support/receiver.ts';
import { moveClock, setClock } from './support/test-clock.ts';

/** Their types have fields of this version. */
const version = { 'api-version': '2025-03-26' };

const read = { ...personObjects, ...loanObjects, ...moneyObjects } as unknown as Record<string, Read>;

describe('a public client reads', () => {
  const receivers = useReceivers(1);
  const { aCompany } = useHouse({ webhookDevHosts: receivers.devHosts });
  let api: Client;
  let person: string;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-03-02T15:00:00Z');
    const { id } = await api.made('/people', {
      ...aPerson({ externalId: 'user-1' }),
      dateOfBirth: '1985-12-10',
      identity: { identityType: 'SSN', value: '123-45-6789' },
    });
    person = `/people/${id}`;
  });

  /** What is asked for is as the client reads it: the data, or with a page the whole answer. */
  async function reads(path: string, as: Read, whole = false): Promise<void> {
    const { status, body } = await api.call('GET', path, { headers: version });
    assert.equal(status, 200, JSON.stringify(body));
    if (Array.isArray(body.data)) assert.ok(body.data.length > 0, `${path} is empty`);
    assert.deepEqual(unlike(as, whole ? body : body.data, path), []);
  }

  async function made(path: string, body: object, as: Read, method: 'POST' | 'PUT' = 'POST') {
    const answer = await api.call(method, path, { body, headers: version });
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
    assert.deepEqual(unlike(as, answer.body.data, path), []);
    return answer.body.data;
  }

  const idOf = (path: string): string => path.split('/').at(-1) as string;

  const lineBody = {
    type: 'lineOfCredit',
    loanTypeId: 'ext-line-of-credit',
    servicedBy: 'creditor',
    status: 'originated',
    newDrawsAllowed: true,
    atOrigination: {
      interestRates: [{ days: null, rate: 0.1 }],
      paymentFrequency: 'monthly',
      specificDays: [10],
      creditLimitAmount: 5000,
      minPaymentCalculation: { percentageOfPrincipal: 0.1, minAmount: 10 },
    },
  };

  const ofDraw = { status: 'originated', atOrigination: { gracePeriod: { isGracePeriodApplicable: false } } };

  async function aLine(): Promise<{ line: string; draw: string }> {
    const { id } = await made(`${person}/loans`, lineBody, read.loan as Read);
    const line = `${person}/loans/${id}`;
    await made(`${line}/activate`, {}, read.activated as Read);
    const draw = await made(`${line}/draws`, ofDraw, read.draw as Read);
    await made(`${line}/draws/${draw.id}/activate`, {}, read.activated as Read);
    return { line, draw: `${line}/draws/${draw.id}` };
  }

  test('borrowers, identities and contacts', async () => {
    await made(person, { status: 'active', collectionsIntensity: 'light' }, read.borrower as Read, 'PUT');
    await reads(`${person}?includeIdentity=true`, read.borrower as Read);
    await reads(person, personObjects.person);
    await reads('/people', page(personObjects.borrower), true);
    await reads(
      '/people/search?lastName=lovelace',
      { ...page(personObjects.borrower), 'search?': personObjects.search },
      true,
    );
    await reads(`${person}/identity`, read.identity as Read);
    await reads(`${person}/identities`, page(personObjects.identity), true);
    const phone = await made(`${person}/contacts`, aPhone({ value: '+13175550000' }), read.contact as Read);
    await made(`${person}/contacts`, anAddress(), read.contact as Read);
    await reads(`${person}/contacts`, page(personObjects.contact), true);
    await reads(`${person}/contacts/${phone.id}`, read.contact as Read);
    await made(`${person}/contacts/${phone.id}`, { verified: true }, read.contact as Read, 'PUT');
  });

  test('payment instruments', async () => {
    const account = anAccount({
      accountType: 'checking',
      accountHolderType: 'personal',
      accountHolderName: 'Ada Lovelace',
    });
    const [one] = await made(`${person}/payment-instruments`, account, [personObjects.instrument]);
    await reads(`${person}/payment-instruments/${one.id}`, read.instrument as Read);
    await made(`${person}/payment-instruments/${one.id}`, { nickname: 'Mine' }, read.instrument as Read, 'PUT');
  });

  test('a line, its draws, purchases, disputes, payments and what it owes', async () => {
    const { line, draw } = await aLine();
    const bought = {
      amount: 100,
      purchaseDetails: {
        merchantId: '0001',
        merchantName: 'A shop',
        externalCardId: 'card',
        merchantCity: 'Gary',
        merchantCategoryCode: '5411',
        conversionRate: 1,
      },
    };
    const purchase = await made(`${draw}/purchases`, bought, read.purchase as Read);
    await reads(`${draw}/purchases`, read.purchases as Read, true);
    await reads(`${draw}/purchases`, read.purchasesOfLender as Read, true);
    await reads(`${draw}/purchases/${purchase.id}`, read.purchase as Read);
    const off = { status: 'canceled', declineReason: { mainText: 'Voided', subReasons: [{ reasonText: 'Voided' }] } };
    const voided = await made(`${draw}/purchases`, { amount: 5, status: 'pending' }, read.purchase as Read);
    await made(`${draw}/purchases/${voided.id}`, off, read.purchase as Read, 'PUT');
    const disputes = `${draw}/purchases/${purchase.id}/disputes`;
    const dispute = await made(disputes, { disputedAmount: 20, status: 'submitted' }, read.dispute as Read);
    for (const path of [disputes, `${draw}/disputes`, `${line}/disputes`])
      await reads(path, page(moneyObjects.dispute), true);
    await reads(`${disputes}/${dispute.id}`, read.dispute as Read);
    await made(`${disputes}/${dispute.id}`, { status: 'lost' }, read.dispute as Read, 'PUT');
    for (const as of ['loan', 'ratesOfLine']) await reads(line, read[as] as Read);
    await reads(`${person}/loans`, page(loanObjects.loan), true);
    await reads(`${line}/draws`, page(loanObjects.draw), true);
    await reads(draw, read.draw as Read);
    await made(draw, { nickname: 'Mine' }, read.draw as Read, 'PUT');
    await reads(`${line}/credit-limit`, read.limitOfLine as Read);
    await made(`${line}/credit-limit`, { creditLimitAmount: 4000 }, read.loan as Read);
    await made(`${draw}/credit-limit`, { creditLimitAmount: 400 }, read.draw as Read);
    await reads(`${draw}/credit-limit`, { 'creditLimitAmount?': 'number', 'caseId?': 'text' });
    await made(`${line}/amortize-preview`, { purchaseAmount: 100, duration: 6 }, read.amortized as Read);
    await made(`${draw}/amortize`, { previewMode: true, duration: 6 }, read.amortized as Read);
    await moveClock(api, '2026-04-12T15:00:00Z');
    await reads(`${line}/balances`, read.balances as Read);
    await reads(`${line}/obligations`, read.obligations as Read);
    await reads(`${line}/periods`, page(loanObjects.period), true);
    await made(`${line}/refresh`, {}, 'any');
  });

  test('payments of either client, and what the webhook tells of one', async () => {
    const { line, draw } = await aLine();
    await api.made(`${draw}/purchases`, { amount: 300 });
    const receiver = receivers.take();
    await subscribe(api, receiver, ['payment.succeeded']);
    const [network] = await made(
      `${person}/payment-instruments`,
      { status: 'active', instrumentType: 'paymentNetwork', paymentNetworkName: 'PayPal' },
      [{ id: 'text' }],
    );
    const paid = { type: 'oneTime', drawId: idOf(draw), isExternal: true, paymentInstrumentId: network.id };
    const external = { ...paid, externalId: 'wire-1', status: 'pending', amount: 10 };
    await made(`${line}/transactions?sync=true`, external, read.transaction as Read);
    await reads(`${line}/transactions/ext-wire-1`, read.paymentOfLender as Read);
    await made(`${line}/transactions/ext-wire-1`, { status: 'succeeded' }, read.transaction as Read, 'PUT');
    await reads(`${line}/transactions`, read.transactions as Read, true);
    await reads(`${line}/transactions?limit=10`, wholePage(moneyObjects.paymentOfLender), true);
    const again = await api.post(`${line}/transactions`, external);
    assert.deepEqual(unlike(read.refusal as Read, again.body, 'the refusal'), []);
    assert.deepEqual([again.status, again.body.message.startsWith('Duplicate external ID')], [409, true]);
    const [post] = await receiver.until(1);
    assert.deepEqual(unlike(read.told as Read, JSON.parse(post?.body ?? '{}'), 'the webhook'), []);
    assert.match(post?.headers['x-peach-hmac'] ?? '', /^[0-9a-f]{64}$/);
  });

  test('autopay of a line', async () => {
    const { line, draw } = await aLine();
    await api.made(`${draw}/purchases`, { amount: 300 });
    const paymentInstrumentId = await verifiedAccount(api, idOf(person));
    await moveClock(api, '2026-05-13T15:00:00Z');
    const asked = {
      amountType: 'statementMinimumAmount',
      isAlignedToDueDates: true,
      offsetFromDueDate: [0],
      paymentInstrumentId,
      agreementDocumentId: idOf(await anAgreement(api, person, { loanId: idOf(line) })),
    };
    await made(`${line}/autopay`, asked, read.autopay as Read);
    await reads(`${line}/autopay`, read.autopay as Read);
  });

  test('what is done to an installment loan', async () => {
    const body = {
      loanTypeId: 'ext-installment',
      servicedBy: 'creditor',
      status: 'originated',
      newDrawsAllowed: false,
      atOrigination: {
        amountFinanced: 1200,
        duration: 6,
        interestRates: [{ rate: 0.1 }],
        paymentFrequency: 'monthly',
        specificDays: [15],
      },
    };
    const { id } = await made(`${person}/loans`, body, read.loan as Read);
    const loan = `${person}/loans/${id}`;
    await made(`${loan}/activate`, {}, read.activated as Read);
    await api.made(`${loan}/freeze`, {});
    await made(`${loan}/unfreeze`, { retroactivelyAccrueInterest: false }, read.unfrozen as Read);
    await made(`${loan}/accelerate`, {}, read.accelerated as Read);
    await made(`${loan}/reverse-accelerate`, {}, read.accelerationReversed as Read);
    await made(`${loan}/charge-off`, { chargedOffReason: 'bankruptcy' }, read.chargedOff as Read);
    await made(`${loan}/reverse-charge-off`, {}, read.chargeOffReversed as Read);
    await reads(loan, read.loan as Read);
  });
});
