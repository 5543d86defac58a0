// What the sender of deliveries reads and writes: subscriptions with due work, open deliveries, and the outcomes of
// attempts. All work for one subscription is done by one process at a time, which has a lease of it.
import { instantOfMicros } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { Reader, RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import { leaseOn } from '#platform/work/lease.ts';
import type { DeliveryRow, Try, WebhookRow } from '../tables.ts';

const workLease = leaseOn<'webhook_work', 'held_until', string>({
  table: 'webhook_work',
  id: 'webhook_id',
  until: 'held_until',
  holder: 'holder',
});
/** The values to write when work is given back. */
const givenBack = { holder: null, ...workLease.given };

/** Few at a time, so that several workers share the due work. */
export const claimsMax = 4;
const triesKept = 10;

export interface Claim {
  readonly webhookId: string;
  readonly realm: Realm;
  readonly planned: number;
  readonly failures: number;
}

/** Takes due work without a lease. */
export async function claimWork(
  database: RealmDatabase,
  mode: Mode,
  holder: string,
  nowMicros: number,
  dueBefore: number,
  alreadyMine: readonly string[],
): Promise<Claim[]> {
  const { db, rows } = database.unscoped(mode);
  const due = db
    .selectFrom('webhook_work')
    .select('webhook_id')
    .where('due_at', '<=', dueBefore)
    .where('paused_until', '<=', nowMicros)
    .where('webhook_id', '<>', sql<string>`all(${alreadyMine}::text[])`)
    .orderBy('due_at')
    .limit(claimsMax)
    .forUpdate()
    .skipLocked();
  const claimed = await rows(
    db
      .updateTable('webhook_work')
      .set({ holder, ...workLease.taken(nowMicros) })
      .where('webhook_id', 'in', workLease.free(due, nowMicros))
      .returning(['webhook_id', 'company_id', 'planned', 'failures']),
  );
  return claimed.map(({ webhook_id: webhookId, company_id: companyId, planned, failures }) => ({
    webhookId,
    realm: { mode, companyId },
    planned,
    failures,
  }));
}

export type OpenDelivery = Pick<
  DeliveryRow,
  'id' | 'sequence' | 'lane' | 'event_id' | 'attempts' | 'planned_at' | 'body_sealed'
>;

/** Until when a lane waits, and for which of its deliveries: the first, which failed. */
export interface Wait {
  readonly until: number;
  readonly sequence: number;
}

interface Due {
  /** The present row; undefined if the subscription is switched off or deleted. */
  readonly subscription: WebhookRow | undefined;
  readonly deliveries: OpenDelivery[];
  readonly planned: number | undefined;
}

/** The outcome of an attempt. */
export interface Ended {
  readonly delivery: OpenDelivery;
  readonly state: 'open' | 'delivered' | 'parked';
  /** For a delivery that stays open: when it is tried again. */
  readonly dueAt: number;
  readonly tried: Try;
  readonly answer: Buffer | null;
}

interface Outcome {
  readonly ended: readonly Ended[];
  /** Lanes that wait, and until when. */
  readonly waiting: ReadonlyMap<string, number>;
  readonly failures: number;
}

/** The work of one subscription, as long as this process has the lease. */
export class DeliveryStore {
  readonly #database: RealmDatabase;
  readonly #reader: Reader;
  readonly #webhookId: string;
  readonly #holder: string;

  constructor(database: RealmDatabase, { webhookId, realm }: Claim, holder: string) {
    this.#database = database;
    this.#reader = database.reader(realm);
    this.#webhookId = webhookId;
    this.#holder = holder;
  }

  /** The present row; undefined if the subscription is switched off or deleted. */
  async subscription(): Promise<WebhookRow | undefined> {
    return this.#reader.row(this.#switchedOn(this.#reader.db));
  }

  /** The due deliveries, in the order in which they may be sent, and how many were planned until now. */
  async due(nowMicros: number, limit: number, exceptLanes: readonly string[]): Promise<Due> {
    const { db } = this.#reader;
    const [[subscription], [work], deliveries] = await this.#reader.together(
      this.#switchedOn(db),
      db.selectFrom('webhook_work').select('planned').where('webhook_id', '=', this.#webhookId),
      this.#open(db)
        .select(['id', 'sequence', 'lane', 'event_id', 'attempts', 'planned_at', 'body_sealed'])
        .where('due_at', '<=', nowMicros)
        .where('lane', '<>', sql<string>`all(${exceptLanes}::text[])`)
        // The first delivery of a lane is sent first, even if later ones were due earlier.
        .orderBy('sequence')
        .limit(limit),
    );
    return { subscription, deliveries, planned: work?.planned };
  }

  /** Lanes whose first delivery has failed and waits: later ones of the lane must wait as well. */
  async waitingLanes(nowMicros: number): Promise<Map<string, Wait>> {
    const rows = await this.#reader.rows(
      this.#open(this.#reader.db)
        .select(['lane', sql<number>`max(due_at)`.as('until'), sql<number>`min(sequence)`.as('sequence')])
        .where('due_at', '>', nowMicros)
        .groupBy('lane'),
    );
    return new Map(rows.map(({ lane, until, sequence }) => [lane, { until, sequence }]));
  }

  /** Renews the lease; returns false if another process has the work. */
  renew(nowMicros: number): Promise<boolean> {
    return this.#transact((tx) => workLease.renew(tx, this.#webhookId, this.#holder, nowMicros));
  }

  write({ ended, waiting, failures }: Outcome): Promise<void> {
    return this.#transact(async (tx) => {
      if (ended.length > 0) tx.write(endedDeliveries(tx.db, this.#webhookId, ended));
      if (waiting.size > 0) tx.write(waitingDeliveries(tx.db, this.#webhookId, waiting));
      const work = tx.db.updateTable('webhook_work').set({ failures, ...totals(ended) });
      tx.write(work.where('webhook_id', '=', this.#webhookId));
    });
  }

  /** Gives up deliveries that were planned before an instant: the receiver has been away for too long. */
  park(plannedBefore: number, nowMicros: number): Promise<void> {
    return this.#transact(async (tx) => {
      tx.write(
        tx.db
          .updateTable('webhook_deliveries')
          .set({ state: 'parked', ended_at: instantOfMicros(BigInt(nowMicros)) })
          .where('webhook_id', '=', this.#webhookId)
          .where('state', '=', 'open')
          .where('planned_at', '<', plannedBefore),
      );
    });
  }

  /** Gives the work back; returns false if something was planned after `planned` was read, so the work is not done. */
  release(planned: number | undefined): Promise<boolean> {
    return this.#transact(async (tx) => {
      const next = await tx.row(this.#open(tx.db).select(sql<number | null>`min(due_at)`.as('due_at')));
      const rested = { ...givenBack, due_at: next?.due_at ?? null, paused_until: 0 };
      return (
        (await tx.affected(
          this.#held(tx.db)
            .set(rested)
            .where('planned', '=', planned ?? -1),
        )) > 0
      );
    });
  }

  /** Sends the receiver nothing until then. */
  pause(untilMicros: number): Promise<void> {
    return this.#end({ due_at: 0, paused_until: untilMicros });
  }

  /** Gives the work back so that another process can continue at once. */
  letGo(): Promise<void> {
    return this.#end({ due_at: 0 });
  }

  /** Nothing is due for a subscription that is switched off. */
  rest(planned: number): Promise<void> {
    return this.#transact(async (tx) => {
      // If it was switched on again meanwhile, `planned` has changed.
      tx.write(this.#held(tx.db).set({ due_at: null }).where('planned', '=', planned));
      tx.write(this.#held(tx.db).set(givenBack));
    });
  }

  #end(also: { due_at: number; paused_until?: number }): Promise<void> {
    return this.#transact(async (tx) => tx.write(this.#held(tx.db).set({ ...givenBack, ...also })));
  }

  #transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    // What a crash loses is repeated: a delivery is sent again, work is begun again.
    return this.#database.transact(this.#reader.realm, work, { isDurable: false });
  }

  #switchedOn(db: Builder) {
    const found = db.selectFrom('webhooks').selectAll().where('id', '=', this.#webhookId);
    return found.where('enabled', '=', true).where('deleted_at', 'is', null);
  }

  #open(db: Builder) {
    return db.selectFrom('webhook_deliveries').where('webhook_id', '=', this.#webhookId).where('state', '=', 'open');
  }

  #held(db: Builder) {
    return workLease.held(db, this.#webhookId, this.#holder);
  }
}

