// Checks for `tenor doctor` whether deliveries are sent.
import { modes } from '#platform/db/realm.ts';
import { lateFinding } from '#platform/doctor/backlog.ts';
import {
  type Check,
  counted,
  type Finding,
  type InspectedDatabase,
  orFine,
  rowsOf,
  warning,
} from '#platform/doctor/check.ts';
import { failuresUntilProbing } from './delivery/back-off.ts';

interface Subscription {
  readonly id: string;
  readonly disabled_reason: string | null;
  readonly failures: number;
  readonly parked: number;
}

export const deliveriesCheck: Check<InspectedDatabase> = {
  name: 'webhooks',
  async look(inspected) {
    const findings: Finding[] = [];
    for (const mode of modes) {
      const [row] = await rowsOf<{ since: string | null }>(
        inspected,
        `select min(greatest(due_at, paused_until, held_until)) as since from ${mode}.webhook_work as work
        join ${mode}.webhooks as webhook on webhook.id = work.webhook_id and webhook.company_id = work.company_id
        where due_at is not null and enabled and deleted_at is null`,
      );
      const since = row?.since == null ? null : Number(row.since);
      findings.push(...lateFinding(inspected, since, `Deliveries of ${mode} have waited for a worker`));
      findings.push(...(await troubled(inspected, mode)));
    }
    return orFine(findings, 'Deliveries go out, and their receivers take them.');
  },
};

async function troubled(inspected: InspectedDatabase, mode: string): Promise<Finding[]> {
  const found = await rowsOf<Subscription>(
    inspected,
    `select webhook.id, disabled_reason, failures, (
        select count(*)::integer from (
          select from ${mode}.webhook_deliveries where webhook_id = webhook.id and state = 'parked' limit 10000
        ) as given_up) as parked
    from ${mode}.webhooks as webhook
    join ${mode}.webhook_work as work on work.webhook_id = webhook.id and work.company_id = webhook.company_id
    where deleted_at is null order by webhook.id`,
  );
  return found.flatMap(({ id, disabled_reason: reason, failures, parked }) => [
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
            'Mend the receiver and ask for them again; docs/webhooks.md tells how.',
          ),
        ]),
  ]);
}
