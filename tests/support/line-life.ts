// A line of credit through its life, in tests of what is read of it: the clock of its test realm moves; what is spent is
// put on its timeline as facts, so that these tests need no routes of draws and purchases.
import assert from 'node:assert/strict';
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { LineFact } from '@tenor/engine/line/facts.ts';
import type { DrawTerms } from '@tenor/engine/line/terms.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import { changeLoan } from '#capabilities/loans/core/books/change-loan.ts';
import { ledgerEvents } from '#capabilities/loans/core/books/ledger-events.ts';
import { holdLoans } from '#capabilities/loans/core/day/hold-loans.ts';
import { peopleAsSubjects } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { eventRecorder, writeEvents } from '#platform/events/record-events.ts';
import { persistently } from '#platform/work/operations/persistently.ts';
import { type Answer, aPerson, type Client, type House } from './house.ts';
import { setClock } from './test-clock.ts';

type Shown = Answer['body'];

export interface LineLife {
  readonly api: Client;
  readonly id: string;
  readonly personId: string;
  readonly path: string;
  read(what?: string): Promise<Shown>;
  act(action: string, body?: object): Promise<Shown>;
  pay(amount: number, more?: object): Promise<Shown>;
  /** Sets the clock to 17:00 UTC of that day; what the days bring is computed when it is read or touched. */
  at(date: string): Promise<void>;
  /** Activates a draw and returns its id. */
  draw(on: string, rate: string, more?: Partial<DrawTerms>): Promise<string>;
  buy(on: string, draw: string, amount: number): Promise<void>;
  record(...facts: readonly object[]): Promise<void>;
}

interface LineOptions {
  readonly start?: string;
  readonly agreed?: object;
  readonly activate?: boolean;
  readonly loanTypeId?: string;
}

const dayNamed = (date: string): Day => dayOf(date as CivilDate);
const cents = (amount: number): Cents => Math.round(amount * 100) as Cents;
const drawLetters = 'ABCDEFGH';
let facts = 0;

/** Monthly, the statement on the first, due on the 25th, a limit of 5,000.00. */
export async function aLine(house: House, api: Client, options: LineOptions = {}): Promise<LineLife> {
  const { start = '2027-01-01T17:00:00Z', agreed = {}, activate = true } = options;
  const { loanTypeId = 'ext-credit-card' } = options;
  await setClock(api, start);
  const { id: personId } = await api.made('/people', aPerson());
  const { id } = await api.made(`/people/${personId}/loans`, {
    type: 'lineOfCredit',
    loanTypeId,
    status: 'originated',
    atOrigination: { creditLimitAmount: 5000, interestRates: [{ rate: 0.1825 }], specificDays: [1, 25], ...agreed },
  });
  const path = `/people/${personId}/loans/${id}`;
  if (activate) await api.made(`${path}/activate`, {});
  const record = async (...given: readonly object[]): Promise<void> => {
    const now = (await api.get('/test-clock')).body.data.now as Instant;
    const write = async (tx: Tx): Promise<void> => {
      const [held] = await holdLoans(tx, [{ person_id: personId, id }]);
      assert.ok(held !== undefined);
      const owners = await peopleAsSubjects(tx, [personId]);
      const { clock, position } = house.service;
      const maker = { realm: tx.realm, now, position, requestId: null, actor: system };
      const { rows, emit } = eventRecorder({ ...maker, declared: ledgerEvents }, owners.get(personId));
      const ctx = { now, emit, actor: system, machineMicros: () => clock.micros() };
      await changeLoan(ctx, tx, held, given as readonly Fact[]);
      writeEvents(tx, rows);
    };
    // The day of the house may change the line meanwhile.
    await persistently(() => house.service.database.transact(api.realm, write));
  };
  let draws = 0;
  const fact = (of: object): object => ({ id: `fact-${++facts}`, ...of });
  return {
    api,
    id,
    personId,
    path,
    record,
    async read(what = '') {
      const answer = await api.get(`${path}${what}`);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.data;
    },
    act: (action, body = {}) => api.made(`${path}/${action}`, body),
    pay: (amount, more = {}) =>
      api.made(`${path}/transactions?sync=true`, { type: 'oneTime', isExternal: true, amount, ...more }),
    at: async (date) => {
      await setClock(api, `${date}T17:00:00Z`);
    },
    async draw(on, rate, more = {}) {
      const draw = `LN-AAAA-AAA${drawLetters[draws++]}`;
      const terms = drawTermsOf(rate, more);
      await record(fact({ kind: 'drawActivation', on: dayNamed(on), draw, terms }));
      return draw;
    },
    async buy(on, draw, amount) {
      const bought = { draw, status: 'settled', amount: cents(amount), authorization: null };
      await record(fact({ kind: 'purchase', on: dayNamed(on), ...bought }) as LineFact);
    },
  };
}

const drawTermsOf = (rate: string, more: Partial<DrawTerms>): DrawTerms => ({
  purpose: 'regular',
  creditLimit: null,
  rates: {
    rates: [{ days: null, rate: rate as Rate, type: 'absolute' }],
    promos: [],
    floor: null,
    cap: null,
    stepCap: null,
  },
  minimum: { percentOfPrincipal: '0.01' as Rate, amount: zeroCents },
  grace: null,
  amortization: null,
  deferredInterest: null,
  fees: { draw: { amount: zeroCents, percentOfPurchase: '0' as Rate, charged: 'firstPayment' }, periodic: [] },
  endDate: null,
  ...more,
});
