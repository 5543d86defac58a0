// What differs after a restore, or where a snapshot was put back, between this database and what providers have: a person looks at it before anything is
// sent again. The service asks for all of it by itself while payments are stopped.
import { microsOfInstant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { keyOf } from './attempt.ts';
import { type Stopped, wasRestored } from './switch.ts';

const shownMax = 50;

/** Sentences for whoever lets payments go on; none when every provider has been heard and nothing differs. */
export async function differencesSinceRestore(reader: Reader, stopped: Stopped): Promise<string[]> {
  if (!wasRestored(stopped.reason)) return [];
  const [orders, waiting, messages, providers] = await Promise.all([
    unknownOrders(reader),
    waitingOrders(reader),
    strangersMessages(reader, stopped),
    silentProviders(reader, stopped),
  ]);
  return [...orders, ...waiting, ...messages, ...providers];
}

async function unknownOrders({ db, rows }: Reader): Promise<string[]> {
  const found = await rows(
    db
      .selectFrom('payment_attempts')
      .select(['subject_id', 'number', 'carrier_id', 'state'])
      .where('state', 'in', ['sending', 'unknown'])
      .limit(shownMax),
  );
  return found.map((one) => `${keyOf(one)}: ${one.carrier_id} has not said yet whether it has this order.`);
}

/** One of a scheduled payment, or of autopay, may have gone out before under another key. */
async function waitingOrders({ db, rows }: Reader): Promise<string[]> {
  const found = await rows(
    db
      .selectFrom('payment_attempts')
      .select(['subject_id', 'number', 'carrier_id', 'amount_cents'])
      .where('state', '=', 'ready')
      .orderBy('created_at')
      .limit(shownMax),
  );
  return found.map(
    (one) =>
      `${keyOf(one)} (${one.amount_cents} cents) waits to be sent to ${one.carrier_id}: look there for a payment like it, and reverse it here if there is one.`,
  );
}

/** They name orders that were given after the backup, and are not in it. */
async function strangersMessages({ db, rows }: Reader, { at }: Stopped): Promise<string[]> {
  const found = await rows(
    db
      .selectFrom('provider_messages')
      .select(['carrier_id', 'provider_id', 'what', 'amount_cents'])
      // By the clock of the machine, as the switch has it.
      .where('position', '>=', Number(microsOfInstant(at)))
      .where('attempt_id', 'is', null)
      .limit(shownMax),
  );
  return found.map(
    ({ carrier_id, provider_id, what, amount_cents }) =>
      `${carrier_id} tells of ${provider_id ?? 'an order'} (${what}, ${amount_cents} cents), which is not in the backup.`,
  );
}

async function silentProviders({ db, rows }: Reader, { at }: Stopped): Promise<string[]> {
  const found = await rows(
    db
      .selectFrom('payment_providers as p')
      .leftJoin('payment_provider_work as w', (join) =>
        join.onRef('w.company_id', '=', 'p.company_id').onRef('w.provider_id', '=', 'p.id'),
      )
      .select(['p.id', 'p.settings', 'w.last_reached_at'])
      .where('p.deleted_at', 'is', null),
  );
  return found.flatMap(({ id, settings, last_reached_at }) => {
    if (last_reached_at === null || last_reached_at < at) return [`${id} has not answered since the restore.`];
    return settings.poll === false
      ? [`${id} cannot list what it has: look there for payments that are newer than the backup.`]
      : [];
  });
}
