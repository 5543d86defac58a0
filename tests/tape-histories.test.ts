// Random lives of loans and lines over HTTP: tapes of any day, as known on any day, say what balances say, are proved by the
// ledger, and are the same again when everything has happened.
//
//   TENOR_HISTORIES=50 TENOR_SEED=7 npm test -- tape-histories     longer, and the same draws again
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { aLine } from './support/a-line.ts';
import { aDraw } from './support/begun-line.ts';
import { dayBefore, type NamedAct } from './support/histories/act.ts';
import { someAct } from './support/histories/loan-acts.ts';
import { type Answer, type Client, useHouse } from './support/house.ts';
import { aLife } from './support/loan-life.ts';
import { seed } from './support/seed.ts';
import { madeTape, tapeTypes, textOfTape } from './support/tapes.ts';
import { moveClock } from './support/test-clock.ts';

type Shown = Answer['body'];

const runs = Number(process.env.TENOR_HISTORIES ?? 2);
const start = '2026-01-20';

interface Step {
  readonly days: number;
  readonly act: NamedAct;
  readonly spent: number;
  readonly back: number;
}
const someSteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    days: fc.integer({ min: 1, max: 50 }),
    act: someAct,
    spent: fc.integer({ min: -40_000, max: 60_000 }),
    back: fc.integer({ min: 0, max: 60 }),
  }),
  { minLength: 4, maxLength: 8, size: 'max' },
);

const someType = fc.record({
  fees: fc.record({
    origination: fc.constantFrom({ charged: 'spread' }, { charged: 'deducted' }),
    late: fc.constantFrom(null, { graceDays: 10, percent: 0.05, minAmount: 10 }),
    service: fc.constantFrom(null, { amount: 2.5 }),
  }),
  interest: fc.record({
    accrualMethod: fc.constantFrom('simple', 'compound'),
    dayCount: fc.constantFrom('actual/365', '30/360'),
  }),
  delinquency: fc.constantFrom({}, { accelerationDueWithin: 60, chargeOffDueWithin: 90 }),
});

const bucketParts = ['Total', 'Principal', 'Interest', 'Fees', 'OriginationFees', 'LateFees'];
const fields = [
  'drawId',
  'loanId',
  'status',
  ...['outstanding', 'nonDue', 'due', 'overdue'].flatMap((one) => bucketParts.map((part) => `${one}${part}Amount`)),
  'chargedOffTotalAmount',
  'paidTotalAmount',
  'paidPrincipalAmount',
  'paidInterestAmount',
  'interestAccruedTotalAmount',
  'creditLimitAmount',
  'availableCreditAmount',
];

/** The lines of a tape by the ids of their draws or loans. */
async function rowsOf(api: Client, tape: Shown): Promise<Map<string, Record<string, string>>> {
  const [head = '', ...lines] = (await textOfTape(api, tape)).split('\r\n').slice(0, -1);
  const names = head.split(',');
  return new Map(
    lines.map((line) => {
      const cells = line.split(',');
      const row = Object.fromEntries(names.map((name, i) => [name, cells[i] as string]));
      return [row.drawId || (row.loanId as string), row];
    }),
  );
}

/** Every amount that balances show, by its name. */
function amountsOf(balances: Shown): Record<string, unknown> {
  const inside = Object.values(balances).filter((one) => typeof one === 'object' && one !== null);
  return Object.assign({}, balances, ...inside);
}

