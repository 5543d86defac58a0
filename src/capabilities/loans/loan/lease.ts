// Work on one loan that spans several transactions holds a lease: what one commit can do needs none, the loan's version
// is guard enough. Each lease of a loan has a higher number (fence) than the one before, by which its holder is known at
// every write; a holder that says nothing any more blocks nobody for long, and has lost the loan to whoever came next.
import { type Instant, instantOfMicros } from '@tenor/engine/values/instant.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { leaseTerm } from '#platform/work/lease.ts';
import type { LoanLease, LoanRow } from './tables.ts';
import { writeLoan } from './write-loan.ts';

/** Whoever changes a loan; time is the machine's. */
export interface LeaseContext {
  machineMicros(): number;
  /** Of the lease that the caller holds. */
  readonly fence?: number | undefined;
}

/** To be renewed well before. */
const term = leaseTerm(30);

/** The lease that stands, if one does. */
export const leaseOf = ({ lease }: Pick<LoanRow, 'lease'>, micros: number): LoanLease | undefined =>
  lease === null || term.isOver(lease.until, micros) ? undefined : lease;

/** Errors: Locked. */
export function mustBeFree(row: Pick<LoanRow, 'id' | 'lease'>, { machineMicros, fence }: LeaseContext): void {
  if (fence !== undefined) {
    if (row.lease?.fence === fence && row.lease.until > 0) return;
    throw locked(row, `The lease of ${row.id} was lost to somebody else.`);
  }
  const micros = machineMicros();
  if (leaseOf(row, micros) !== undefined) throw locked(row, `${row.id} is being worked on by somebody else.`, micros);
}

/** Takes the loan for work of several transactions. Gives its row with the lease. Errors: Locked. */
export function takeLease(tx: Tx, row: LoanRow, ctx: LeaseContext, by: { holder: string; reason: string }): LoanRow {
  mustBeFree(row, { machineMicros: ctx.machineMicros });
  const micros = ctx.machineMicros();
  const since = instantOfMicros(BigInt(micros));
  return withLease(tx, row, { ...by, since, until: term.until(micros), fence: (row.lease?.fence ?? 0) + 1 });
}

/** Errors: Locked, where the lease is another's by now. */
export function renewLease(tx: Tx, row: LoanRow, ctx: LeaseContext & { fence: number }): LoanRow {
  mustBeFree(row, ctx);
  return withLease(tx, row, { ...(row.lease as LoanLease), until: term.until(ctx.machineMicros()) });
}

/** Its number stays, for the next one to be higher. Errors: Locked, where the lease is another's by now. */
export function releaseLease(tx: Tx, row: LoanRow, ctx: LeaseContext & { fence: number }): LoanRow {
  mustBeFree(row, ctx);
  return withLease(tx, row, { ...(row.lease as LoanLease), until: 0 });
}

/** The version rises with it, so that whoever read the loan before it was taken does not write past it. */
function withLease(tx: Tx, row: LoanRow, lease: LoanLease): LoanRow {
  const leased = { ...row, lease, version: row.version + 1 };
  writeLoan(tx, row, leased);
  return leased;
}

export interface LockStatus {
  readonly isLocked: boolean;
  readonly lockedBy: string | null;
  readonly reason: string | null;
  readonly lockedAt: Instant | null;
}

export const free: LockStatus = { isLocked: false, lockedBy: null, reason: null, lockedAt: null };

export const presentLease = (lease: LoanLease | undefined): LockStatus =>
  lease === undefined ? free : { isLocked: true, lockedBy: lease.holder, reason: lease.reason, lockedAt: lease.since };

function locked({ lease }: Pick<LoanRow, 'lease'>, message: string, micros?: number): Refusal {
  const seconds = lease === null || micros === undefined ? 1 : Math.ceil((lease.until - micros) / 1_000_000);
  const { isLocked: _, ...held } = presentLease(lease ?? undefined);
  return new Refusal(errors.Locked, message, { data: held, headers: { 'retry-after': String(Math.max(1, seconds)) } });
}
