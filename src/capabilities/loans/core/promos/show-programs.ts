// Promo programs as they are shown: what was agreed, and what has come of it by the books of today.
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { presentAgreed } from '../loan/agreed-promos.ts';
import type { Position } from '../loan/books.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { PromoEnd, PromoProgram } from '../loan/promo-programs.ts';
import type { PromoProgramShown } from '../loan/promo-schemas.ts';
import type { LoanRow } from '../loan/tables.ts';
import { todayOf } from '../loan/today.ts';
import { stateOn } from '../timeline/compute-state.ts';
import { promoKind } from './agree-programs.ts';

/** By id or `ext-` reference. Errors: NotFound. */
export async function findProgram(reader: Reader, { row }: HeldLoan, reference: string): Promise<PromoProgram> {
  const wanted = await idOfReference(reader, promoKind, reference);
  const found = row.promo_programs?.find(({ id }) => id === wanted);
  if (found !== undefined) return found;
  throw notFound(promoKind, reference, 'promoProgramId', 'This loan');
}

/** The latest first. */
export async function listPrograms(reader: Reader, held: HeldLoan, now: Instant): Promise<PromoProgramShown[]> {
  const programs = held.row.promo_programs ?? [];
  if (programs.length === 0) return [];
  const show = shownBy(held, await positionToday(reader, held, now), todayOf(held.row, now));
  return programs.map(show).reverse();
}

export async function readProgram(
  reader: Reader,
  held: HeldLoan,
  reference: string,
  now: Instant,
): Promise<PromoProgramShown> {
  const [program, position] = await Promise.all([
    findProgram(reader, held, reference),
    positionToday(reader, held, now),
  ]);
  return shownBy(held, position, todayOf(held.row, now))(program);
}

/** Null before the activation. */
async function positionToday(reader: Reader, held: HeldLoan, now: Instant): Promise<Position | null> {
  const { row } = held;
  if (row.state === null) return null;
  const { state } = await stateOn(reader, held, Math.max(todayOf(row, now), row.state.through));
  return state.position;
}

export function shownBy(
  { row, product }: { readonly row: Pick<LoanRow, 'id'>; readonly product: HeldLoan['product'] },
  position: Position | null,
  today: Day,
): (program: PromoProgram) => PromoProgramShown {
  const ends = position === null ? [] : product.promos.ends(position);
  return (program) => {
    const found = endOf(program, ends, today);
    const { startDate, endDate } = program;
    const hasBegun = startDate !== null && dayOf(startDate) <= today;
    const isLost = found.lostOn !== null && (endDate === null || found.lostOn <= lastDayOf(program));
    return {
      ...presentAgreed(program),
      object: 'promoProgram',
      loanId: row.id,
      drawId: program.drawId,
      programType: program.kind,
      promoRate: program.rate,
      isInForce: program.status === 'active' && hasBegun && found.outcome === null,
      outcome: found.outcome,
      lostOn: isLost && found.lostOn !== null ? dateOf(found.lostOn) : null,
      createdAt: program.createdAt,
      updatedAt: program.updatedAt,
      deletedAt: null,
    };
  };
}

const lastDayOf = ({ endDate, graceDays }: PromoProgram): Day =>
  endDate === null ? Number.MAX_SAFE_INTEGER : dayOf(endDate) + graceDays;

interface End {
  readonly outcome: PromoProgramShown['outcome'];
  readonly lostOn: Day | null;
}

function endOf(program: PromoProgram, ends: readonly PromoEnd[], today: Day): End {
  if (program.status !== 'active') return { outcome: null, lostOn: null };
  if (program.kind === 'sameAsCash') {
    const end = ends.find(({ fact, draw }) => fact === null && draw === program.drawId);
    if (end === undefined) return { outcome: null, lostOn: null };
    return { outcome: end.isCharged ? 'interestCharged' : 'interestDropped', lostOn: end.on };
  }
  const lost = ends.filter(({ fact }) => fact !== null && fact === program.factId).map(({ on }) => on);
  if (lost.length > 0) return { outcome: 'lost', lostOn: Math.min(...lost) };
  return { outcome: today > lastDayOf(program) ? 'ended' : null, lostOn: null };
}
