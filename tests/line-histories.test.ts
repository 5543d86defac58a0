// Random lives of lines of credit over HTTP: after any operations in any order, what is shown is what the naive simulator
// makes of the facts, and what is stored agrees with a replay.
//
//   TENOR_HISTORIES=200 TENOR_SEED=7 npm test -- line-histories     longer, and the same draws again
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { LineFact } from '@tenor/engine/line/facts.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import { readingOf } from '@tenor/engine/naive/line/read.ts';
import type { DrawReading, LineReading } from '@tenor/engine/naive/line/reading.ts';
import { simulateLine } from '@tenor/engine/naive/line/simulate.ts';
import { formatCents } from '@tenor/engine/values/cents.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { parseInstant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import fc from 'fast-check';
import { verifyLoans } from '#capabilities/loans/verifying.ts';
import { aLine, type LineMade } from './support/a-line.ts';
import { aDraw, shown } from './support/begun-line.ts';
import { someTool, twoAgencies } from './support/histories/tools.ts';
import { type Answer, type Client, type House, useHouse } from './support/house.ts';
import { moveClock, setClock } from './support/test-clock.ts';

type Shown = Answer['body'];

const runs = Number(process.env.TENOR_HISTORIES ?? 4);
const start = '2026-01-20T15:00:00Z';

/** A line with the paths of what was made on it. */
interface Life extends LineMade {
  readonly api: Client;
  readonly draws: string[];
  readonly purchases: string[];
  readonly disputes: string[];
  now: string;
}

type Act = (life: Life) => Promise<Answer | undefined>;
type Named = readonly [string, Act];

const back = (life: Life, days: number): string =>
  new Date(Math.max(Date.parse(life.now) - days * 86_400_000, Date.parse(start))).toISOString();
const picked = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

async function withIds(answer: Answer, paths: string[], path: string): Promise<Answer> {
  if (answer.status === 201) paths.push(`${path}/${answer.body.data.id}`);
  return answer;
}

const record = (life: Life, draw: string, body: object): Promise<Answer> =>
  life.api
    .post(`${draw}/purchases?sync=true`, body)
    .then((answer) => withIds(answer, life.purchases, `${draw}/purchases`));

const lastOf = (path: string): string => path.split('/').at(-1) as string;

// ---- what may happen ------------------------------------------------------------------------------------------------

const amount = fc.integer({ min: 1, max: 90_000 }).map((cents) => cents / 100);
const daysBack = fc.constantFrom(0, 0, 0, 1, 7, 40, 90);
const pick = fc.nat(50);
const drawOf = ({ draws }: Life, which: number): string => draws[which % draws.length] as string;

const named = (what: string, run: Act): Named => [what, run];

const buys = fc
  .record({
    sum: amount,
    days: daysBack,
    which: pick,
    status: fc.constantFrom('settled', 'settled', 'pending', 'authorized'),
    replaces: fc.option(pick, { freq: 5 }),
  })
  .map(({ sum, days, which, status, replaces }) =>
    named(`buy ${sum} ${status} ${days} days back, for ${replaces}`, async (life) => {
      const authorization = replaces === null ? undefined : picked(life.purchases, replaces);
      const replaced = authorization && { authorizationPurchaseId: lastOf(authorization) };
      return record(life, drawOf(life, which), { amount: sum, status, purchaseDate: back(life, days), ...replaced });
    }),
  );

const takesBack = fc
  .record({ sum: amount, days: daysBack, which: pick, original: fc.option(pick, { freq: 3 }) })
  .map(({ sum, days, which, original }) =>
    named(`refund ${sum} of ${original} ${days} days back`, async (life) => {
      const of = original === null ? undefined : picked(life.purchases, original);
      const draw = of === undefined ? drawOf(life, which) : (of.split('/purchases')[0] as string);
      const body = { type: of === undefined ? 'cashBack' : 'refund', amount: sum, purchaseDate: back(life, days) };
      return record(life, draw, of === undefined ? body : { ...body, originalPurchaseId: lastOf(of) });
    }),
  );

const changesPurchase = fc
  .record({
    which: pick,
    change: fc.oneof(
      amount.map((sum) => ({ amount: sum })),
      daysBack.map((days) => ({ days })),
      fc.constantFrom('settled', 'pending', 'canceled', 'declined', 'dispute').map((status) => ({ status })),
    ),
  })
  .map(({ which, change }) =>
    named(`change ${which}: ${JSON.stringify(change)}`, async (life) => {
      const path = picked(life.purchases, which);
      const body = 'days' in change ? { purchaseDate: back(life, change.days) } : change;
      return path === undefined ? undefined : life.api.put(`${path}?sync=true`, body);
    }),
  );

