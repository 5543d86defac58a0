// Orders for tests: a borrower with an account, a provider that does as it is told, and the work on orders by hand.
import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type AttemptRef, attemptRow } from '#capabilities/moving-money/orders/attempts/attempt.ts';
import { giveOrder, type NewOrder } from '#capabilities/moving-money/orders/attempts/give-order.ts';
import { type OrderTools, workIn } from '#capabilities/moving-money/orders/attempts/order-work.ts';
import { ordersDay } from '#capabilities/moving-money/orders/attempts/orders-day.ts';
import { ordersJob, resumeOrders } from '#capabilities/moving-money/orders/attempts/orders-job.ts';
import { type ReportEffect, receiveReport } from '#capabilities/moving-money/orders/attempts/receive-report.ts';
import { workOn } from '#capabilities/moving-money/orders/attempts/send-order.ts';
import type { AttemptRow } from '#capabilities/moving-money/orders/attempts/tables.ts';
import type { OrderReport, Taker } from '#capabilities/moving-money/orders/attempts/taker.ts';
import type { Carrier } from '#capabilities/moving-money/orders/companies-providers/carrier.ts';
import type { ProviderReport } from '#capabilities/moving-money/orders/providers/provider.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { makeLog } from '#platform/log.ts';
import { pace, requestLoad } from '#platform/pace.ts';
import { advanceClock } from '#platform/test-clock/advance-clock.ts';
import { operations } from '#platform/work/operations/operations.ts';
import { aCaller } from './caller.ts';
import { type FakeProvider, fakeProvider } from './fake-provider.ts';
import { aPerson, type Client, type House } from './house.ts';
import { anAccount } from './instruments.ts';

export interface Orders {
  readonly api: Client;
  readonly personId: string;
  readonly instrumentId: string;
  readonly fake: FakeProvider;
  readonly carrier: Carrier;
  readonly tools: OrderTools;
  /** What the taker has heard, of commits that held. */
  readonly heard: OrderReport[];
  /** Called in the commit of what is heard. */
  onHearing: Taker;
  give(asked?: Partial<NewOrder>): Promise<AttemptRef>;
  /** Several in one commit, at the same time. */
  giveTogether(amounts: readonly Cents[]): Promise<void>;
  row(ref: AttemptRef): Promise<AttemptRow>;
  /** What the job of the outbox does. */
  work(ref: AttemptRef): Promise<void>;
  told(told: Partial<ProviderReport> & Pick<ProviderReport, 'what'>): Promise<ReportEffect>;
  /** Moves the clock of the test realm, with the days between. */
  moveClock(to: string): Promise<void>;
}

export const ordersKey = ({ subject_id, number }: AttemptRow): string => `${subject_id}.${number}`;

export async function ordersOf(house: House, api: Client, fake: FakeProvider = fakeProvider()): Promise<Orders> {
  const { database, vault, clock, position, rightsOf } = house.service;
  const person = await api.made('/people', aPerson());
  const [instrument] = await api.made(`/people/${person.id}/payment-instruments`, anAccount());
  const carrier: Carrier = { id: 'fake', kind: 'fake', provider: fake.provider };
  let eventNumber = 0;
  let pending: OrderReport[] = [];
  const orders: Orders = {
    api,
    personId: person.id,
    instrumentId: instrument.id,
    fake,
    carrier,
    heard: [],
    onHearing: async () => {},
    tools: {
      database,
      vault,
      clock,
      position,
      settings: { webhookDevHosts: new Set() },
      log: makeLog('silent'),
      takers: {
        transaction: {
          emits: [],
          async take(work, tx, outcome) {
            pending.push(outcome);
            await orders.onHearing(work, tx, outcome);
          },
        },
      },
      carrierById: async (_reader, _work, id) => (id === carrier.id ? carrier : undefined),
    },
    async give(asked = {}) {
      const subject = { kind: 'transaction', id: newId('TX') } as const;
      const { body } = await house.service.runCommand({
        caller: aCaller(api.realm),
        requestId: 'r',
        run: (ctx, tx) => giveOrder(ctx, tx, carrier, { ...anOrder(orders, subject), ...asked }),
        present: (id) => ({ status: 200, headers: {}, body: id }),
      });
      return { personId: asked.personId ?? person.id, id: String(body) };
    },
    async giveTogether(amounts) {
      const run = (ctx: CommandContext, tx: Tx) =>
        Promise.all(
          amounts.map((amount) =>
            giveOrder(ctx, tx, carrier, { ...anOrder(orders, { kind: 'transaction', id: newId('TX') }), amount }),
          ),
        );
      const present = (ids: readonly string[]) => ({ status: 200, headers: {}, body: ids.join() });
      await house.service.runCommand({ caller: aCaller(api.realm), requestId: 'r', run, present });
    },
    async row(ref) {
      const reader = database.reader(api.realm);
      return (await reader.row(attemptRow(reader.db, ref))) as AttemptRow;
    },
    work: (ref) => kept(() => workOn(workIn(orders.tools, api.realm), ref)),
    told(told) {
      eventNumber += 1;
      const one: ProviderReport = {
        eventId: `E${eventNumber}`,
        key: null,
        id: null,
        at: '2027-05-14T18:00:00.000000+00:00' as Instant,
        amount: cents(66_605),
        code: null,
        on: null,
        ...told,
      };
      return kept(() => receiveReport(workIn(orders.tools, api.realm), carrier, one));
    },
    async moveClock(to) {
      const { id: operationId } = await api.made('/test-clock/advance', { to });
      const kinds = [advanceClock([ordersDay(orders.tools)])];
      const worker = operations({ database, vault, clock, position, rightsOf, kinds, log: makeLog('silent') });
      await kept(() => worker.job.run({ ...api.realm, payload: { operationId } }));
    },
  };
  /** What was heard in a commit that was broken off was not heard. */
  async function kept<T>(work: () => Promise<T>): Promise<T> {
    pending = [];
    const done = await work();
    orders.heard.push(...pending.splice(0));
    return done;
  }
  return orders;
}

const anOrder = ({ personId, instrumentId }: Orders, subject: NewOrder['subject']): NewOrder => ({
  subject,
  personId,
  number: 1,
  instrumentId,
  rail: 'ach',
  deed: 'debit',
  amount: cents(66_605),
  entryDate: '2027-05-14',
  isSameDay: false,
  entry: { sec: 'WEB', isRecurring: false, description: 'LOAN PMT', id: subject.id, name: 'ADA LOVELACE' },
  authorizationId: null,
  of: null,
  // Only a credit has it.
  leave: 'givesBack',
  sendAt: null,
});

/** The job that sends, and the chore that brings back what was left. */
export const orderWorkers = (tools: OrderTools) => ({
  job: ordersJob(tools, pace(requestLoad())),
  resume: resumeOrders(tools),
});
