// Whoever executes orders: a processor's interface, or a bank. No method changes a state of ours: what a provider says,
// in whichever way, is taken by one function (orders/attempts/receive-report.ts).
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { Deed, Order, Rail } from '../order/order.ts';
import type { AchSettings } from './ach/settings.ts';

/** Why money did not move, or came back; the table of words is `orders/order/failure-reasons.ts`. */
type FailureReason = string;

/** What a provider says beside its answer, where it knows it. */
export interface Particulars {
  /** Whether the address is that of the card, in the letter of the network: Y, N, A, Z, U. */
  readonly avsResult?: string;
  /** The name by which the processor knows the lender. */
  readonly merchantId?: string;
  /** Names the payout in which the money comes. */
  readonly reconciliationId?: string;
  /** What it has charged the borrower beside the amount, by itself: it is on no books of ours. */
  readonly processingFee?: { readonly amount: Cents; readonly type: string };
  /** Why it failed, in its own words; without numbers that might be those of an account. */
  readonly failureDetails?: string;
}

export type Answer = AnswerAlone & { readonly particulars?: Particulars };

type AnswerAlone =
  | { readonly is: 'accepted'; readonly id: string; readonly settlesOn: string | null }
  /** Rails that are final at once answer this. */
  | { readonly is: 'final'; readonly id: string; readonly settledOn: string }
  /** Certain: no money has moved, and none will. */
  | { readonly is: 'refused'; readonly reason: FailureReason; readonly code: string }
  /** Everything else is unknown, also a call that threw. */
  | { readonly is: 'unknown'; readonly why: string };

export type Found = Answer | { readonly is: 'absent'; readonly completeUpTo: Instant };

export const reportKinds = [
  'accepted',
  'refused',
  'settled',
  'confirmed',
  'returned',
  'voided',
  'disputed',
  'disputeWon',
  'disputeLost',
  'corrected',
] as const;

/** What a provider reports of an order by itself: in a notice, in its list or in a file. */
export interface ProviderReport {
  /** The provider's own id of this message: the same twice is nothing. */
  readonly eventId: string;
  /** Our key, if it knows it. */
  readonly key: string | null;
  /** Its id of the order. */
  readonly id: string | null;
  readonly at: Instant;
  readonly amount: Cents;
  readonly what: (typeof reportKinds)[number];
  /** A return code (R01), a decline code (51), a change code (C01), a reason of a dispute (10.4). */
  readonly code: string | null;
  /** The day of settlement (YYYY-MM-DD). */
  readonly on: string | null;
  /** Set for a dispute: by when it must be answered, and its number with the network. */
  readonly respondBy?: string | null;
  readonly caseNumber?: string | null;
  /** Set for a correction: the new numbers, as the network sends them. */
  readonly corrected?: string | null;
  readonly particulars?: Particulars;
}

export interface Delivery {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** What a provider can do; what it cannot is never asked of it. */
export interface Can {
  readonly rails: readonly Rail[];
  readonly deeds: readonly Deed[];
  /** Orders go into a file that is closed at a cut-off, and what becomes of them comes back in files. */
  readonly answers?: 'file';
  /** A key binds from the first request on, for so long; absent: it keeps no keys. */
  readonly keyLifetimeSeconds: number | null;
  readonly findByKey: boolean;
  /** Its list of orders is complete after so long. */
  readonly findLagSeconds: number;
  /** What it does not know after that never happened. */
  readonly absenceIsFinal: boolean;
  readonly poll: boolean;
  readonly voidUntil: 'settled' | null;
  readonly isSameDay: boolean;
  readonly amountMax: Cents | null;
  /** When orders of a banking day are sent at the latest (HH:MM), in `zone`. */
  readonly cutOff: string;
  /** The same of orders of the day itself, one for each window; `cutOff` if not said. */
  readonly sameDayCutOffs?: readonly string[];
  readonly zone: string;
  /** It runs in this process and answers at once: the clock of a test realm may wait for it. */
  readonly isHere: boolean;
}

interface Polled {
  readonly told: readonly ProviderReport[];
  /** Where to go on; null: at the same place. */
  readonly next: string | null;
  /** What it tells that cannot be understood, as it came: a person must look. */
  readonly unreadable?: readonly string[];
}

export interface Provider {
  readonly can: Can;
  /** May be repeated with the same order while its key lives. Never throws. `now` is the business instant. */
  send(order: Order, now: Instant): Promise<Answer>;
  /** The same for many, with answers in their order; for one that takes many at once. */
  sendMany?(orders: readonly Order[], now: Instant): Promise<readonly Answer[]>;
  find(key: string, now: Instant): Promise<Found>;
  /** Reads a delivery; undefined: it is not from this provider; nothing told: it is, and cannot be understood. */
  read(delivery: Delivery, now: Instant): readonly ProviderReport[] | undefined;
  /** What it has to tell since a place in its list. */
  poll(since: string | null, now: Instant): Promise<Polled>;
}

/** What a provider is reached by; nothing of it is kept by a company. */
export interface ProviderServices {
  /** Hosts in the internal network that may be asked. */
  readonly devHosts: ReadonlySet<string>;
  readonly clock: MachineClock;
  readonly vault: Vault;
  /** How its notices name the carrier: the id of its row, or `simulator`. */
  readonly carrierId: string;
  readonly database: RealmDatabase;
}

export type InstrumentType = Order['handle']['kind'];

type Settings = Readonly<Record<string, unknown>>;

/** A kind of provider, bound to a company by what the company has configured. */
export interface ProviderKind {
  readonly name: string;
  readonly modes: readonly Realm['mode'][];
  can(settings: Settings): Can;
  /** Set when orders go by files: what is known of the bank. */
  files?(settings: Settings): AchSettings;
  /**
   * `settings` are plain. Each of `secrets` is a version of the same names, opened for this binding alone; the newest is
   * first, and an older one is still good.
   */
  bind(
    realm: Realm,
    settings: Settings,
    secrets: readonly Readonly<Record<string, string>>[],
    services: ProviderServices,
  ): Provider;
}
