// Payments come in while the service is killed again and again: whoever paid is told of each payment once, by the follower of
// events and by the work of the day.
//   TENOR_CRASHES=50 npm test -- crash/notices        more of it
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService } from '../support/process.ts';
import { dice } from '../support/seed.ts';

const rounds = Number(process.env.TENOR_CRASHES ?? 3);

const root = mkdtempSync(join(tmpdir(), 'tenor-notices-'));
const dataDirectory = madeDirectory(join(root, 'data'));
let service: Running;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
type Shown = any;

/** Asks again until there is an answer, whoever gives it. */
const done = (method: string, path: string, body?: object, key?: string): Promise<Shown> =>
  eventually(`${method} ${path} is answered`, async () => {
    const answer = await service.call(method, path, body, key ? { 'idempotency-key': key } : {}).catch(() => undefined);
    if (answer === undefined || answer.status >= 500 || answer.status === 423) return undefined;
    const answered = await answer.json().catch(() => undefined);
    if (answered === undefined) return undefined;
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answered)}`);
    return (answered as { data: unknown }).data;
  });

const atOrigination = {
  amountFinanced: 4800,
  interestRates: [{ rate: 0.1499 }],
  paymentFrequency: 'monthly',
  specificDays: [15],
  duration: 12,
};

/** A borrower with an email, a home, the consent to electronic notices and a loan. */
async function aBorrower(firstName: string): Promise<{ person: string; loan: string }> {
  const { id } = await done('POST', '/people', { name: { firstName, lastName: 'Lovelace' } }, firstName);
  const person = `/people/${id}`;
  const own = { affiliation: 'self', label: 'personal', status: 'primary' };
  const email = { contactType: 'email', value: `${firstName.toLowerCase()}@example.com`, ...own };
  await done('POST', `${person}/contacts`, email, `${firstName} email`);
  const address = { addressLine1: '12 Main St', city: 'Indianapolis', state: 'IN', postalCode: '46204' };
  await done(
    'POST',
    `${person}/contacts`,
    { contactType: 'address', address, ...own, label: 'home' },
    `${firstName} home`,
  );
  const consent = { consentType: 'esign', demonstratedAt: '2020-01-01T00:00:00Z', channel: 'email', text: 'Yes.' };
  await done('POST', `${person}/consents`, consent, `${firstName} consent`);
  const loan = { loanTypeId: 'ext-installment', status: 'originated', atOrigination };
  const { id: loanId } = await done('POST', `${person}/loans`, loan, `${firstName} loan`);
  await done('POST', `${person}/loans/${loanId}/activate`, { sendNotice: false }, `${firstName} activate`);
  return { person, loan: `${person}/loans/${loanId}` };
}

let isOver = false;
const paid = new Map<string, number>();
const inAll = (): number => [...paid.values()].reduce((sum, count) => sum + count, 0);

async function pay({ person, loan }: Awaited<ReturnType<typeof aBorrower>>): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const payment = { type: 'oneTime', isExternal: true, amount: 1 };
    await done('POST', `${loan}/transactions`, payment, `${person} ${n}`);
    paid.set(person, n + 1);
    await sleep(200);
  }
}

describe('payments whose service is killed', () => {
  test('are each told to the borrower once', async () => {
    service = await startService({ dataDirectory });
    const port = Number(new URL(service.url).port);
    await done('POST', '/test-clock', { now: '2026-07-06T17:00:00Z' });
    const borrowers = await Promise.all(['Ada', 'Grace'].map(aBorrower));
    const working = Promise.all(borrowers.map(pay));
    working.catch(() => {});
    for (let round = 0; round < rounds; round++) {
      const before = inAll();
      await eventually('somebody has paid', () => inAll() > before);
      await sleep(dice.between(0, 1_200));
      service.child.kill('SIGKILL');
      await service.ended();
      service = await startService({ dataDirectory, port });
    }
    isOver = true;
    await working;
    for (const { person } of borrowers) {
      const told = async (): Promise<Shown[]> => {
        const all = await done('GET', `${person}/interactions?limit=100`);
        return all.filter(({ subject, status }: Shown) => subject === 'paymentReceived' && status === 'succeeded');
      };
      const count = Math.min(paid.get(person) as number, 100);
      await eventually(`${count} messages went out`, async () => (await told()).length >= count);
      assert.equal((await told()).length, count);
    }
  });
});
