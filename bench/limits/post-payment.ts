// The limit of posting a payment, or a purchase: the rows that the service wrote for one, with the same values, in one data-modifying
// statement that commits by itself. Nothing is read, and only the ids are computed.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Ids, type Seen, statementOf } from '../loans/rows-written.ts';
import { jsonType, makePool, serveBare } from './bare.ts';

const seen: Seen = JSON.parse(readFileSync(process.env.BENCH_ROWS as string, 'utf8'));

const { ids, answer } = seen;

interface Call {
  readonly count: number;
  readonly ids: Ids;
}

let count = 0;
const randomId = (): string => Math.random().toString(36).slice(2, 10).padEnd(8, '0');
const replaced = (value: string, now: Ids): string => ids.reduce((text, id, i) => text.replaceAll(id, now[i]!), value);

const values: ((call: Call) => unknown)[] = [];
const place = (value: (call: Call) => unknown): string => `$${values.push(value)}`;
const text = statementOf(seen, {
  constant: (value) => place(() => value),
  number: (value) => place((call) => Number(value) + call.count * 100),
  eventId: () => place(() => `EV-${randomId()}`),
  hash: () => place(() => `\\x${randomBytes(32).toString('hex')}`),
  withIds: (value) => place((call) => replaced(value, call.ids)),
});

const pool = makePool();

interface Route {
  readonly Params: { readonly personId: string; readonly loanId: string };
}

await serveBare((app) => {
  for (const [below, prefix] of [
    ['transactions', 'TR'],
    ['draws/:drawId/purchases', 'DP'],
  ] as const) {
    app.post<Route>(`/api/people/:personId/loans/:loanId/${below}`, async ({ params: { personId, loanId } }, reply) => {
      count += 1;
      const call = { count, ids: [personId, loanId, `${prefix}-${randomId()}`] };
      await pool.query({ name: 'post', text, values: values.map((value) => value(call)) });
      return reply.code(201).type(jsonType).send(answer);
    });
  }
});
