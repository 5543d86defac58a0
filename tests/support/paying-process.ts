// Loans of a service in a process of its own, whose payments a bridge takes.
import assert from 'node:assert/strict';
import type { Bridge } from './bridge.ts';
import { anAccount } from './instruments.ts';
import type { Running } from './process.ts';
import type { Shown } from './told.ts';

export interface PayingLoan {
  readonly path: string;
  readonly instrumentId: string;
}

export async function asked(
  running: Running,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<Shown> {
  const answer = await running.call(method, path, body);
  const { data, ...wrong } = (await answer.json()) as { data: Shown };
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(wrong)}`);
  return data;
}

export async function aPayingLoan(running: Running, n: number): Promise<PayingLoan> {
  const { id: personId } = await asked(running, 'POST', '/people', {
    name: { firstName: 'Ada', lastName: 'Lovelace' },
  });
  const instruments = `/people/${personId}/payment-instruments`;
  const [{ id: instrumentId }] = await asked(
    running,
    'POST',
    instruments,
    anAccount({ accountNumber: `90000000000${n}` }),
  );
  await asked(running, 'PUT', `${instruments}/${instrumentId}`, { status: 'active', verified: true });
  const { id } = await asked(running, 'POST', `/people/${personId}/loans`, {
    loanTypeId: 'ext-installment',
    status: 'originated',
    atOrigination: {
      amountFinanced: 90_000,
      interestRates: [{ rate: 0.1 }],
      paymentFrequency: 'monthly',
      specificDays: [1],
      duration: 12,
    },
  });
  const path = `/people/${personId}/loans/${id}`;
  await asked(running, 'POST', `${path}/activate`, {});
  return { path, instrumentId };
}

export const nameBridge = (running: Running, { url, secret }: Bridge): Promise<Shown> =>
  asked(running, 'PUT', '/companies/current/payment-providers/bankAccount', {
    kind: 'http',
    // Without credits nobody sends trial deposits to the accounts.
    http: { url, rails: ['ach'], deeds: ['debit'] },
    credentials: { secret },
  });