const disputes = fc.record({ which: pick, sum: fc.option(amount) }).map(({ which, sum }) =>
  named(`dispute ${sum} of ${which}`, async (life) => {
    const path = picked(life.purchases, which);
    if (path === undefined) return undefined;
    const answer = await life.api.post(`${path}/disputes`, sum === null ? {} : { disputedAmount: sum });
    return withIds(answer, life.disputes, `${path}/disputes`);
  }),
);

const endsDispute = fc
  .record({ which: pick, status: fc.constantFrom('won', 'lost', 'expired', 'withdrawn') })
  .map(({ which, status }) =>
    named(`${status} ${which}`, async (life) => {
      const path = picked(life.disputes, which);
      return path === undefined ? undefined : life.api.put(`${path}?sync=true`, { status });
    }),
  );

const pays = fc
  .record({ sum: amount, days: daysBack, pending: fc.boolean(), draw: fc.option(pick, { freq: 4 }) })
  .map(({ sum, days, pending, draw }) =>
    named(`pay ${sum} ${days} days back`, (life) =>
      life.api.post(`${life.path}/transactions`, {
        type: 'oneTime',
        isExternal: true,
        amount: sum,
        status: pending ? 'pending' : 'succeeded',
        allowOverpayment: true,
        ...(days === 0 ? {} : { effectiveDate: back(life, days).slice(0, 10) }),
        ...(draw === null ? {} : { drawId: lastOf(drawOf(life, draw)) }),
      }),
    ),
  );

/** Something is done with a transaction, if there is one. */
const withTransaction = (what: string, act: (life: Life, path: string) => Promise<Answer>) =>
  pick.map((which) =>
    named(`${what} ${which}`, async (life) => {
      const one = picked((await life.api.get(`${life.path}/transactions?limit=100`)).body.data as Shown[], which);
      return one === undefined ? undefined : act(life, `${life.path}/transactions/${one.id}`);
    }),
  );

const corrects = fc.oneof(
  withTransaction('fail', ({ api }, path) => api.put(path, { status: 'failed' })),
  withTransaction('backdate', (life, path) =>
    life.api.post(`${path}/backdate`, { effectiveDate: back(life, 30).slice(0, 10) }),
  ),
  withTransaction('reverse', ({ api }, path) => api.post(`${path}/reverse`, {})),
  amount.map((sum) =>
    named(`credit ${sum}`, ({ api, path }) =>
      api.post(`${path}/transactions`, {
        type: 'serviceCredit',
        amount: sum,
        serviceCreditsDetails: { reason: 'goodwill', sponsor: 'loanServicer' },
      }),
    ),
  ),
);

const ofLine = (what: string, below: string, body: object): Named =>
  named(what, ({ api, path }) => api.post(`${path}/${below}`, body));
const ofDraw = (what: string, below: string, body: object) =>
  pick.map((which) => named(what, (life) => life.api.post(`${drawOf(life, which)}/${below}`, body)));

const changesLine = fc.oneof(
  fc.constant(
    named('another draw', async (life) => {
      if (life.draws.length < 3) life.draws.push(await aDraw(life.api, life.path).catch(() => life.draws[0] as string));
      return undefined;
    }),
  ),
  fc
    .integer({ min: 0, max: 600_000 })
    .map((cents) => ofLine(`limit ${cents}`, 'credit-limit', { creditLimitAmount: cents / 100 })),
  fc.integer({ min: 0, max: 3_600 }).map((rate) =>
    named(`rate ${rate}`, (life) =>
      life.api.post(`${life.path}/rates`, {
        interestRate: { annualRate: rate / 10_000, effectiveDate: back(life, rate % 40).slice(0, 10) },
      }),
    ),
  ),
  ofDraw('close draw', 'close', {}),
  ofDraw('reopen draw', 'reopen', { force: true }),
  ofDraw('limit draw', 'credit-limit', { creditLimitAmount: 700 }),
  ofDraw('amortize draw', 'amortize', { duration: 4 }),
  ofDraw('minimum of draw', 'min-payment-calculation', { percentageOfPrincipal: 0.05, minAmount: 10 }),
  fc.constantFrom(
    ofLine('freeze draws', 'freeze-draws', {}),
    ofLine('unfreeze draws', 'unfreeze-draws', {}),
    ofLine('refresh', 'refresh', {}),
  ),
);

