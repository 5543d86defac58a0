// A service with data of all kinds: people, loans in every state, webhooks and a key, in both modes; and what a later
// version must still find of it.
import assert from 'node:assert/strict';
import { liveKey, type Running, testKey } from './process.ts';

type Body = Record<string, unknown>;

function caller(service: Running, key: string) {
  return async (path: string, body?: Body): Promise<Body & { id: string }> => {
    const answer = await service.call(body === undefined ? 'GET' : 'POST', path, body, { 'x-api-key': key });
    const text = await answer.text();
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${text}`);
    return JSON.parse(text).data;
  };
}

export const keptPerson = {
  externalId: 'kept-ada',
  name: { firstName: 'Ada', lastName: 'Lovelace' },
  dateOfBirth: '1987-06-05',
  identity: { identityType: 'SSN', value: '987-65-4320' },
};

const agreed = {
  amountFinanced: 1200,
  interestRates: [{ rate: 0.0999 }],
  paymentFrequency: 'monthly',
  specificDays: [15],
  duration: 6,
};

/** Answers of `GET` that must stay the same: ids, statuses and balances. */
export interface Kept {
  readonly personId: string;
  readonly apiKey: string;
  readonly loans: readonly { readonly path: string; readonly status: string; readonly owed: number }[];
}

export async function fillService(service: Running): Promise<Kept> {
  const live = caller(service, liveKey);
  const liveAda = await live('/people', { ...keptPerson, externalId: 'kept-live' });
  await live('/webhooks', aWebhook);
  const liveLoan = await live(`/people/${liveAda.id}/loans`, loanOf('ext-installment'));
  await live(`/people/${liveAda.id}/loans/${liveLoan.id}/activate`, {});

  const api = caller(service, testKey);
  const moveTo = (date: string) => api('/test-clock/advance?sync=true', { to: `${date}T15:00:00Z` });
  await api('/test-clock', { now: '2026-01-20T15:00:00Z' });
  await api('/webhooks', aWebhook);
  const key = await api('/keys', { name: 'kept' });
  const fees = { late: { graceDays: 10, flatAmount: 15 }, origination: { charged: 'firstPayment' } };
  const type = await api('/loan-types', { name: 'Kept', fees });
  const people = [];
  for (const [externalId, firstName] of [
    ['kept-ada', 'Ada'],
    ['kept-grace', 'Grace'],
    ['kept-mary', 'Mary'],
  ]) {
    people.push(await api('/people', { ...keptPerson, externalId, name: { firstName, lastName: 'Lovelace' } }));
  }
  const [ada, grace, mary] = people as [Body & { id: string }, Body & { id: string }, Body & { id: string }];
  await api(`/people/${ada.id}/contacts`, { contactType: 'phone', label: 'personal', value: '+13175550000' });
  const loans = [];
  for (const { id } of [ada, grace, mary]) {
    const loan = await api(`/people/${id}/loans`, loanOf(type.id, { fees: { originationFeeAmount: 50 } }));
    loans.push(`/people/${id}/loans/${loan.id}`);
    await api(`${loans.at(-1)}/activate`, {});
  }
  const [active, paidOff, chargedOff] = loans as [string, string, string];
  const pay = (loan: string, amount: number) =>
    api(`${loan}/transactions?sync=true`, { type: 'oneTime', isExternal: true, status: 'succeeded', amount });
  await moveTo('2026-02-15');
  await pay(active, 257.5);
  await pay(paidOff, 260);
  await moveTo('2026-04-27');
  await pay(active, 100);
  const payoff = await api(`${paidOff}/payoff?date=2026-04-27`);
  await pay(paidOff, Number(payoff.payoffAmount));
  await api(`${paidOff}/close`, {});
  await api(`${chargedOff}/charge-off`, { chargedOffReason: 'bankruptcy' });
  await moveTo('2026-05-20');
  const seen = [];
  for (const path of [active, paidOff, chargedOff]) seen.push(await loanNow(service, path));
  return { personId: ada.id, apiKey: String(key.key), loans: seen };
}

const aWebhook = {
  webhookType: 'direct',
  eventTypes: ['*'],
  // No name server knows this host, so deliveries stay open.
  webhookDirectDetails: { webhookUrl: 'https://receiver.invalid/' },
};

const loanOf = (loanTypeId: string, more: Body = {}) => ({
  loanTypeId,
  status: 'originated',
  atOrigination: { ...agreed, ...more },
});

export async function loanNow(service: Running, path: string): Promise<Kept['loans'][number]> {
  const api = caller(service, testKey);
  const { status } = await api(path);
  const { outstandingBalances } = await api(`${path}/balances`);
  const { outstandingTotalAmount: owed } = outstandingBalances as { outstandingTotalAmount: number };
  return { path, status: String(status), owed };
}
