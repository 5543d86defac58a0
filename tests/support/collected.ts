// A loan whose payments the service collects, and a provider whose word a test speaks: the taker hears it as it would of
// an attempt, in a commit of its own.
import { cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { paymentTaker } from '#capabilities/loans/index.ts';
import type { OrderReport } from '#capabilities/moving-money/index.ts';
import { lastWrites } from '#capabilities/moving-money/orders/attempts/last-writes.ts';
import { holdPerson } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import { workNow } from '#platform/business-clock.ts';
import { machineClock } from '#platform/clock.ts';
import { knownSubject } from '#platform/command/run-command.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import { makeLog } from '#platform/log.ts';
import type { Shown } from './begun-loan.ts';
import type { Answer, Client, House } from './house.ts';
import { anAccount } from './instruments.ts';
import { aRoundLoan, type RoundLoan } from './round-loan.ts';

interface Collection {
  readonly instrumentId: string;
  tryToCollect(amount: number, more?: object): Promise<Answer>;
  collect(amount: number, more?: object): Promise<Shown>;
  transaction(id: string): Promise<Shown>;
  /** The provider says this of the transaction's order. */
  hears(id: string, what: OrderReport['what'], more?: Partial<OrderReport>): Promise<Shown>;
}

export type CollectedLoan = RoundLoan & Collection;

/** Names a provider for bank accounts. Nobody is behind its address: a house without workers sends nothing. */
export const nameProvider = (api: Client): Promise<Answer> =>
  api.put('/companies/current/payment-providers/bankAccount', {
    kind: 'http',
    http: {
      url: 'https://payments.example.com/tenor',
      rails: ['ach'],
      absenceIsFinal: true,
      deeds: ['debit', 'credit', 'void', 'reversal'],
    },
    credentials: { secret: 'f2vQ0b7mY1nT4kX8sJ5rL3wE6uH9cA0zD2gP7iV1oBM=' },
  });

let drawn = 0;

export async function verifiedAccount(api: Client, personId: string, more: object = {}): Promise<string> {
  const accountNumber = String(9_000_000_000 + ++drawn);
  const [{ id }] = await api.made(`/people/${personId}/payment-instruments`, anAccount({ accountNumber, ...more }));
  const changed = await api.put(`/people/${personId}/payment-instruments/${id}`, { status: 'active', verified: true });
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
  return id;
}

/** One that the borrower has had for a month: money may go to it, and who made it is no hindrance any more. */
export async function oldAccount(
  { service: { database } }: House,
  api: Client,
  personId: string,
  more: object = {},
): Promise<string> {
  const id = await verifiedAccount(api, personId, more);
  const { test } = database.pools;
  await test.query(
    "update payment_instruments set created_at = (created_at at time zone 'UTC' - interval '30 days') at time zone 'UTC' where id = $1",
    [id],
  );
  await test.query(
    `update event_commits set created_at = (created_at at time zone 'UTC' - interval '30 days') at time zone 'UTC'
     where subject_id = $1 and exists (select from unnest(types) as told(type) where type ~ 'instrument|contact')`,
    [personId],
  );
  return id;
}

export async function aCollectedLoan(
  house: House,
  api: Client,
  options: Parameters<typeof aRoundLoan>[1] = {},
): Promise<CollectedLoan> {
  const loan = await aRoundLoan(api, options);
  return { ...loan, ...(await collecting(house, api, loan)) };
}

/** Starts collecting on a loan or a line. */
export async function collecting(
  house: House,
  api: Client,
  loan: { readonly personId: string; readonly path: string },
): Promise<Collection> {
  const instrumentId = await verifiedAccount(api, loan.personId);
  const transactions = `${loan.path}/transactions`;
  const tryToCollect: Collection['tryToCollect'] = (amount, more = {}) =>
    api.post(transactions, { type: 'oneTime', amount, paymentInstrumentId: instrumentId, ...more });
  const transaction = async (id: string): Promise<Shown> => (await api.get(`${transactions}/${id}`)).body.data;
  return {
    instrumentId,
    tryToCollect,
    async collect(amount, more) {
      const { status, body } = await tryToCollect(amount, more);
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.data;
    },
    transaction,
    async hears(id, what, more = {}) {
      await hear(house, api, { id, personId: loan.personId, amount: (await transaction(id)).actualAmount }, what, more);
      return transaction(id);
    },
  };
}

interface Heard {
  readonly id: string;
  readonly personId: string;
  readonly amount: number;
}

const hear = (
  { service: { database, vault } }: House,
  api: Client,
  { id, personId, amount }: Heard,
  what: OrderReport['what'],
  more: Partial<OrderReport>,
): Promise<void> =>
  database.transact(api.realm, async (tx) => {
    const now: Instant = await workNow(tx, machineClock);
    const person = await holdPerson(tx, personId);
    const position = () => machineClock.micros();
    const { emit, flush } = eventRecorder(
      { realm: api.realm, now, position, requestId: null, actor: system, declared: paymentTaker.emits },
      person && knownSubject(person),
    );
    const work = {
      realm: api.realm,
      now,
      vault,
      position,
      log: makeLog('silent'),
      actor: system,
      machineMicros: () => machineClock.micros(),
      enqueue: () => {},
      emit,
      last: lastWrites(tx, { position }),
    };
    await paymentTaker.take(work, tx, {
      subject: { kind: 'transaction', id },
      personId,
      attemptId: 'PA-AAAA-AAAA',
      number: 1,
      deed: 'debit',
      rail: 'ach',
      amount: cents(Math.round(amount * 100)),
      what,
      providerId: `P-${id}`,
      reason: null,
      code: null,
      entryDate: null,
      at: now,
      respondBy: null,
      caseNumber: null,
      corrected: null,
      particulars: {},
      ...more,
    });
    flush(tx);
  });
