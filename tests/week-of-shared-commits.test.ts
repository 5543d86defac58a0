// A week in the lives of many borrowers, twice: once the commands of several share commits, once each is a commit of its
// own. Both leave the same answers, the same books, and the same events in the same order for each borrower.
//
//   TENOR_BORROWERS=1000 npm test -- week-of-shared-commits     as many borrowers as that
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { aLine } from './support/a-line.ts';
import { aDraw } from './support/begun-line.ts';
import { beginLoan } from './support/begun-loan.ts';
import { booksAgree } from './support/books-agree.ts';
import { type Random, randomOf } from './support/fuzz/random.ts';
import { type Answer, aPerson, type Client, type House, useHouse } from './support/house.ts';
import { seed } from './support/seed.ts';
import { moveClock, setClock } from './support/test-clock.ts';
import { told } from './support/told.ts';

const borrowers = Number(process.env.TENOR_BORROWERS ?? 6);
const firstDay = Date.parse('2026-03-02T15:00:00Z');
const days = 7;
const instantOf = (day: number): string => new Date(firstDay + day * 86_400_000).toISOString();

interface Place {
  readonly house: House;
  readonly api: Client;
}

interface Borrower {
  readonly personId: string;
  readonly loan: string;
  /** Only a line of credit has it. */
  readonly draw: string | undefined;
}

const agreement = {
  amountFinanced: 4800,
  interestRates: [{ rate: 0.1499 }],
  paymentFrequency: 'monthly',
  specificDays: [5],
  duration: 12,
};

async function aBorrower(api: Client, isLine: boolean): Promise<Borrower> {
  if (!isLine) {
    const { personId, path } = await beginLoan(api, { start: instantOf(0), agreed: agreement });
    return { personId, loan: path, draw: undefined };
  }
  const { personId, path } = await aLine(api);
  return { personId, loan: path, draw: await aDraw(api, path) };
}

// ---- what may happen ------------------------------------------------------------------------------------------------

interface Act {
  readonly below: 'transactions' | 'purchases' | 'contacts' | 'people';
  readonly body: object;
}

const amountOf = (random: Random): number => random.between(1, 30_000) / 100;

function payment(random: Random, day: number): Act {
  const back = random.pick([0, 0, 0, 1, 3]);
  const dated = back === 0 ? {} : { effectiveDate: instantOf(day - back).slice(0, 10) };
  const status = random.pick(['succeeded', 'succeeded', 'pending']);
  const amount = random.pick([amountOf(random), amountOf(random), -1, 1_000_000]);
  return { below: 'transactions', body: { type: 'oneTime', isExternal: true, amount, status, ...dated } };
}

const credit = (random: Random): Act => ({
  below: 'transactions',
  body: {
    type: 'serviceCredit',
    amount: amountOf(random),
    serviceCreditsDetails: { reason: 'goodwill', sponsor: 'loanServicer' },
  },
});

const purchase = (random: Random, day: number): Act => ({
  below: 'purchases',
  body: {
    type: random.pick(['regular', 'regular', 'refund']),
    status: random.pick(['settled', 'pending']),
    amount: amountOf(random),
    // No two in the same second: of those nobody has said which came first.
    purchaseDate: new Date(
      Date.parse(instantOf(day - random.pick([0, 0, 2]))) - random.between(0, 40_000) * 1_000,
    ).toISOString(),
  },
});

const contact = (random: Random): Act => ({
  below: 'contacts',
  body: {
    contactType: 'email',
    label: 'personal',
    status: 'additional',
    value: `ada.${random.between(1, 1_000_000)}@example.com`,
  },
});

const newPerson: Act = { below: 'people', body: aPerson() };

function actOf(random: Random, day: number, isLine: boolean): Act {
  const ofBoth = [payment, payment, credit, contact, () => newPerson] as const;
  const kind = random.pick([payment, ...ofBoth, ...(isLine ? [purchase, purchase] : [])]);
  return kind(random, day);
}

/** The same for each of the two houses. */
function actsOf(borrower: number, day: number, isLine: boolean): Act[] {
  const random = randomOf(seed, borrower * days + day);
  return Array.from({ length: random.between(0, 4) }, () => actOf(random, day, isLine));
}

