// What a capability says to have lines imported: which it takes, and how a batch of them is done.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { ErrorBody } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';

/** `existing`: it was there already, by its external id, and stays as it is. */
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

/** Lines of one transaction, in their order. Those that could not be read are not among them. */
export interface ImportBatch<T> {
  readonly lines: readonly ImportLine<T>[];
  /** For reading what several lines need at once. */
  readonly tx: Tx;
  /**
   * Does one line: what it writes and tells is kept only when it succeeds. `after`: the person whom it changes, with the
   * position of the last event that has no place yet.
   */
  attempt(
    line: ImportLine<T>,
    work: (ctx: CommandContext, tx: Tx) => Promise<Made>,
    after?: { readonly subjectId: string; readonly position: number },
  ): Promise<Made | undefined>;
}

export interface ImportKind<T> {
  /** Of the operation: `loans.import`. */
  readonly kind: string;
  /** To begin it, to see it, and to go on with it. */
  readonly permission: string;
  /** What its lines may tell. */
  readonly events: readonly EventKind[];
  /** Tables that no line changes: what was read of them for one line serves the others of its batch. */
  readonly steady: readonly string[];
  /** One line, or a refusal that names its fields. */
  decode(value: unknown): { readonly value: T; readonly ignored: readonly string[] };
  /** What a line makes or needs, by name: of two lines that share one, the later comes after the earlier one. */
  keys(body: T): readonly string[];
  batch(batch: ImportBatch<T>): Promise<void>;
}
