// Leases of work on a loan over several transactions. No work of this release takes one: a single commit needs none,
// because the loan's version guards it. The first will be a rate that is changed for the past of a line of credit: with
// thousands of purchases its replay is an operation of several commits. Until then the interface shows locks and answers
// 423, and a process of that later release may take a lease. Who takes or ends one raises the loan's version.
import { rulesVersion } from '@tenor/engine/account/state.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { LoanLease, LoanRow } from './tables.ts';

/** The lease, if it has not run out by the machine clock. */
export const leaseOf = ({ lease }: Pick<LoanRow, 'lease'>, micros: number): LoanLease | undefined =>
  lease !== null && lease.until > micros ? lease : undefined;

/**
 * While an upgrade runs, a process of the next release may have computed the books by rules of its own. This one would
 * post the difference back.
 */
const isOfLaterRules = ({ state }: Pick<LoanRow, 'state'>): boolean => (state?.rules ?? 0) > rulesVersion;

export const mayBeChanged = (row: Pick<LoanRow, 'lease' | 'state'>, micros: number): boolean =>
  leaseOf(row, micros) === undefined && !isOfLaterRules(row);

/** Errors: Locked. */
export function mustBeFree(row: Pick<LoanRow, 'id' | 'lease' | 'state'>, micros: number): void {
  if (isOfLaterRules(row)) {
    const message = `${row.id} was changed by a later release of this service, which has other rules. Ask it, or again after the upgrade.`;
    throw new Refusal(errors.Locked, message, { headers: { 'retry-after': '5' } });
  }
  const lease = leaseOf(row, micros);
  if (lease === undefined) return;
  const seconds = Math.max(1, Math.ceil((lease.until - micros) / 1_000_000));
  const { isLocked: _, ...data } = presentLease(lease);
  const headers = { 'retry-after': String(seconds) };
  throw new Refusal(errors.Locked, `${row.id} is being worked on by somebody else.`, { data, headers });
}

export interface LockStatus {
  readonly isLocked: boolean;
  readonly lockedBy: string | null;
  readonly reason: string | null;
  readonly lockedAt: Instant | null;
}

const free: LockStatus = { isLocked: false, lockedBy: null, reason: null, lockedAt: null };

export const presentLease = (lease: LoanLease | undefined): LockStatus =>
  lease === undefined ? free : { isLocked: true, lockedBy: lease.holder, reason: lease.reason, lockedAt: lease.since };
