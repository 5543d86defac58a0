// A tool in a random life: previewed, then done. What the preview said must be what came, to the cent.
import assert from 'node:assert/strict';
import type { Shown } from '../begun-loan.ts';
import type { Answer, Client } from '../house.ts';

interface OfLoan {
  readonly api: Client;
  /** `/people/{personId}/loans/{loanId}`. */
  readonly path: string;
}
type Method = 'POST' | 'PUT';

/** Whether it was done; refusals are compared too. */
export async function previewed(loan: OfLoan, method: Method, below: string, body: object = {}): Promise<Answer> {
  const ask = (more: object): Promise<Answer> =>
    loan.api.call(method, `${loan.path}/${below}`, { body: { ...body, ...more } });
  const before = await seen(loan);
  const preview = await ask({ previewMode: true });
  assert.deepEqual(await seen(loan), before, `the preview of ${below} changed the loan`);
  const done = await ask({});
  assert.deepEqual(
    [preview.status, figuresOf(preview.body)],
    [done.status, figuresOf(done.body)],
    `${below} ${JSON.stringify(body)}`,
  );
  const difference = preview.status < 300 && preview.body.data.difference;
  if (difference) mustHaveCome(difference, before, await seen(loan));
  return done;
}

interface Seen {
  readonly status: string;
  readonly outstanding: number;
  readonly overdue: number;
  readonly obligations: Readonly<Record<string, readonly [whole: number, open: number]>>;
  readonly fees: Readonly<Record<string, number>>;
}

async function seen({ api, path }: OfLoan): Promise<Seen> {
  const read = async (what: string): Promise<Shown> => {
    const { status, body } = await api.get(`${path}${what}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const [loan, balances, obligations, fees] = await Promise.all(
    ['', '/balances', '/obligations?isOpen=false', '/fees?limit=100'].map(read),
  );
  return {
    status: loan.status,
    outstanding: balances.outstandingBalances.outstandingTotalAmount,
    overdue: balances.overdueBalances.overdueTotalAmount,
    obligations: Object.fromEntries(
      obligations.obligations.map((one: Shown) => [one.id, [one.obligationAmount, one.remainingAmount]]),
    ),
    fees: Object.fromEntries(fees.map(({ id, amount }: Shown) => [id, amount])),
  };
}

/** What the loan shows afterwards is what the difference said. What had no id yet is found by its amounts. */
function mustHaveCome(difference: Shown, before: Seen, after: Seen): void {
  const { outstandingAmount, overdueAmount, status } = difference;
  assert.deepEqual(
    [outstandingAmount, overdueAmount, status ?? { before: before.status, after: before.status }],
    [
      { before: before.outstanding, after: after.outstanding },
      { before: before.overdue, after: after.overdue },
      { before: before.status, after: after.status },
    ],
  );
  for (const { id, obligationAmount, remainingAmount } of difference.obligations) {
    if (id === null) continue;
    const now = after.obligations[id] ?? [0, 0];
    assert.deepEqual([obligationAmount.after, remainingAmount.after], now, `obligation ${id}`);
  }
  for (const { id, amount } of difference.fees) {
    if (id !== null) assert.equal(amount.after, after.fees[id] ?? 0, `fee ${id}`);
  }
}

/** The difference is shown in previews alone. */
const onlyInOne = new Set(['requestId', 'difference']);
const anId = /:?[A-Z][A-Z0-9]-[A-Z1-9]{4}-[A-Z1-9]{4}/g;

/** An answer without the ids and instants that only what is kept can have. */
function figuresOf(answer: unknown, name = ''): unknown {
  if (Array.isArray(answer)) return answer.map((one) => figuresOf(one));
  if (typeof answer === 'string') return name.endsWith('At') ? 'then' : answer.replaceAll(anId, '');
  if (answer === null) return name.toLowerCase().endsWith('id') ? '' : null;
  if (typeof answer !== 'object') return answer;
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([key]) => !onlyInOne.has(key))
      .map(([key, value]) => [key, figuresOf(value, key)]),
  );
}
