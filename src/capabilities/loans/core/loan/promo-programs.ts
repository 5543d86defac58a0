// The promo programs of a loan: for some days a lower rate, or interest that is deferred. They keep what their type said
// when they were made. What was agreed is with the loan; what came of it is in the books.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';

export type PromoKind = 'reducedRate' | 'sameAsCash';

export const promoStatuses = ['pending', 'active', 'canceled'] as const;
export type PromoStatus = (typeof promoStatuses)[number];

export interface PromoProgram {
  readonly id: string;
  readonly externalId: string | null;
  readonly typeId: string;
  readonly kind: PromoKind;
  /** Subtracted from the interest rate; null where interest is deferred. */
  readonly rate: Rate | null;
  /** Null: of the loan, on a line of all its draws. */
  readonly drawId: string | null;
  /** Whether the agreement of the loan has it. */
  readonly isAgreed: boolean;
  readonly status: PromoStatus;
  /** Null: it begins with the activation. */
  readonly startDate: CivilDate | null;
  readonly endDate: CivilDate | null;
  readonly durationDays: number;
  readonly graceDays: number;
  readonly disqualifyOverdueDays: number | null;
  /** Its fact on the timeline; null: it has none, or the terms have it. */
  readonly factId: string | null;
  readonly metaData: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant | null;
}

export type PromoPrograms = readonly PromoProgram[] | null;

/** What a product does with programs of a kind. */
export interface PromoSupport {
  readonly of: 'loan' | 'draw' | 'loan or draw';
  readonly canBeLost: boolean;
  /** Whether it can only be agreed before what it is of is activated. */
  readonly isOfTerms: boolean;
}

/** A promo that ended before its time, or interest that is not deferred any more. */
export interface PromoEnd {
  /** The id of its fact; null: of deferred interest. */
  readonly fact: string | null;
  readonly draw: string;
  readonly on: Day;
  readonly isCharged: boolean;
}

interface Beginning {
  /** The draw whose programs begin; null: those of the loan. */
  readonly draw: string | null;
  readonly on: Day;
  /** The first day of the books, where these begin later. */
  readonly booksFrom?: Day;
  readonly now: Instant;
}

export interface BegunPrograms {
  readonly programs: PromoPrograms;
  readonly begun: readonly PromoProgram[];
}

/** The programs that wait for this activation begin. */
export function beginPrograms(programs: PromoPrograms, beginning: Beginning): BegunPrograms {
  const begun: PromoProgram[] = [];
  const all = (programs ?? []).map((program) => {
    if (program.status !== 'pending' || program.drawId !== beginning.draw) return program;
    const active = beginProgram(program, beginning);
    begun.push(active);
    return active;
  });
  return { programs: begun.length === 0 ? programs : all, begun };
}

/** From its own first day on, but not before what it is of was activated. */
export function beginProgram(
  program: PromoProgram,
  { on, booksFrom = on, now }: Omit<Beginning, 'draw'>,
): PromoProgram {
  const said = program.startDate === null ? on : dayOf(program.startDate);
  const end = said + program.durationDays - 1;
  const needsFact = program.kind === 'reducedRate' && end >= Math.max(on, booksFrom);
  return {
    ...program,
    status: 'active',
    startDate: dateOf(Math.max(said, on)),
    endDate: dateOf(end),
    factId: needsFact ? program.id : null,
    updatedAt: now,
  };
}

/** When the deferred interest of a draw is charged, if it is not paid. */
export function deferredInterestOf(programs: PromoPrograms, draw: string, on: Day) {
  const found = programs?.find(
    ({ kind, drawId, status }) => kind === 'sameAsCash' && drawId === draw && status === 'pending',
  );
  if (found === undefined) return null;
  const { durationDays, graceDays, disqualifyOverdueDays } = found;
  return { endsOn: on + durationDays - 1, graceDays, disqualifyOverdueDays };
}
