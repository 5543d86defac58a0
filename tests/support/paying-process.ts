// Loans of a service in a process of its own, whose payments a bridge takes.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import type { Bridge } from './bridge.ts';
import { eventually } from './eventually.ts';
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

export async function withDatabase<T>(dataDirectory: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const embedded = await joinEmbedded({ dataDirectory });
  const client = new pg.Client(embedded.server);
  await client.connect();
  return work(client).finally(async () => {
    await client.end();
    await embedded.leave();
  });
}

/** Orders that nobody is working on: the service locks several too, in an order of its own. */
const free = (condition: string): string =>
  `(person_id, id) in (select person_id, id from test.payment_attempts where ${condition} for update skip locked)`;

/** What a dead worker had taken is asked for after three minutes, what is unknown after seconds: both are now. */
export const comeToRest = (dataDirectory: string): Promise<void> =>
  withDatabase(dataDirectory, async (client) => {
    let open: unknown[] = [];
    const isOver = async () => {
      await client.query(`update test.payment_attempts set held_until = 1 where ${free('held_until is not null')}`);
      await client.query(`update test.payment_attempts set act_at = now() where ${free(`state = 'unknown'`)}`);
      const { rows } = await client.query(
        `select state, count(*)::int as n from test.payment_attempts where state in ('ready', 'sending', 'unknown') group by 1`,
      );
      open = rows;
      if (rows.length > 0) await sleep(500);
      return rows.length === 0;
    };
    await eventually('of each order it is known what became of it', isOver, () => JSON.stringify(open));
  });
