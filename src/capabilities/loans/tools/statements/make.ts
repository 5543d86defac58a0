// Makes the statements of a loan whose day has come, and the next version of those that would say something else now.
import type { StatementFigures } from '@tenor/engine/statement/figures.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Emit } from '#platform/events/emit.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { periodId } from '../../core/loan/derived-id.ts';
import { keysOf } from '../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { todayOf } from '../../core/loan/today.ts';
import { nextPayment } from '../../money/autopay/next-payment.ts';
import { changesIn } from './changes.ts';
import { statementDeleted, statementGenerated, statementRegenerated, toldOfStatement } from './events.ts';
import { figuredThrough } from './figured.ts';
import {
  insertStatements,
  knownStatements,
  lineIdsOf,
  type NewStatement,
  newStatement,
  replaceStatement,
  versionsOf,
  withdrawStatement,
} from './stored.ts';
import type { StatementRow } from './tables.ts';

interface MakingContext {
  readonly now: Instant;
  readonly vault: Vault;
  readonly emit: Emit;
  position(): number;
}

interface Asked {
  /** Statements from this day on may say something else now; null: only new ones are made. */
  readonly changedFrom: CivilDate | null;
  /** The id of a period of which a version is made even where nothing has changed. */
  readonly wanted?: string;
}

interface MadeNow {
  readonly made: readonly NewStatement[];
  readonly nextOn: Day | null;
}

/** The caller has locked the loan. */
export async function makeStatements(
  ctx: MakingContext,
  tx: Tx,
  held: HeldLoan,
  { changedFrom, wanted }: Asked,
): Promise<MadeNow> {
  const keys = keysOf(held.row);
  const { last, since } = await knownStatements(tx, keys, changedFrom);
  // A test clock may be set back: the books, and the statements made from them, are ahead of it then.
  const through = Math.max(todayOf(held.row, ctx.now), held.row.state?.through ?? 0);
  const { statements, nextOn } = await figuredThrough(tx, held, last, through);
  const known = new Map(since.map((row) => [row.ordinal, row]));
  const fresh = statements.flatMap((figures) => {
    const before = known.get(figures.ordinal);
    const changes = before === undefined ? [] : changesIn(before.figures.figures, figures);
    const isToMake = before === undefined || changes.length > 0 || periodId(keys.loanId, figures.ordinal) === wanted;
    return isToMake ? [{ figures, before, changes }] : [];
  });
  const made = await withVersions(ctx, tx, held, fresh, statements.at(-1));
  for (const { before } of fresh) if (before !== undefined) replaceStatement(tx, before, ctx.now);
  insertStatements(tx, made);
  for (const row of made) tell(ctx, held, row.version === 1 ? statementGenerated : statementRegenerated, row);
  const there = new Set(statements.map(({ ordinal }) => ordinal));
  for (const row of since) {
    if (there.has(row.ordinal)) continue;
    withdrawStatement(tx, row, ctx.now);
    tell(ctx, held, statementDeleted, row);
  }
  return { made, nextOn };
}

interface Fresh {
  readonly figures: StatementFigures;
  readonly before: StatementRow | undefined;
  readonly changes: readonly string[];
}

async function withVersions(
  ctx: MakingContext,
  tx: Tx,
  held: HeldLoan,
  fresh: readonly Fresh[],
  newest: StatementFigures | undefined,
) {
  if (fresh.length === 0) return [];
  const keys = keysOf(held.row);
  const ordinals = fresh.map(({ figures }) => figures.ordinal);
  const today = todayOf(held.row, ctx.now);
  const isOfNow = ({ figures }: Fresh): boolean => figures === newest && figures.dueOn >= today;
  const [versions, next, ids] = await Promise.all([
    versionsOf(tx, keys, ordinals),
    fresh.some(isOfNow) ? nextPayment(ctx, tx, held) : null,
    lineIdsOf(
      tx,
      keys,
      fresh.map(({ figures }) => figures),
    ),
  ]);
  return fresh.map((one) => {
    const { figures, before, changes } = one;
    return newStatement(held.row, {
      figures,
      // What is next now was not next for an older one.
      autopay: isOfNow(one) ? next : (before?.figures.autopay ?? null),
      ids: Object.fromEntries(figures.activities.flatMap(({ cause }) => (ids[cause] ? [[cause, ids[cause]]] : []))),
      version: (versions.get(figures.ordinal) ?? 0) + 1,
      changes,
      position: ctx.position(),
      now: ctx.now,
      // The years of a test pass in minutes: there a document is made when it is asked for.
      getsDocument: tx.realm.mode === 'live',
    });
  });
}

type Told = Pick<StatementRow, 'id' | 'version' | 'ordinal'>;

function tell({ emit }: MakingContext, { row: loan }: HeldLoan, kind: EventKind, row: Told): void {
  const about = { loanId: loan.id, periodId: periodId(loan.id, row.ordinal) };
  emit(kind, loan.person_id, toldOfStatement(loan, row), { about });
}
