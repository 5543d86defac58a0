// Where the rows of a bulk sending come from. They have a fixed order, and none is added or taken away once it has begun.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { Emit } from '#platform/events/emit.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { BulkSendingRow, Place, SourceName } from './tables.ts';

/** What a row may say, as a request to send one message says it. Each is checked when the turn of the row is. */
export interface RowAsked {
  /** Ids or `ext-` references; they must be of the borrower. */
  readonly loanId?: string | null;
  readonly loanIds?: readonly string[];
  readonly contactId?: string | null;
  /** Ids of things of the borrower. */
  readonly caseId?: string | null;
  readonly statementId?: string | null;
  readonly previousInteractionId?: string | null;
  readonly interactionExternalId?: string | null;
  readonly isTransactional?: boolean | null;
  readonly useTemplate?: boolean | null;
  readonly sendAt?: Instant | null;
  /** It is laid over the values that are the same for all. */
  readonly context?: Readonly<Record<string, unknown>> | null;
}

export interface SourceRow extends Place {
  readonly personId: string;
  readonly asked: RowAsked;
  /** True: the case was found to be of the borrower when the row was made. */
  readonly isCaseSure?: true;
}

/** What the commit has in which a sending moves. */
interface BulkMoving {
  readonly now: Instant;
  readonly vault: Vault;
  readonly position: () => number;
  readonly emit: Emit;
}

export interface BulkSource {
  readonly name: SourceName;
  /** Some rows after a place; null: the first ones. */
  after(
    from: { readonly reader: Reader; readonly vault: Vault },
    of: { readonly sourceId: string; readonly given: unknown },
    place: Place | null,
    limit: number,
  ): Promise<readonly SourceRow[]>;
  /** In the commit that pauses, resumes, cancels or finishes a sending of it. */
  readonly changed?: (ctx: BulkMoving, tx: Tx, sending: BulkSendingRow) => Promise<void>;
  /** What `changed` tells. */
  readonly mayEmit?: readonly EventKind[];
}
