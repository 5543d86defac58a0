// Keeps what a provider tells by itself, before anybody acts on it: the bytes as they came, once for each of its ids.
// Only what is signed is kept, and of each provider so many at most, so that nobody fills the database of others.
import { createHash } from 'node:crypto';
import { type MachineClock, machineNow } from '#platform/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { singleHeaders } from '#platform/egress/genuine.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { carrierById } from '../companies-providers/carrier.ts';
import type { ProviderReport } from '../providers/provider.ts';
import { noticeErrors } from './errors.ts';
import { noticeRows } from './notice-rows.ts';
import { contentPart } from './sealed.ts';

/** What is kept of a notice. */
export interface Content {
  readonly told: readonly ProviderReport[];
  readonly raw: string;
}

const bytesMax = 64 * 1024;
/** So many of a provider may wait, or not be understood, at a time. */
const waitingMax = 1_000;
/** So many messages of a provider may wait for an order that we do not know. */
const strangeMax = 20_000;

interface Address {
  readonly realm: Realm;
  readonly carrierId: string;
}

/** Errors: NoticeNotGenuine, BodyTooLarge, TooManyRequests. */
export async function keepNotice(ctx: OpenContext, { realm, carrierId }: Address): Promise<void> {
  if (ctx.bytes.length > bytesMax) {
    throw new Refusal(errors.BodyTooLarge, `A notice has at most ${bytesMax} bytes.`, {
      data: { limitBytes: bytesMax },
    });
  }
  const reader = ctx.database.reader(realm);
  const carrier = await carrierById(reader, ctx, carrierId);
  const raw = ctx.bytes.toString('utf8');
  const told = carrier?.provider.read({ headers: singleHeaders(ctx.headers), body: raw }, machineNow(ctx.clock));
  if (told === undefined) throw new Refusal(noticeErrors.NoticeNotGenuine, 'The signature of the notice is not right.');
  await ctx.transact(realm, async (tx) => {
    await mustHaveRoom(tx, carrierId);
    const event_id = await keep(ctx, tx, carrierId, { told, raw });
    if (event_id !== undefined && told.length > 0)
      noticeRows.enqueue(tx, ctx.position, { carrier_id: carrierId, event_id });
  });
}

async function mustHaveRoom(tx: Tx, carrierId: string): Promise<void> {
  const waiting = await tx.rows(
    tx.db
      .selectFrom('payment_notices')
      .select('event_id')
      .where('carrier_id', '=', carrierId)
      .where('state', '!=', 'taken')
      .limit(waitingMax),
  );
  if (waiting.length >= waitingMax) throw tooMany(`${waitingMax} notices of this provider wait to be understood.`);
  const strange = await tx.row(
    tx.db
      .selectFrom('provider_messages')
      .select('event_id')
      .where('carrier_id', '=', carrierId)
      .where('outcome', '=', 'waiting')
      .offset(strangeMax - 1)
      .limit(1),
  );
  if (strange !== undefined) throw tooMany(`${strangeMax} messages of this provider are of orders that we never gave.`);
}

const tooMany = (message: string): Refusal =>
  new Refusal(errors.TooManyRequests, message, { headers: { 'retry-after': '60' } });

interface Keeping {
  readonly vault: Vault;
  readonly clock: MachineClock;
}

/** Returns its id; undefined: it was kept before. Nothing told: it cannot be understood, and waits for a person. */
export async function keep(
  { vault, clock }: Keeping,
  tx: Tx,
  carrierId: string,
  content: Content,
): Promise<string | undefined> {
  const { told, raw } = content;
  const [only, ...more] = told;
  const event_id = only !== undefined && more.length === 0 ? only.eventId : `sha256:${hashOf(raw)}`;
  const text = JSON.stringify(content);
  const kept = await tx.affected(
    tx.db
      .insertInto('payment_notices')
      .values({
        carrier_id: carrierId,
        event_id,
        state: told.length === 0 ? 'unreadable' : 'kept',
        content_sealed: vault.companySealer(tx.realm.companyId).seal(contentPart(carrierId, event_id), text),
        received_at: machineNow(clock),
        ...(told.length === 0 ? noticeRows.ended : noticeRows.putIn(clock)),
      })
      .onConflict((conflict) => conflict.columns(['company_id', 'carrier_id', 'event_id']).doNothing()),
  );
  return kept > 0 ? event_id : undefined;
}

const hashOf = (raw: string): string => createHash('sha256').update(raw).digest('hex');
