// What a capability declares to import lines: the form of a line, and how a batch of them is done.

import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { ErrorBody } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { KnownSubject } from '#platform/events/record-events.ts';

/** `existing`: an object with this external id exists already, and stays as it is. */
export const outcomes = ['created', 'existing', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

/** The ids of what a line made or found. */
export interface Made {
  readonly outcome: 'created' | 'existing';
  readonly personId?: string;
  readonly loanId?: string;
  readonly externalId?: string;
}

export interface LineResult {
  readonly personId: string | null;
  readonly loanId: string | null;
  readonly externalId: string | null;
  readonly ignoredFields: readonly string[];
  readonly error: ErrorBody | null;
}

export interface ImportLine<T> {
  readonly number: number;
  readonly body: T;
}

/** Lines of one transaction, in their order, without those that could not be decoded. */
export interface ImportBatch<T> {
  readonly lines: readonly ImportLine<T>[];
  /** For reading what several lines need at once. */
  readonly tx: Tx;
  /**
   * Does one line: what it writes and emits is kept only if it succeeds. `after`: the person whom it changes, with the
   * position of the last event that has no place yet.
   */
  attempt(
    line: ImportLine<T>,
    work: (ctx: CommandContext, tx: Tx) => Promise<Made>,
    after?: KnownSubject,
  ): Promise<Made | undefined>;
}

export interface ImportKind<T> {
  /** The kind of the operation: `loans.import`. */
  readonly kind: string;
  /** The permission to begin the import, to see it, and to continue it. */
  readonly permission: string;
  /** The events that its lines may emit. */
  readonly events: readonly EventKind[];
  /** Tables that no line changes: rows that one line has read are used for the other lines of its batch. */
  readonly steady: readonly string[];
  /** Decodes one line, or throws a refusal that names its fields. */
  decode(value: unknown): { readonly value: T; readonly ignored: readonly string[] };
  /** Names for what a line makes or needs: if two lines share one, the later line waits for the earlier one. */
  keys(body: T): readonly string[];
  batch(batch: ImportBatch<T>): Promise<void>;
}