const endsLine = fc.constantFrom(
  ofLine('accelerate', 'accelerate', {}),
  ofLine('reverse acceleration', 'reverse-accelerate', {}),
  ofLine('charge off', 'charge-off', { chargedOffReason: 'age' }),
  ofLine('reverse charge-off', 'reverse-charge-off', {}),
);

/** What an agent does, previewed first. */
const usesTool: fc.Arbitrary<Named> = someTool.map(([what, run]) =>
  named(what, (life) => {
    const { api, path, personId, loanId: id, now } = life;
    const read = (below = '') => shown(api, path + below);
    return run({ api, path, personId, id, read }, { api, date: now.slice(0, 10), loanTypeId: '' });
  }),
);

const someAct: fc.Arbitrary<Named> = fc.oneof(
  { weight: 8, arbitrary: buys },
  { weight: 3, arbitrary: takesBack },
  { weight: 4, arbitrary: changesPurchase },
  { weight: 2, arbitrary: disputes },
  { weight: 2, arbitrary: endsDispute },
  { weight: 5, arbitrary: pays },
  { weight: 2, arbitrary: corrects },
  { weight: 3, arbitrary: changesLine },
  { weight: 1, arbitrary: endsLine },
  { weight: 6, arbitrary: usesTool },
);

const someSteps = fc.array(
  fc.record({
    seconds: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 80_000 })),
    days: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max: 35 })),
    act: someAct,
  }),
  { minLength: 8, maxLength: 40, size: 'max' },
);

const someType = fc.record({
  fees: fc.record({
    late: fc.constantFrom(null, { graceDays: 5 }),
    nsfAmount: fc.constantFrom(null, 25),
  }),
  minPaymentCalculation: fc.constantFrom({}, { percentageOfPrincipal: 0.05, minAmount: 40, roundUpToAmount: 5 }),
  gracePeriod: fc.constantFrom(
    {},
    { scope: 'draw' },
    { isGracePeriodApplicable: false },
    { numPeriodsToRestoreGrace: 2 },
  ),
  waterfall: fc.constantFrom({}, { drawOrder: 'highestRate' }, { drawOrder: 'activation' }),
  disputes: fc.constantFrom({}, { lostInterest: 'charged' }),
  delinquency: fc.constantFrom({}, { accelerationDueWithin: 60, chargeOffDueWithin: 90 }),
});

// ---- the books ------------------------------------------------------------------------------------------------------

describe('the books of a line', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await twoAgencies(api);
  });

  test('are what its facts make of them, whatever was done', { timeout: 600_000 }, async (t) => {
    const answers: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(someType, fc.integer({ min: 1, max: 28 }), someSteps, async (type, day, steps) => {
        await setClock(api, start);
        const name = 'Of a history';
        const { id: loanTypeId } = await api.made('/loan-types', { type: 'lineOfCredit', name, ...type });
        const made = await aLine(api, { specificDays: [day] }, { loanTypeId });
        const draws = [await aDraw(api, made.path)];
        const life: Life = { ...made, api, draws, purchases: [], disputes: [], now: start };
        for (const { days, seconds, act } of steps) {
          const [what, run] = act;
          await moveOn(life, days * 86_400 + seconds);
          const answer = await run(life);
          if (answer === undefined) continue;
          assert.ok(answer.status < 500, `${what}: ${JSON.stringify(answer.body)}`);
          const came = answer.status < 300 ? 'done' : answer.body.errorType;
          answers[came] = (answers[came] ?? 0) + 1;
          await mustBeAsReplayed(life);
        }
        await moveOn(life, 86_400);
        await api.made(`${life.path}/refresh`, {});
        await mustAgree(house(), life);
      }),
      { numRuns: runs },
    );
    t.diagnostic(JSON.stringify(answers));
    const all = Object.values(answers).reduce((sum, count) => sum + count, 0);
    assert.ok((answers.done ?? 0) > all / 4, `much of it was done: ${JSON.stringify(answers)}`);
  });
});

