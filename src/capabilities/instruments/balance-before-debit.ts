// The balance of a linked account before a debit: what is known of it, and the job that asks the vendor. Only where the
// borrower has agreed to it (`dataServices` of the link).
import { setTimeout as sleep } from 'node:timers/promises';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { holdPerson, personSealers } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import { workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import { knownSubject } from '#platform/command/run-command.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import type { JobKind } from '#platform/work/jobs.ts';
import type { StoredLink } from './account-link.ts';
import { type AskedBalance, askForBalance, storeBalance, storedBalance } from './commands/balance.ts';
import { living, ownerOf } from './commands/failing.ts';
import { instrumentLinkFailed, instrumentUpdated } from './events.ts';
import type { LinkVendors } from './providers/link-vendor.ts';
import { writeInstrument } from './store-instrument.ts';

/** What an older one says is nothing. */
const goodSeconds = 86_400;
const service = 'balance';
/** Somebody has asked a moment ago: so long it is waited for the next turn. */
const waitSecondsMax = 5;

interface BalanceBefore {
  /** What may be drawn, else what is booked, as told within a day; null: nothing is known. */
  readonly cents: number | null;
  /** When the vendor was asked last before a debit. */
  readonly askedAt: Instant | null;
}

/** Undefined: the account has no link that works, or its holder has not agreed that its balance is looked at. */
export async function balanceBeforeDebit(
  reader: Reader,
  { vault, now }: { readonly vault: Vault; readonly now: Instant },
  personId: string,
  id: string,
): Promise<BalanceBefore | undefined> {
  const row = await reader.row(
    reader.db
      .selectFrom('payment_instruments')
      .select(['account_link', 'balance_asked_at'])
      .where('person_id', '=', personId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  );
  if (row?.account_link == null || !mayBeAsked(row.account_link)) return undefined;
  const sealer = (await personSealers(reader, vault, [personId])).get(personId);
  const stored = sealer && (await storedBalance(reader, sealer, personId, id));
  const last = stored?.error === null ? stored.last : null;
  const isGood = last !== null && last.createdAt > addSeconds(now, -goodSeconds);
  const cents = isGood ? (last.availableBalanceAmount ?? last.currentBalanceAmount) : null;
  return { cents, askedAt: row.balance_asked_at };
}

/** One that waits for its holder tells nothing; the numbers of the account stay good. */
const mayBeAsked = ({ dataServices, status }: StoredLink): boolean =>
  dataServices.includes(service) && status !== 'needsLogin' && status !== 'revoked';

export const askBalanceJob = 'instruments.askBalance';

/** Its input: `personId` and `paymentInstrumentId`. A vendor that hangs holds up this job alone. */
export const askingBalances = (tools: WorkTools, vendors: LinkVendors): JobKind => ({
  name: askBalanceJob,
  async run({ mode, companyId, payload }) {
    const realm = { mode, companyId };
    const [personId, id] = [String(payload.personId), String(payload.paymentInstrumentId)];
    const asking = { ...tools, realm, vendors, waitFor: <T>(_: unknown, ask: () => Promise<T>) => ask() };
    let asked = await askForBalance(asking, personId, id);
    if (asked !== undefined && 'refused' in asked && asked.refused.kind === errors.TooManyRequests) {
      const seconds = Math.min(vendors(mode)?.secondsBetween ?? 0, waitSecondsMax);
      await sleep(seconds * 1_000 + 50);
      asked = await askForBalance(asking, personId, id);
    }
    await storeAsked(tools, realm, { personId, id }, asked);
  },
});

async function storeAsked(
  { database, clock, vault, position }: WorkTools,
  realm: Realm,
  { personId, id }: { readonly personId: string; readonly id: string },
  asked: AskedBalance,
): Promise<void> {
  await database.transact(realm, async (tx) => {
    const now = await workNow(tx, clock);
    const held = await holdPerson(tx, personId);
    const row = await living(tx, personId, id);
    const data_key = held?.subject.data_key;
    if (row === undefined || data_key == null) return;
    const declared = [instrumentUpdated, instrumentLinkFailed];
    const maker = { realm, now, position, requestId: null, actor: system, declared };
    const { emit, flush } = eventRecorder(maker, held && knownSubject(held));
    const owner = { ...(await ownerOf(tx, personId)), person_id: personId, data_key };
    await storeBalance({ now, emit, vault }, tx, owner, id, asked).catch(asUnanswered);
    writeInstrument(tx, row, { balance_asked_at: now });
    flush(tx);
  });
}

/** It was asked for a moment ago, or its link has gone: nothing was written then. */
function asUnanswered(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}
