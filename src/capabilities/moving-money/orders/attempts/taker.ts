// Whoever gives orders of a kind hears what becomes of them, in the very commit that stores it.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { FirstPersons } from '#capabilities/access/index.ts';
import type { Actor } from '#platform/actor.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { ErrorKind } from '#platform/errors.ts';
import type { Emit } from '#platform/events/emit.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { Log } from '#platform/log.ts';
import type { CarrierWork } from '../companies-providers/carrier.ts';
import type { Deed, OrderSubject, Rail } from '../order/order.ts';
import type { Particulars, ProviderReport } from '../providers/provider.ts';
import type { LastWrites } from './last-writes.ts';
import type { Leave } from './leave.ts';

/** What giving an order needs; the context of a command has it. */
export type Ordering = Pick<CommandContext, 'realm' | 'now' | 'vault' | 'position' | 'machineMicros' | 'enqueue'> &
  Pick<CarrierWork, 'asked'>;

/** What deciding on an order that waits needs. */
export interface Deciding extends Ordering {
  readonly emit: Emit;
  /** The provider that told it, the system, or whoever decides. */
  readonly actor: Actor;
}

export interface Taking extends Deciding {
  readonly log: Log;
  /** Written at the end of the commit, which may hear of many orders. */
  readonly last: LastWrites;
}

export interface OrderReport {
  readonly subject: OrderSubject;
  readonly personId: string;
  readonly attemptId: string;
  readonly number: number;
  readonly deed: Deed;
  readonly rail: Rail;
  /** That of the order; of a dispute what is disputed. */
  readonly amount: Cents;
  readonly what: ProviderReport['what'];
  readonly providerId: string | null;
  readonly reason: string | null;
  readonly code: string | null;
  readonly entryDate: string | null;
  readonly at: Instant;
  readonly respondBy: string | null;
  readonly caseNumber: string | null;
  readonly corrected: string | null;
  readonly particulars: Particulars;
}

export type Taker = (work: Taking, tx: Tx, outcome: OrderReport) => Promise<void>;

/**
 * What was decided about an order of money out that waited for a second person. Approved: the order is given now, with
 * this leave, and a refusal leaves it waiting. Otherwise it is canceled.
 */
export type Decided = {
  readonly subject: OrderSubject;
  readonly personId: string;
} & ({ readonly is: 'approved'; readonly leave: Leave } | { readonly is: 'rejected' | 'expired' });

interface TakesOutcomes {
  readonly take: Taker;
  /** Hears what a second person decided; needed where orders may wait for one. */
  readonly decided?: (work: Deciding, tx: Tx, decided: Decided) => Promise<void>;
  /** Names the first persons of an order that the service gave by itself. */
  readonly firstPersons?: (reader: Reader, order: Omit<Decided, 'is'>) => Promise<readonly FirstPersons[]>;
  readonly emits: readonly EventKind[];
  /** How it may refuse what was approved. */
  readonly refuses?: readonly ErrorKind[];
}

/** By the kind of what the orders are for; with the events that it may emit. */
export type Takers = { readonly [K in OrderSubject['kind']]?: TakesOutcomes };
