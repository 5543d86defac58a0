// Things that wait for somebody of the company, wherever they lie. The list of tasks reads them where they are and keeps
// no copy; it must import none of their capabilities, so each brings a source.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from './actor.ts';
import type { Reader } from './db/realm-database.ts';
import type { JoinedPart } from './resource/joined-list.ts';

export const waitingKinds = ['approval', 'break', 'scheduledInteraction', 'workitem'] as const;

/** What is not named is null in the task. */
export interface WaitingThing {
  /** That of the thing itself. */
  readonly id: string;
  readonly kind: (typeof waitingKinds)[number];
  readonly companyId: string;
  readonly personId: string | null;
  readonly caseId?: string | null;
  readonly loanId?: string | null;
  readonly contactId?: string | null;
  readonly amount?: Cents | null;
  readonly assignedEmployeeId?: string | null;
  readonly assignedTeamId?: string | null;
  /** The user who looks after it. */
  readonly takenById?: string | null;
  readonly takenUntil?: Instant | null;
  readonly createdByType: Actor['type'];
  readonly createdById: string | null;
  readonly dueAt: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant | null;
}

interface WaitingAsked {
  /** Only what is due by then; all if absent. */
  readonly due?: Due | undefined;
  /** Only what this user looks after; all if absent. */
  readonly userId?: string | undefined;
  /** For a source that has `owners`: the conditions for whose it must be. */
  readonly owned?: readonly RawBuilder<boolean>[];
}

/** The columns of a table that say whose a row is. */
export interface OwnerColumns {
  readonly employee: string;
  readonly team: string;
  readonly taker?: string;
  /** The user whom it is for, where that is no employee. */
  readonly user?: string;
}

export interface Due {
  readonly at: Instant;
  /** False: only what was due before. */
  readonly isIncluded: boolean;
}

export interface TaskSource {
  readonly kind: (typeof waitingKinds)[number];
  /** Whoever may not list such things sees no task of them. */
  readonly permission: string;
  /** Absent: such things are assigned to nobody, though a user may look after one. */
  readonly owners?: OwnerColumns;
  /** Undefined: nothing of it is meant, such as for a user where no user looks after one. */
  part(reader: Reader, asked: WaitingAsked): JoinedPart<WaitingThing> | undefined;
}

/** `column`: from when on it waits. */
export const isDue = (column: string, due: Due | undefined): RawBuilder<boolean> =>
  due === undefined
    ? sql<boolean>`true`
    : due.isIncluded
      ? sql<boolean>`${sql.ref(column)} <= ${due.at}`
      : sql<boolean>`${sql.ref(column)} < ${due.at}`;
