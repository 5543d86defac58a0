import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';

/** How many orders, and how much money they are. */
export interface OrderSum {
  readonly count: number;
  readonly amountCents: number;
}

/** Supplied by moving money: what is known of orders and of those who carry them, against which the books are held. */
export interface OrderSide {
  /** Finds which of the ids name a provider of the company. */
  knownProviders(reader: Reader, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** What was accepted and has not settled: collections (CT) and disbursements (DT), as the cash book should have it. */
  inTransit(reader: Reader, carrierId: string): Promise<Readonly<Record<string, number>>>;
  /** What should have settled before that day, and has not. */
  notSettledBefore(reader: Reader, carrierId: string, day: CivilDate): Promise<OrderSum>;
  /** What was sent before that instant without an answer. */
  unansweredSince(reader: Reader, carrierId: string, sentBefore: Instant): Promise<OrderSum>;
  /** Money that is to go out until then. */
  goingOut(reader: Reader, carrierId: string, until: Instant): Promise<number>;
  hasOrderedSince(reader: Reader, carrierId: string, since: Instant): Promise<boolean>;
  /** What an order is for: the payment that its giver knows. */
  subjectOf(reader: Reader, order: { readonly personId: string; readonly id: string }): Promise<string | undefined>;
}
