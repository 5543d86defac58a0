// The promo programs of an agreement: made with the loan, changed with its draft, and begun by its activation.
import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import type { LoanTypeSettings } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { changeExternalId } from '#platform/resource/external-ids.ts';
import { start } from '#platform/states.ts';
import type { promoCreated } from '../loan/events.ts';
import { toldOfLoan } from '../loan/events.ts';
import type { LoanProduct } from '../loan/product.ts';
import { type BegunPrograms, beginPrograms, type PromoProgram, type PromoPrograms } from '../loan/promo-programs.ts';
import type { PromoProgramSent } from '../loan/promo-schemas.ts';
import type { Agreement } from '../loan/schemas.ts';
import type { LoanRow } from '../loan/tables.ts';
import { changedProgram, newProgram, type Promoted } from './make-program.ts';
import { promoStates } from './states.ts';

export const promoKind = 'promo program';

interface Draft {
  readonly product: LoanProduct;
  readonly settings: LoanTypeSettings;
  readonly before: PromoPrograms;
}

/** Programs that are sent replace those that were agreed so far. Errors: InvalidRequest, NotFound (type). */
export async function agreedPrograms(
  ctx: Pick<CommandContext, 'now'>,
  reader: Reader,
  { product, settings, before }: Draft,
  sent: readonly PromoProgramSent[] | null | undefined,
): Promise<PromoPrograms> {
  if (sent === undefined) return before;
  const programs = (before ?? []).filter(({ isAgreed }) => !isAgreed);
  for (const [i, one] of (sent ?? []).entries()) {
    const at = `atOrigination.promoPrograms[${i}].`;
    const promoted: Promoted = { product, settings, drawId: null, isAgreed: true, at };
    const known = before?.find(({ id }) => id === one.id);
    if (one.id != null && known === undefined) throw refuseField(`${at}id`, 'is of no program of this loan', 'nothing');
    const isSame = known !== undefined && known.typeId === one.promoTypeId;
    programs.push(isSame ? changedProgram(promoted, known, one) : await newProgram(ctx, reader, promoted, one));
  }
  return programs.length === 0 ? null : programs;
}

export const claimedBy =
  (personId: string) =>
  ({ id }: Pick<PromoProgram, 'id'>) => ({ kind: promoKind, subjectId: personId, objectId: id });

/** In the transaction that writes the loan. */
export function claimPrograms(tx: Tx, personId: string, before: PromoPrograms, after: PromoPrograms): void {
  const owned = claimedBy(personId);
  const idOf = (programs: PromoPrograms, id: string) => programs?.find((one) => one.id === id)?.externalId ?? null;
  for (const one of before ?? []) {
    if (!after?.some(({ id }) => id === one.id)) changeExternalId(tx, owned(one), one.externalId, null);
  }
  for (const one of after ?? []) changeExternalId(tx, owned(one), idOf(before, one.id), one.externalId);
}

export const newIn = (before: PromoPrograms, after: PromoPrograms): readonly PromoProgram[] =>
  (after ?? []).filter((one) => !before?.some(({ id }) => id === one.id));

/** The programs that are among the terms of the loan are disclosed with them. */
export function withPrograms(product: LoanProduct, agreed: Agreement, programs: PromoPrograms): Agreement {
  const ofTerms = product.promos.areTerms ? (programs ?? []).filter(({ isAgreed }) => isAgreed) : [];
  if (ofTerms.length === 0) return agreed;
  const { promoRates } = agreed as { readonly promoRates?: readonly object[] | null };
  const further = ofTerms.map(({ rate, durationDays: days }) => ({ rate, days }));
  return { ...agreed, promoRates: [...(promoRates ?? []), ...further] } as Agreement;
}

interface Begun {
  readonly programs: PromoPrograms;
  readonly facts: readonly Fact[];
  /** Tells them, once they are stored. */
  readonly begun: readonly PromoProgram[];
}

interface Beginning {
  /** The draw that is activated; null: the loan itself. */
  readonly draw: string | null;
  readonly on: Day;
  readonly booksFrom?: Day;
}

/** What an activation brings of the programs that wait for it. */
export function begunBy(
  { now }: Pick<CommandContext, 'now'>,
  { row, product }: { readonly row: LoanRow; readonly product: LoanProduct },
  { draw, on, booksFrom = on }: Beginning,
): Begun {
  const found: BegunPrograms = beginPrograms(row.promo_programs, { draw, on, booksFrom, now });
  if (draw !== null || !product.promos.areTerms) {
    const facts = found.begun.flatMap((one) => (one.factId === null ? [] : [promoFact(product, now, one)]));
    return { ...found, facts: facts.map((fact) => (fact.on < booksFrom ? { ...fact, on: booksFrom } : fact)) };
  }
  const programs = found.programs?.map((one) => (found.begun.includes(one) ? { ...one, factId: null } : one)) ?? null;
  return { programs, facts: [], begun: found.begun };
}

export function promoFact(product: LoanProduct, now: CommandContext['now'], program: PromoProgram): Fact {
  const { id, factId, drawId, rate, startDate, endDate, disqualifyOverdueDays } = program;
  if (rate === null || startDate === null || endDate === null)
    throw new Error(`The program ${id} has no rate or days.`);
  const fact: FactOf<'promo'> = {
    kind: 'promo',
    id: factId ?? id,
    at: now,
    on: dayOf(startDate),
    rate,
    until: dayOf(endDate),
  };
  return product.promos.fact(fact, drawId, disqualifyOverdueDays);
}

const agreeing = promoStates.move(start, 'agree').emits;
const beginning = promoStates.move('pending', 'begin').emits;

type Telling = Pick<CommandContext, 'emit'>;
type ToldOf = Parameters<typeof toldOfLoan>[0];

export function tellPrograms(
  ctx: Telling,
  row: ToldOf & LoanRow,
  told: readonly PromoProgram[],
  kinds: readonly EventKind[],
) {
  for (const { id, drawId } of told) {
    const fields = { ...toldOfLoan(row), promoProgramId: id, drawId };
    for (const kind of kinds) {
      ctx.emit(kind as typeof promoCreated, row.person_id, fields, { about: { loanId: row.id } });
    }
  }
}

export const tellAgreed = (ctx: Telling, row: LoanRow, programs: readonly PromoProgram[]): void =>
  tellPrograms(ctx, row, programs, agreeing);

export const tellBegun = (ctx: Telling, row: LoanRow, { begun }: Pick<Begun, 'begun'>): void =>
  tellPrograms(ctx, row, begun, beginning);

interface Canceled {
  readonly programs: PromoPrograms;
  readonly canceled: readonly PromoProgram[];
}

/** The programs of a draw end with it, as if they had never been. */
export function canceledWith(
  { now }: Pick<CommandContext, 'now'>,
  { promo_programs }: LoanRow,
  draw: string,
): Canceled {
  const canceled: PromoProgram[] = [];
  const programs = (promo_programs ?? []).map((one) => {
    if (one.drawId !== draw || one.status === 'canceled') return one;
    const gone: PromoProgram = { ...one, status: canceling.to, factId: null, updatedAt: now };
    canceled.push(gone);
    return gone;
  });
  return { programs: canceled.length === 0 ? promo_programs : programs, canceled };
}

const canceling = promoStates.move('pending', 'cancel');

export const tellCanceled = (ctx: Telling, row: LoanRow, { canceled }: Canceled): void =>
  tellPrograms(ctx, row, canceled, canceling.emits);
