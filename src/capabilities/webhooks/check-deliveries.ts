// Checks for `tenor doctor` whether deliveries are sent.
import { lateIn, type Queue } from '#platform/doctor/backlog.ts';
import {
  checkOfModes,
  counted,
  type Finding,
  type InspectedDatabase,
  rowsOf,
  warning,
} from '#platform/doctor/check.ts';
import { failuresUntilProbing } from './delivery/back-off.ts';

interface Subscription {
  readonly id: string;
  readonly disabled_reason: string | null;
}

/** What is waiting for a subscription, and how it goes. */
interface Work {
  readonly webhook_id: string;
  readonly failures: number;
  readonly parked: number;
}

/** Two statements: on a cluster, work lies on one node and subscriptions with their companies. */
export const deliveriesQueue: Queue = {
  name: 'webhooks',
  async since(ask, mode) {
    const works = await ask<{ webhook_id: string; since: string }>(
      `select webhook_id, greatest(due_at, paused_until, held_until) as since from ${mode}.webhook_work
      where due_at is not null`,
    );
    if (works.length === 0) return null;
    const enabled = await ask<{ id: string }>(
      `select id from ${mode}.webhooks where enabled and deleted_at is null and id = any($1::text[])`,
      [works.map(({ webhook_id }) => webhook_id)],
    );
    const ids = new Set(enabled.map(({ id }) => id));
    const due = works.filter(({ webhook_id }) => ids.has(webhook_id)).map(({ since }) => Number(since));
    return due.length === 0 ? null : Math.min(...due);
  },
};

export const deliveriesCheck = checkOfModes(
  'webhooks',
  'Deliveries go out, and their receivers take them.',
  async (inspected, mode) => {
    const subscriptions = await rowsOf<Subscription>(
      inspected,
      `select id, disabled_reason from ${mode}.webhooks where deleted_at is null order by id`,
    );
    const works = await worksOf(inspected, mode);
    const late = await lateIn(deliveriesQueue, inspected, mode, `Deliveries of ${mode} have waited for a worker`);
    const inTrouble = subscriptions.flatMap((one) => {
      const work = works.get(one.id);
      return work === undefined ? [] : troubled(mode, one, work);
    });
    return [...late, ...inTrouble];
  },
);

/** By itself: on a cluster, work lies on one node and subscriptions with their companies. */
async function worksOf(inspected: InspectedDatabase, mode: string): Promise<Map<string, Work>> {
  const works = await rowsOf<Work>(
    inspected,
    `select webhook_id, failures, (
        select count(*)::integer from (
          select from ${mode}.webhook_deliveries as delivery
          where delivery.webhook_id = work.webhook_id and state = 'parked' limit 10000
        ) as given_up) as parked
    from ${mode}.webhook_work as work`,
  );
  return new Map(works.map((work) => [work.webhook_id, work]));
}

function troubled(mode: string, { id, disabled_reason: reason }: Subscription, { failures, parked }: Work): Finding[] {
  return [
    ...(reason === null
      ? []
      : [
          warning(
            `The webhook ${id} of ${mode} was switched off: ${reason}.`,
            'Mend its receiver and enable it again.',
          ),
        ]),
    ...(failures < failuresUntilProbing
      ? []
      : [
          warning(
            `The receiver of webhook ${id} of ${mode} has failed ${failures} times in a row.`,
            `GET /api/webhooks/${id}/deliveries shows what it answers.`,
          ),
        ]),
    ...(parked === 0
      ? []
      : [
          warning(
            `${counted(parked, 'delivery').replace('deliverys', 'deliveries')} of webhook ${id} of ${mode} were given up.`,
            'Mend the receiver and ask for them again; /docs/webhooks tells how.',
          ),
        ]),
  ];
}