/** Today is read from figures where they tell of it; a day that is named is always replayed. */
async function mustBeAsReplayed({ api, path }: Life): Promise<void> {
  const told = await api.get(`${path}/balances`);
  const { effectiveDate } = told.body.data;
  const { data: replayed } = (await api.get(`${path}/balances?toEffectiveDate=${effectiveDate}`)).body;
  assert.deepEqual(told.body.data, replayed, effectiveDate);
}

async function moveOn(life: Life, seconds: number): Promise<void> {
  if (seconds === 0) return;
  life.now = new Date(Date.parse(life.now) + seconds * 1000).toISOString();
  await moveClock(life.api, life.now);
}

async function readingOfFacts({ service }: House, { loanId, now }: Life): Promise<LineReading> {
  const { rows } = await service.database.pools.test.query<{ terms: LineTerms; zone: string; facts: LineFact[] }>(
    `select terms, zone, (select jsonb_agg(fact || jsonb_build_object(
         'id', id, 'kind', kind, 'on', effective_on - date '1970-01-01') order by number) from loan_facts
       where person_id = loans.person_id and loan_id = loans.id) as facts
     from loans where id = $1`,
    [loanId],
  );
  const { terms, zone, facts } = rows[0] as (typeof rows)[number];
  return readingOf(simulateLine(terms, facts, { through: dayOf(dateInZone(parseInstant(now)!, zone)) }));
}

async function mustAgree(house: House, life: Life): Promise<void> {
  const { api, path } = life;
  const naive = await readingOfFacts(house, life);
  const balances = await shown(api, `${path}/balances`);
  const line = {
    ...amountsShown(balances),
    creditBalance: balances.creditBalance,
    limit: balances.creditLimitAmount,
    available: balances.availableCreditAmount,
    overLimit: balances.overLimitAmount,
    status: (await shown(api, path)).status,
  };
  assert.deepEqual(line, {
    ...amountsOf(Object.values(naive.draws), [naive.lineFees], naive.chargedOffLineFees),
    creditBalance: dollars(naive.customerCredit),
    limit: dollars(naive.limit),
    available: dollars(naive.available),
    overLimit: dollars(naive.overLimit),
    status: naive.status,
  });
  for (const draw of new Set(life.draws)) {
    const of = await shown(api, `${draw}/balances`);
    const reading = naive.draws[lastOf(draw)];
    if (reading === undefined) continue;
    assert.deepEqual(
      { ...amountsShown(of), available: of.availableCreditAmount, disputed: of.disputedAmount },
      {
        ...amountsOf([reading], [], 0),
        available: dollars(reading.available),
        disputed: dollars(reading.disputed),
      },
      draw,
    );
  }
  const keys = [{ personId: life.personId, loanId: life.loanId }];
  const [verdict] = await verifyLoans(house.service.database.reader(api.realm), keys);
  assert.deepEqual(verdict?.findings, []);
}

const dollars = (cents: number): number => Number(formatCents(cents as never));

const amountsShown = (balances: Shown) => ({
  principal: ['nonDue', 'due', 'overdue'].map((name) => balances[`${name}Balances`][`${name}PrincipalAmount`]),
  interest: ['nonDue', 'due', 'overdue'].map((name) => balances[`${name}Balances`][`${name}InterestAmount`]),
  fees: ['nonDue', 'due', 'overdue'].map((name) => balances[`${name}Balances`][`${name}FeesAmount`]),
  chargedOff: ['Principal', 'Interest', 'Fees'].map((part) => balances.chargedOffBalances[`chargedOff${part}Amount`]),
});

function amountsOf(draws: readonly DrawReading[], lineFees: readonly DrawReading['fees'][], chargedOffFees: number) {
  const fees = [...draws.map((one) => one.fees), ...lineFees].flatMap((byType) => Object.values(byType));
  const sum = (of: readonly DrawReading['principal'][]) =>
    (['notDue', 'due', 'overdue'] as const).map((bucket) => dollars(of.reduce((all, one) => all + one[bucket], 0)));
  const chargedOff = (part: 'principal' | 'interest' | 'fees') =>
    draws.reduce((all, one) => all + one.chargedOff[part], part === 'fees' ? chargedOffFees : 0);
  return {
    principal: sum(draws.map(({ principal }) => principal)),
    interest: sum(draws.map(({ interest }) => interest)),
    fees: sum(fees),
    chargedOff: (['principal', 'interest', 'fees'] as const).map((part) => dollars(chargedOff(part))),
  };
}
