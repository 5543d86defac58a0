// One company does its worst with reads and previews that any key may call, and another one goes on. Nothing here depends
// on how fast the machine is: what is measured is compared with the cost of one such read in the same run, or counted.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { processorMs } from '#platform/clock.ts';
import { useOf } from '#platform/loop/uses.ts';
import { type Answer, aPerson, type Client, useHouse } from './support/house.ts';
import { aLife } from './support/loan-life.ts';

const lateFees = { fees: { late: { graceDays: 5, flatAmount: 10, percent: 0.05, rule: 'greater' } } };
/** As long as a loan can be, and nobody pays it. */
const agreed = { amountFinanced: 100_000, paymentFrequency: 'weekly', specificDays: [1], duration: 1200 };
const connections = 8;
const readsMade = 8;

describe('while one company does its worst, another', () => {
  const { aCompany } = useHouse({ works: false });
  let attacker: { readonly api: Client; readonly keyId: string; readonly loan: string };
  let victim: { readonly api: Client; readonly person: string };
  before(async () => {
    const company = await aCompany();
    const { path } = await aLife(company, { type: lateFees, agreed });
    const { live: api } = await aCompany();
    const [key] = (await company.test.get('/keys')).body.data;
    attacker = { api: company.test, keyId: key.id, loan: path };
    victim = { api, person: `/people/${(await api.made('/people', aPerson())).id}` };
  });

  const farAhead = (): Promise<Answer> => attacker.api.get(`${attacker.loan}/balances?toEffectiveDate=2099-01-01`);
  const others = [
    '/expected-payments',
    '/interest?toEffectiveDate=2099-01-01',
    '/payoff?date=2099-01-01',
    '/explain?figure=outstandingTotalAmount&date=2099-01-01',
    '/periods',
  ].map((path) => () => attacker.api.get(attacker.loan + path));
  const preview = () =>
    attacker.api.post(`${attacker.loan}/change-due-dates`, { specificDays: [3], previewMode: true });

  /** Asks on eight connections, again and again, until `work` is done. Returns how many were answered meanwhile. */
  async function beside(asks: readonly (() => Promise<Answer>)[], work: () => Promise<void>): Promise<number> {
    let isOver = false;
    let answered = 0;
    const asking = async (first: number): Promise<void> => {
      for (let i = first; !isOver; i++) {
        const { status, body } = await (asks[i % asks.length] as () => Promise<Answer>)();
        assert.ok(status < 300, JSON.stringify(body));
        if (!isOver) answered += 1;
      }
    };
    const all = Array.from({ length: connections }, (_, i) => asking(i));
    await work();
    isOver = true;
    await Promise.all(all);
    return answered;
  }

  /** How much of the processor it takes, when nothing else is asked. */
  async function costMs(ask: () => Promise<Answer>): Promise<number> {
    const begun = processorMs();
    await ask();
    return processorMs() - begun;
  }

  /**
   * Looks at each turn of the loop: how much of the processor the longest took, and how many of the attacker's computed
   * at once. What other programs take meanwhile is not counted.
   */
  function watch() {
    const seen = { longestMs: 0, computing: 0 };
    let isOver = false;
    let since = processorMs();
    const look = (): void => {
      const now = processorMs();
      seen.longestMs = Math.max(seen.longestMs, now - since);
      since = now;
      seen.computing = Math.max(seen.computing, useOf('key', attacker.keyId).computing);
      if (!isOver) setImmediate(look);
    };
    setImmediate(look);
    const end = (): void => {
      isOver = true;
    };
    return { seen, end };
  }

  const readPerson = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) assert.equal((await victim.api.get(victim.person)).status, 200);
  };

  test('reads between their slices: no turn of the loop is a whole read, and two of a key compute at once', async () => {
    await farAhead();
    const aloneMs = await costMs(farAhead);
    const { seen, end } = watch();
    const answered = await beside([farAhead], () => readPerson(readsMade));
    end();
    assert.ok(seen.longestMs < aloneMs / 5, `the longest turn took ${seen.longestMs} ms, one read ${aloneMs} ms`);
    assert.equal(seen.computing, 2);
    assert.ok(answered < readsMade, `${answered} long reads were answered before ${readsMade} short ones`);
  });

  test('reads between the slices of whatever is long', async () => {
    for (const ask of [...others, preview]) await ask();
    const answered = await beside([...others, preview], () => readPerson(readsMade));
    assert.ok(answered < 2 * readsMade, `${answered} long ones were answered before ${readsMade} short ones`);
  });

  test('gets its own long reads no later than if the first had one connection', async () => {
    const life = await aLife(await aCompany(), { type: lateFees, agreed });
    const own = () => life.api.get(`${life.path}/balances?toEffectiveDate=2099-01-01`);
    await own();
    let done = 0;
    const answered = await beside([farAhead], async () => {
      for (; done < 2; done++) assert.equal((await own()).status, 200);
    });
    assert.ok(answered <= 2 * done + connections, `${answered} of the first, ${done} of the other`);
  });
});
