// Whether one person may let money go out, or it waits for a second one. What went out by the word of one shortly before
// counts with it, by the borrower, by the account, whoever has it, and by whoever orders, by hand or through workflows:
// who splits an amount gets no further. What two have let go, and what has not gone or came back, takes no room.
import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { type Leave, leaveWith } from '../attempts/leave.ts';
import { movedInCommit, once, type Which } from '../attempts/moved.ts';
import type { AttemptState } from '../attempts/states.ts';
import type { Ordering } from '../attempts/taker.ts';
import { takeTurn } from '../attempts/turn.ts';
import { orderersOf } from './orderer.ts';
import { isKnown, type Payout, tokenOf } from './payout.ts';
import type { ApprovalRow } from './tables.ts';

/** Where the company has set nothing. */
const usual = {
  reimbursementsAbove: cents(50_000),
  firstAdvancesAbove: cents(0),
  advancesAbove: cents(2_500_000),
  oneOrdererAbove: cents(1_000_000),
} as const;

const daySeconds = 86_400;
const someDays = 10;
const gone: readonly AttemptState[] = ['refused', 'voided', 'returned'];

type Asking = Pick<Ordering, 'now' | 'vault'> & { readonly actor: Actor };

/** Undefined: it waits, and nothing of it is ordered. Held until the commit, so that nobody else gets the same room. */
export async function askLeave(ctx: Asking, tx: Tx, payout: Payout): Promise<Leave | undefined> {
  const [accountToken, orderedBy] = await Promise.all([tokenOf(ctx, tx, payout), orderersOf(tx, ctx.actor)]);
  if (accountToken === null || orderedBy === undefined) return undefined;
  takeTurn(tx);
  const bounds = await boundsOf(ctx, tx, payout, { accountToken, orderedBy });
  const sums = await Promise.all(
    bounds.map(({ which, since }) => movedInCommit(tx, { which, since, isAlone: true, gone })),
  );
  // Nothing is waited for from here on: others of this commit are counted, or count this one.
  if (bounds.some(({ above }, i) => (sums[i]?.cents ?? 0) + payout.amount > above)) return undefined;
  for (const sum of sums) sum.cents += payout.amount;
  return leaveWith({ kind: payout.kind, accountToken, orderedBy, approvalId: null });
}

/** A second person has let it go. */
export async function leaveOfTwo(ctx: Pick<Asking, 'vault'>, tx: Tx, approved: ApprovalRow): Promise<Leave> {
  const { id: approvalId, kind, person_id: personId, instrument_id: instrumentId, receiver } = approved;
  const accountToken = await tokenOf(ctx, tx, { personId, instrumentId, receiver });
  return leaveWith({ kind, accountToken, orderedBy: [], approvalId });
}

interface Bound {
  readonly above: Cents;
  readonly which: Which;
  readonly since: Instant | null;
}

async function boundsOf(
  ctx: Asking,
  tx: Tx,
  payout: Payout,
  { accountToken: account_token, orderedBy }: { readonly accountToken: Buffer; readonly orderedBy: readonly string[] },
) {
  const { paymentApprovals: rules } = await once(tx, 'settings', () => settingsOf(tx));
  const above = (name: keyof typeof usual): Cents => rules?.[name] ?? usual[name];
  const [ofDay, ofDays] = [1, someDays].map((days) => addSeconds(ctx.now, -days * daySeconds)) as [Instant, Instant];
  const ofKind = { payout_kind: payout.kind };
  const byAccount = { ...ofKind, account_token };
  const byBorrower = { ...ofKind, person_id: payout.personId };
  const bounds: Bound[] = [];
  // The service has no day of its own: what it orders follows from the loans, and counts by borrower and account.
  for (const ordered_by of orderedBy)
    bounds.push({ above: above('oneOrdererAbove'), which: { ordered_by }, since: ofDay });
  if (payout.kind === 'reimbursement') {
    for (const which of [byBorrower, byAccount])
      bounds.push({ above: above('reimbursementsAbove'), which, since: ofDays });
    return bounds;
  }
  bounds.push({ above: above('advancesAbove'), which: { account_token }, since: ofDay });
  if (await isKnown(ctx, tx, payout)) return bounds;
  bounds.push({ above: above('firstAdvancesAbove'), which: byAccount, since: null });
  if (payout.receiver === 'borrower')
    bounds.push({ above: above('firstAdvancesAbove'), which: byBorrower, since: ofDays });
  return bounds;
}