const pathOf = ({ personId, loan, draw }: Borrower, below: Act['below']): string =>
  ({
    transactions: `${loan}/transactions`,
    purchases: `${draw}/purchases`,
    contacts: `/people/${personId}/contacts`,
    people: '/people',
  })[below];

// ---- what is left of it ---------------------------------------------------------------------------------------------

/** Without ids and times of day. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/\b[A-Z]{2}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/g, 'an id')
      .replaceAll(/T\d\d:\d\d:\d\d(\.\d+)?Z/g, ''),
  );

/** What workers tell beside the commands, some moments after one or several of them: statements and messages. */
const besides: ReadonlySet<string> = new Set([
  'statement.regenerated',
  'interaction.created',
  'interaction.updated',
  'interaction.blocked',
  'communication.send',
  'communication.failed',
  'notice.not.sent',
]);

async function shown({ house, api }: Place, { personId, loan }: Borrower): Promise<unknown> {
  const parts = ['', '/balances', '/obligations', '/transactions?limit=100', '/ledger?limit=100'];
  const answers = await Promise.all(parts.map((part) => api.get(`${loan}${part}`)));
  const events = (await told(house, api, `personId=${personId}`)).map(({ eventType }) => eventType);
  return plain([answers.map(({ status, body }) => [status, body.data]), events.filter((type) => !besides.has(type))]);
}

/** How many transactions of the database wrote what requests did to several people. */
async function commitsOfSeveral({ house, api }: Place): Promise<number> {
  const reader = house.service.database.reader(api.realm);
  const writtenBy = sql<string>`xmin::text`;
  const commits = reader.db
    .selectFrom('event_commits')
    .select(writtenBy.as('written_by'))
    .where('request_id', 'is not', null)
    .groupBy(writtenBy)
    .having(({ fn }) => fn.count('subject_id').distinct(), '>', 1);
  return (await reader.rows(commits)).length;
}

/** The statuses of all answers, in the order of each borrower. */
async function liveAWeek({ api }: Place, all: readonly Borrower[]): Promise<number[][]> {
  const statuses = all.map((): number[] => []);
  for (let day = 0; day < days; day++) {
    if (day > 0) await moveClock(api, instantOf(day));
    const lives = all.map(async (borrower, number) => {
      for (const { below, body } of actsOf(number, day, borrower.draw !== undefined)) {
        const answer: Answer = await api.post(pathOf(borrower, below), body);
        statuses[number]?.push(answer.status);
      }
    });
    await Promise.all(lives);
  }
  return statuses;
}

describe('a week of many borrowers', () => {
  const shared = useHouse({ lockWaitMs: 60_000, sharing: { lanes: 1, togetherMax: 4 } });
  const alone = useHouse({ lockWaitMs: 60_000, sharing: { togetherMax: 1 } });
  let places: readonly [Place, Place];
  before(async () => {
    const placeIn = async ({ house, aCompany }: typeof shared) => ({ house: house(), api: (await aCompany()).test });
    places = [await placeIn(shared), await placeIn(alone)];
  });

  test(`leaves the same whether ${borrowers} of them share commits or not`, async () => {
    const lives: { people: readonly Borrower[]; statuses: number[][] }[] = [];
    for (const place of places) {
      await setClock(place.api, instantOf(0));
      const people: Borrower[] = [];
      for (let i = 0; i < borrowers; i++) people.push(await aBorrower(place.api, i % 2 === 1));
      lives.push({ people, statuses: await liveAWeek(place, people) });
    }
    const [together, apart] = lives as [(typeof lives)[number], (typeof lives)[number]];
    assert.deepEqual(together.statuses, apart.statuses);
    for (const [i, one] of together.people.entries()) {
      assert.deepEqual(
        await shown(places[0], one),
        await shown(places[1], apart.people[i] as Borrower),
        `borrower ${i}`,
      );
    }
    for (const { house, api } of places) await booksAgree(house, api, borrowers - 1);
    // On a cluster no commit is of several people.
    if (places[0].house.service.database.grouping.personsMax === 1) return;
    assert.ok((await commitsOfSeveral(places[0])) > 0);
    assert.equal(await commitsOfSeveral(places[1]), 0);
  });
});
