// A snapshot that was put back without our command cannot be seen by itself; a provider sees it. So every start compares
// with each provider that can be asked: it has our newest order, and lists none that we do not have. Where that differs
// nothing more is sent, until a person has looked (`tenor payments resume`).
import { compare, type Instant } from '@tenor/engine/values/instant.ts';
import { businessNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Chore } from '#platform/chore.ts';
import { machineNow } from '#platform/clock.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { PostFailed } from '#platform/egress/post-failed.ts';
import type { JobKind } from '#platform/work/jobs.ts';
import { keyOf } from '../attempts/attempt.ts';
import { olderThan, setSwitch, stoppedSince, wasRestored } from '../attempts/switch.ts';
import { type Carrier, carrierById } from '../companies-providers/carrier.ts';

type CompareTools = Pick<WorkTools, 'database' | 'vault' | 'clock' | 'log' | 'position' | 'settings'>;

const job = 'payments.compareAtStart';
const pagesMax = 20;

/** Once in a process that leads. */
export function comparingAtStart({ database, position }: CompareTools): Chore {
  const compared = new Set<Mode>();
  return {
    name: job,
    everyMs: 1_000,
    async run(mode) {
      if (compared.has(mode)) return;
      const { db, rows } = database.unscoped(mode);
      const all = await rows(db.selectFrom('payment_provider_work').select(['company_id', 'provider_id']));
      for (const { company_id: subjectId, provider_id: providerId } of all) {
        await database.transact({ mode, companyId: subjectId }, async (tx) =>
          writeOutbox(tx, [{ subjectId, position: position(), job, payload: { providerId } }]),
        );
      }
      compared.add(mode);
    },
  };
}

export const compareJob = (tools: CompareTools): JobKind => ({
  name: job,
  run: ({ mode, companyId, payload }) => compareWith(tools, { mode, companyId }, String(payload.providerId)),
});

async function compareWith(tools: CompareTools, realm: Realm, carrierId: string): Promise<void> {
  const { database, clock, log } = tools;
  const reader = database.reader(realm);
  const at = machineNow(clock);
  const carrier = await carrierById(reader, tools, carrierId);
  if (carrier === undefined) return;
  try {
    const now = await businessNow(reader, clock);
    const strange = (await newestIsThere(reader, carrier, now)) ?? (await unknownInList(reader, carrier, now));
    if (strange === undefined) return;
    log.error(
      { company: realm.companyId, carrier: carrierId, order: strange },
      'a provider knows other orders than we',
    );
    await database.transact(realm, async (tx) => {
      const stopped = await stoppedSince(tx);
      if (stopped === undefined || !wasRestored(stopped.reason)) setSwitch(tx, { at, reason: olderThan(carrierId) });
    });
  } catch (error) {
    // It is asked for its news again and again, and the doctor tells of it.
    if (!(error instanceof PostFailed)) throw error;
    log.warn({ company: realm.companyId, carrier: carrierId }, 'a provider could not be compared with');
  }
}

/** The key of our newest order, if the provider does not have it. Only while it must know the key. */
async function newestIsThere(reader: Reader, { id, provider }: Carrier, now: Instant): Promise<string | undefined> {
  const { findByKey, keyLifetimeSeconds } = provider.can;
  const newest = await reader.row(
    reader.db
      .selectFrom('payment_attempts')
      .select(['subject_id', 'number', 'accepted_at'])
      .where('carrier_id', '=', id)
      .where('state', 'in', ['accepted', 'settled', 'confirmed'])
      .orderBy('created_at', 'desc')
      .limit(1),
  );
  if (newest?.accepted_at == null || !findByKey || keyLifetimeSeconds === null) return undefined;
  const age = (Date.parse(now) - Date.parse(newest.accepted_at)) / 1_000;
  if (age > keyLifetimeSeconds) return undefined;
  const found = await provider.find(keyOf(newest), now);
  const isGone = found.is === 'absent' && compare(found.completeUpTo, newest.accepted_at) >= 0;
  return isGone ? keyOf(newest) : undefined;
}

const ours = /^((?:TX|VD)-[0-9A-Z]{4}-[0-9A-Z]{4})\.([1-9]\d{0,8})$/;

/** The key of an order in the list of the provider that we never gave. An order is always here before it is sent. */
async function unknownInList(reader: Reader, { id, provider }: Carrier, now: Instant): Promise<string | undefined> {
  if (!provider.can.poll) return undefined;
  const { db, row } = reader;
  const work = await row(db.selectFrom('payment_provider_work').select('place').where('provider_id', '=', id));
  let place = work?.place ?? null;
  for (let pages = 0; pages < pagesMax; pages++) {
    const { told, next } = await provider.poll(place, now);
    for (const key of new Set(told.map((one) => one.key))) {
      const [, subject, number] = ours.exec(key ?? '') ?? [];
      if (subject === undefined) continue;
      const attempts = db.selectFrom('payment_attempts').select('id').where('subject_id', '=', subject);
      if ((await row(attempts.where('number', '=', Number(number)))) === undefined) return key ?? undefined;
    }
    if (next === null || next === place) return undefined;
    place = next;
  }
  return undefined;
}
