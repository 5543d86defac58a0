// What an order of money out rests on: the word of one person, within the bounds, or that of a second one. Only
// `approvals` gives it, and no order of such money is given without.
import type { PayoutKind } from '../order/order.ts';

interface LeaveFields {
  readonly kind: PayoutKind;
  /** Identifies the account that it goes to; null: nobody can open its number any more. */
  readonly accountToken: Buffer | null;
  /** Whose order it counts as, each for the whole of it; empty: that of nobody, or of two. */
  readonly orderedBy: readonly string[];
  /** A second person has approved it, so that it takes nothing of what one alone may order. */
  readonly approvalId: string | null;
}

declare const isGiven: unique symbol;
export type Leave = LeaveFields & { readonly [isGiven]: true };

/** For `approvals` alone: it is behind no door. */
export const leaveWith = (fields: LeaveFields): Leave => fields as Leave;
