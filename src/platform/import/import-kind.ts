// What a capability declares to import lines: the form of a line, and how a batch of them is done.

import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { ErrorBody } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { KnownSubject } from '#platform/events/record-events.ts';

/** `existing`: an object with this external id exists already, and stays as it is. */
export const outcomes = ['created', 'existing', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

/** The ids of what a line made or found. Of a line that uses a tool, what the tool has answered. */
export interface Made {
  readonly outcome: 'created' | 'existing';
  readonly personId?: string;
  readonly loanId?: string;
  readonly externalId?: string;
  /** As it is shown, in JSON. */
  readonly answer?: unknown;
  /** Summed up over all lines, by name. */
  readonly amounts?: Readonly<Record<string, Cents>>;
}

export interface LineResult {
  readonly personId: string | null;
  readonly loanId: string | null;
  readonly externalId: string | null;
  readonly ignoredFields: readonly string[];
  readonly error: ErrorBody | null;
  readonly answer?: unknown;
}

export interface ImportLine<T> {
  readonly number: number;
  readonly body: T;
}

/** Lines of one transaction, in their order, without those that could not be decoded. */
export interface ImportBatch<T> {
  readonly lines: readonly ImportLine<T>[];
  /** Nothing of what the lines write is kept: their results say what would have been. */
  readonly isPreview: boolean;
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
  /** The names of what its lines sum up. */
  readonly sums?: readonly string[];
  /** Decodes one line, or throws a refusal that names its fields. */
  decode(value: unknown): { readonly value: T; readonly ignored: readonly string[] };
  /** Names for what a line makes or needs: if two lines share one, the later line waits for the earlier one. */
  keys(body: T): readonly string[];
  batch(batch: ImportBatch<T>): Promise<void>;
}
