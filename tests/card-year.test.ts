// A card account's year: purchases and refunds, each with its instant, and a payment a month. In the order in which
// they happened, and shuffled at the end of the year, they leave the same books.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine } from './support/a-line.ts';
import { aDraw, shown } from './support/begun-line.ts';
import { booksAgree } from './support/books-agree.ts';
import { type Answer, type Client, useHouse } from './support/house.ts';
import { posted } from './support/posted.ts';
import { setClock } from './support/test-clock.ts';

type Shown = Answer['body'];

/** In a whole run three or four a day; the amounts are such that a year comes to about the same. */
const purchases = Number(process.env.TENOR_PURCHASES ?? 400);
const share = 1_200 / purchases;
const dayMs = 86_400_000;
const start = Date.parse('2026-01-05T17:00:00Z');
const end = '2027-01-05T23:00:00Z';

/** What happens on a day, as it is sent. */
interface Happening {
  readonly day: number;
  readonly path: 'purchases' | 'transactions';
  readonly body: { readonly [field: string]: unknown };
}

const at = (ms: number): string => new Date(ms).toISOString();
const dateOf = (day: number): string => at(start + day * dayMs).slice(0, 10);

/** At seconds that no two share; each eleventh is taken back in part some days later. */
function bought(): Happening[] {
  const gap = Math.floor((360 * dayMs) / purchases / 1000) * 1000;
  return Array.from({ length: purchases }, (_, i): Happening => {
    const ms = start + 3_600_000 + i * gap + ((i * 7_919) % 997) * 1000;
    const original = `of-${i - 25}`;
    const what =
      i % 11 === 5 && i > 30 && (i - 25) % 11 !== 5
        ? { type: 'refund', originalPurchaseId: `ext-${original}`, amount: 1.25 + (i % 3) }
        : { amount: Math.round((400 + ((i * 31) % 2_900)) * share) / 100 };
    const day = Math.floor((ms - start) / dayMs);
    return { day, path: 'purchases', body: { externalId: `of-${i}`, purchaseDate: at(ms), ...what } };
  });
}

/** What was owed, more, much less, and nothing at all: grace is kept, lost and won back, and fees fall due. */
const paidInMonths = [0, 1_700, 1_650, 20, 2_500, 4_200, 1_300, 0, 1_700, 2_400, 15, 1_500];

const paid = (): Happening[] =>
  paidInMonths.flatMap((amount, month): Happening[] => {
    const day = 20 + month * 30;
    const body = { type: 'oneTime', isExternal: true, amount, allowOverpayment: true, effectiveDate: dateOf(day) };
    return amount === 0 ? [] : [{ day, path: 'transactions', body }];
  });

/** In their order: by the day, and within it as they were bought; a payment is recorded when its day is over. */
const inOrder = (): Happening[] => [...bought(), ...paid()].sort((a, b) => a.day - b.day);

/** The same for every run; what a refund takes back comes before it. */
function shuffled(all: readonly Happening[]): Happening[] {
  const mixed = all
    .map((one, i) => ({ one, key: ((i + 1) * 611_953) % 7_927 }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one);
  const isRefund = ({ body }: Happening): boolean => body.type === 'refund';
  return [...mixed.filter((one) => !isRefund(one)), ...mixed.filter(isRefund)];
}

describe('a year of a card account', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let loanTypeId: string;
  before(async () => {
    api = (await aCompany()).test;
    const fees = { late: { graceDays: 5 }, nsfAmount: null };
    loanTypeId = (await api.made('/loan-types', { type: 'lineOfCredit', regulation: 'card', name: 'Of a year', fees }))
      .id;
  });

  async function lived(prefix: string, happenings: readonly Happening[], isLive: boolean): Promise<string> {
    await setClock(api, at(start));
    const { path: line } = await aLine(api, { creditLimitAmount: 60_000 }, { loanTypeId });
    const draw = await aDraw(api, line);
    let today = -1;
    if (!isLive) await setClock(api, end);
    for (const { day, path, body } of happenings) {
      if (isLive && day > today) await setClock(api, at(start + (day + 1) * dayMs));
      today = day;
      const where = path === 'purchases' ? draw : line;
      await api.made(`${where}/${path}?sync=true`, JSON.parse(JSON.stringify(body).replaceAll('of-', `${prefix}-`)));
    }
    await setClock(api, end);
    await api.made(`${line}/refresh`, {});
    return line;
  }

  async function all(path: string): Promise<Shown[]> {
    const found: Shown[] = [];
    for (let url: string | null = path; url !== null; ) {
      const { status, body }: Answer = await api.get(url.replace(/^https?:\/\/[^/]*\/api/, ''));
      assert.equal(status, 200, JSON.stringify(body));
      found.push(...body.data);
      url = body.nextUrl;
    }
    return found;
  }

  /** What is read of it, with names that both lines have instead of their own ids. */
  async function books(line: string) {
    const names = new Map<string, string>();
    for (const { id, externalId } of await all(`${line}/purchases?limit=100`)) {
      names.set(id, externalId.replace(/^.*-/, 'purchase '));
    }
    for (const { id, effectiveDate } of await all(`${line}/transactions?limit=100`)) {
      names.set(id, `payment of ${effectiveDate}`);
    }
    const named = (text: string): string =>
      text.replace(/[A-Z]{2}-[A-Z1-9]{4}-[A-Z1-9]{4}/g, (id) => names.get(id) ?? 'id');
    // When something was recorded is no part of the books.
    const unrecorded = (field: string, value: unknown): unknown =>
      /^(created|updated)At$/.test(field) ? undefined : value;
    const said = async (what: string): Promise<Shown> =>
      JSON.parse(named(JSON.stringify(await shown(api, line + what))), unrecorded);
    const { obligations } = await said('/obligations');
    return {
      periods: await said('/periods?limit=100'),
      obligations,
      balances: await said('/balances'),
      postings: await postingsOf(line, named),
      purchases: names.size,
    };
  }

  /** Sums, because what arrived late was posted as differences. */
  async function postingsOf(line: string, named: (text: string) => string): Promise<string[]> {
    const { rows } = await house().service.database.pools.test.query<{ said: string; cents: string }>(
      `select effective_on || ' ' || account || ' ' || cause as said, sum(amount) as cents
       from ${posted()} where loan_id = $1 group by effective_on, account, cause having sum(amount) <> 0`,
      [line.split('/').at(-1)],
    );
    return rows.map(({ said, cents }) => `${named(said)}: ${cents}`).sort();
  }

  test('has the same books, whatever the order in which it became known', async () => {
    const [one, other] = [
      await books(await lived('a', inOrder(), true)),
      await books(await lived('b', shuffled(inOrder()), false)),
    ];
    assert.equal(one.purchases, purchases + paid().length);
    assert.ok(one.obligations.length >= 11 && one.postings.length > purchases, 'the year is there');
    const { paidBalances, outstandingBalances } = one.balances;
    const amounts = [
      paidBalances.paidInterestAmount,
      paidBalances.paidFeesAmount,
      outstandingBalances.outstandingTotalAmount,
    ];
    assert.ok(
      amounts.every((amount) => amount > 0),
      'with interest, late fees and what is owed',
    );
    assert.deepEqual(other.periods, one.periods);
    assert.deepEqual(other.obligations, one.obligations);
    assert.deepEqual(other.balances, one.balances);
    assert.deepEqual(other.postings, one.postings);
    await booksAgree(house(), api, 1);
  });
});