function totals(ended: readonly Ended[]) {
  const good = ended.filter(({ state }) => state === 'delivered');
  const bad = ended.filter(({ state }) => state !== 'delivered');
  const [lastGood, lastBad] = [good.at(-1)?.tried, bad.at(-1)?.tried];
  return {
    delivered_total: sql<number>`delivered_total + ${good.length}::bigint`,
    failed_total: sql<number>`failed_total + ${bad.length}::bigint`,
    ...(lastGood && { last_delivered_at: lastGood.at }),
    ...(lastBad && { last_failed_at: lastBad.at, last_failure: lastBad.problem }),
  };
}

interface EndedRow {
  readonly of_id: string;
  readonly planned: number;
  readonly new_state: 'open' | 'delivered' | 'parked';
  readonly next_at: number;
  readonly tried: unknown;
  readonly answer: Buffer | null;
  readonly at: string;
}

/** Somebody had it sent again while this attempt was under way, which failed: it is due at once. */
const isAskedAgain = sql.raw("(planned_at <> u.planned and u.new_state <> 'delivered')");

function endedDeliveries(db: Builder, webhookId: string, ended: readonly Ended[]) {
  const rows = sql<EndedRow>`unnest(
    ${ended.map(({ delivery }) => delivery.id)}::text[],
    ${ended.map(({ delivery }) => delivery.planned_at)}::bigint[], ${ended.map(({ state }) => state)}::text[],
    ${ended.map(({ dueAt }) => dueAt)}::bigint[], ${ended.map(({ tried }) => JSON.stringify(tried))}::jsonb[],
    ${ended.map(({ answer }) => answer)}::bytea[], ${ended.map(({ tried }) => tried.at)}::timestamptz[])`;
  return db
    .updateTable('webhook_deliveries')
    .from(rows.as<'u'>(sql`u(of_id, planned, new_state, next_at, tried, answer, at)`))
    .set({
      state: sql<'open'>`case when ${isAskedAgain} then 'open' else u.new_state end`,
      due_at: sql<number>`case when ${isAskedAgain} then 0 else u.next_at end`,
      attempts: sql<number>`attempts + 1`,
      tries: sql<string>`(case when jsonb_array_length(tries) < ${triesKept} then tries else tries - 0 end) || u.tried`,
      answer_sealed: sql<Buffer | null>`u.answer`,
      ended_at: sql<null>`case when u.new_state = 'open' or ${isAskedAgain} then null else u.at end`,
    })
    .where('webhook_id', '=', webhookId)
    .whereRef('id', '=', sql.ref('u.of_id'))
    .where('state', '=', 'open');
}

function waitingDeliveries(db: Builder, webhookId: string, waiting: ReadonlyMap<string, number>) {
  const rows = sql<{ of_lane: string; until: number }>`unnest(
    ${[...waiting.keys()]}::text[], ${[...waiting.values()]}::bigint[])`;
  return (
    db
      .updateTable('webhook_deliveries')
      .from(rows.as<'u'>(sql`u(of_lane, until)`))
      .set({ due_at: sql<number>`u.until` })
      .where('webhook_id', '=', webhookId)
      .where('state', '=', 'open')
      .whereRef('lane', '=', sql.ref('u.of_lane'))
      .whereRef('due_at', '<', sql.ref('u.until'))
      // If none of the lane is due that late, somebody has ended the wait.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('webhook_deliveries as first')
            .select('first.id')
            .where('first.webhook_id', '=', webhookId)
            .where('first.state', '=', 'open')
            .whereRef('first.lane', '=', sql.ref('u.of_lane'))
            .whereRef('first.due_at', '>=', sql.ref('u.until')),
        ),
      )
  );
}
