// Checks for `tenor doctor` whether deliveries are sent.
import { lateFinding } from '#platform/doctor/backlog.ts';
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
  readonly enabled: boolean;
}

/** What is waiting for a subscription, and how it goes. */
interface Work {
  readonly webhook_id: string;
  readonly since: string | null;
  readonly failures: number;
  readonly parked: number;
}

export const deliveriesCheck = checkOfModes(
  'webhooks',
  'Deliveries go out, and their receivers take them.',
  async (inspected, mode) => {
    const subscriptions = await rowsOf<Subscription>(
      inspected,
      `select id, disabled_reason, enabled from ${mode}.webhooks where deleted_at is null order by id`,
    );
    const works = await worksOf(inspected, mode);
    const due = subscriptions.flatMap(({ id, enabled }) => (enabled ? (works.get(id)?.since ?? []) : []));
    const since = due.length === 0 ? null : Math.min(...due.map(Number));
    const late = lateFinding(inspected, since, `Deliveries of ${mode} have waited for a worker`);
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
    `select webhook_id, failures,
      case when due_at is not null then greatest(due_at, paused_until, held_until) end as since, (
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