describe('tapes of random lives', () => {
  const { aCompany } = useHouse();

  test('say what balances say, of any day, as known on any day', { timeout: 3_600_000 }, async (t) => {
    const seen = { rows: 0, draws: 0, replayed: 0, byFigures: 0 };
    await fc.assert(
      fc.asyncProperty(someType, someSteps, async (type, steps) => {
        const company = await aCompany();
        const life = await aLife(company, { type, start: `${start}T15:00:00Z` });
        const { api } = life;
        const line = await aLine(api);
        const draw = await aDraw(api, line.path);
        const drawId = draw.split('/').at(-1) as string;
        const { loanTypeId } = await life.read();
        const aType = async (shouldReportDrawsSeparately: boolean): Promise<string> => {
          const type = { tapeName: 'All balances', status: 'active', moneyUnit: 'fullUnit' };
          const own = { shouldReportDrawsSeparately, fields: shouldReportDrawsSeparately ? fields : fields.slice(1) };
          return (await api.made(tapeTypes, { ...type, ...own, compressionType: 'noCompression' })).id;
        };
        const [plain, withDraws] = [await aType(false), await aType(true)];
        const tapes: Shown[] = [];
        let date = start;
        for (const { days, act, spent, back } of steps) {
          date = dayBefore(date, -days);
          await moveClock(api, `${date}T15:00:00Z`);
          const answer = await act[1](life, { date, api, loanTypeId });
          assert.ok(answer === undefined || answer.status < 500, act[0]);
          await spendOrPay(api, line.path, draw, { amount: spent / 100, date: dayBefore(date, back) });
          tapes.push(await madeTape(api, { loanTapeTypeId: plain, asOf: date }));
          for (const loanTapeTypeId of [plain, withDraws])
            tapes.push(await madeTape(api, { loanTapeTypeId, asOf: dayBefore(date, back) }));
        }
        const paths = new Map([
          [life.id, life.path],
          [line.loanId, line.path],
          [drawId, draw],
        ]);
        for (const tape of tapes) {
          const { asOf, knownAt, loanTapeTypeId: type } = tape;
          const again = await madeTape(api, { loanTapeTypeId: type, asOf, knownAt });
          assert.deepEqual([again.sha256, again.proof.isProved], [tape.sha256, true], `${asOf} ${knownAt}`);
          if (type === plain) seen.byFigures += tape.numLoans - tape.numReplayed;
          seen.replayed += again.numReplayed;
          for (const [id, row] of await rowsOf(api, tape)) {
            const query = `toEffectiveDate=${asOf}&knownAt=${encodeURIComponent(knownAt)}`;
            const shown = amountsOf((await api.get(`${paths.get(id)}/balances?${query}`)).body.data);
            for (const [name, text] of Object.entries(row)) {
              if (['drawId', 'loanId', 'status'].includes(name)) continue;
              // Balances of a draw leave out what belongs to its line.
              const said = row.drawId ? (shown[name] ?? null) : shown[name];
              assert.equal(text === '' ? null : Number(text), said, `${name} of ${id} on ${asOf}, ${knownAt}`);
            }
            seen.rows += 1;
            if (row.drawId) seen.draws += 1;
          }
        }
        paths.delete(drawId);
        await mustHaveAllPayments(api, { date, paths });
      }),
      { numRuns: runs, seed },
    );
    t.diagnostic(JSON.stringify(seen));
    assert.ok(seen.rows > seen.draws && seen.draws > 0, JSON.stringify(seen));
    assert.ok(seen.replayed > 0 && seen.byFigures > 0, JSON.stringify(seen));
  });
});

interface Moved {
  readonly amount: number;
  readonly date: string;
}

/** What is refused, such as a purchase before the activation, did not happen. */
async function spendOrPay(api: Client, line: string, draw: string, { amount, date }: Moved): Promise<void> {
  const path = amount > 0 ? `${draw}/purchases` : `${line}/transactions`;
  const body =
    amount > 0
      ? { status: 'settled', amount, purchaseDate: `${date}T15:00:00.000Z` }
      : { type: 'oneTime', isExternal: true, status: 'succeeded', amount: Math.max(1, -amount), effectiveDate: date };
  const answer = await api.post(`${path}?sync=true`, body);
  assert.ok(answer.status < 500, JSON.stringify(answer.body));
}

/** What a tape of all payments says of each loan is what its balances have as paid. */
async function mustHaveAllPayments(
  api: Client,
  { date, paths }: { readonly date: string; readonly paths: ReadonlyMap<string, string> },
): Promise<void> {
  const type = { tapeName: 'All payments', tapeType: 'payments', status: 'active', moneyUnit: 'subUnit100' };
  const { id: loanTapeTypeId } = await api.made(tapeTypes, {
    ...type,
    fields: ['loanId', 'amount'],
    compressionType: 'noCompression',
  });
  const tape = await madeTape(api, { loanTapeTypeId, fromDate: start, asOf: date });
  assert.equal(tape.proof.isProved, true);
  const lines = (await textOfTape(api, tape)).split('\r\n').slice(1, -1);
  for (const [id, path] of paths) {
    const cents = lines.filter((line) => line.startsWith(`${id},`)).map((line) => Number(line.split(',')[1]));
    const { paidBalances } = (await api.get(`${path}/balances`)).body.data;
    const { paidPaymentsAmount, paidReimbursementsAmount } = paidBalances;
    assert.equal(
      cents.reduce((sum, amount) => sum + amount, 0),
      Math.round(100 * (paidPaymentsAmount - paidReimbursementsAmount)),
      `payments of ${id}`,
    );
  }
}
