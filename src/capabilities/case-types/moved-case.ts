// Decides which do-not-interacts the types of a case make when it moves, and which they release.
import { openDaysFrom } from '@tenor/engine/time/calendar.ts';
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { loanContext } from '#capabilities/loans/index.ts';
import { personContext } from '#capabilities/people/index.ts';
import { type Name, readCondition } from '#platform/conditions/language.ts';
import { factsOf, type LoadedContext } from '#platform/conditions/named-context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { CaseStatus } from './base-types.ts';
import { caseContext } from './case-context.ts';
import type { FieldValues } from './field-values.ts';
import type { DoNotInteractTypeRow } from './tables.ts';
import type { CaseTypeFound } from './type-of-case.ts';
import { doNotInteractTypesOf } from './types-in-use.ts';

/** A case as it is after its move. */
export interface CaseAfterMove {
  readonly status: CaseStatus;
  readonly outcome: string | null;
  readonly name: string | null;
  readonly fields: FieldValues;
  readonly customFields: FieldValues;
  readonly type: CaseTypeFound;
}

/** A do-not-interact that a type made on the case and that has not ended. */
interface Standing {
  /** The version that made it. This version decides about the release. */
  readonly typeId: string;
  readonly typeNumber: number;
}

interface DoNotInteractsOfMove {
  readonly made: readonly DoNotInteractTypeRow[];
  /** The numbers of the types whose do-not-interacts end. */
  readonly released: readonly number[];
}

const nothing: DoNotInteractsOfMove = { made: [], released: [] };

/** What is needed to read the borrower and the loan, if a condition names them. */
interface Borrower {
  readonly vault: Vault;
  readonly personId: string;
  /** The loans of the case. If it has exactly one, a condition may compare its fields; otherwise they have no value. */
  readonly loanIds: readonly string[];
}

/** A type makes none while one that it made before has not ended. */
export async function doNotInteractsOfMove(
  reader: Reader,
  moved: CaseAfterMove,
  standing: readonly Standing[],
  borrower?: Borrower,
): Promise<DoNotInteractsOfMove> {
  const named = moved.type.doNotInteractTypeIds;
  const ids = [...named, ...standing.map(({ typeId }) => typeId)];
  if (ids.length === 0) return nothing;
  const types = await doNotInteractTypesOf(reader, ids);
  const released = standing.filter(({ typeId }) => types.some((type) => type.id === typeId && isReleased(type, moved)));
  const kept = new Set(standing.filter((one) => !released.includes(one)).map(({ typeNumber }) => typeNumber));
  const numbers = new Set(types.filter(({ id }) => named.includes(id)).map(({ type_id }) => type_id));
  const asked = types.filter(
    (type) =>
      type.status === 'active' && numbers.has(type.type_id) && !kept.has(type.type_id) && isReached(type, moved),
  );
  const made = await conditionsHold(reader, moved, asked, borrower);
  return { made, released: released.map(({ typeNumber }) => typeNumber) };
}

/** Finds the types whose condition holds, or which have none. A condition that something unknown decides does not hold. */
async function conditionsHold<T extends { readonly condition: string | null }>(
  reader: Reader,
  moved: CaseAfterMove,
  types: readonly T[],
  borrower: Borrower | undefined,
): Promise<T[]> {
  const read = types.map((type) => ({
    type,
    condition: type.condition === null ? null : readCondition(type.condition),
  }));
  const names = read.flatMap(({ condition }) => condition?.names ?? []);
  const facts = await factsFor(reader, moved, names, borrower);
  return read
    .filter(({ condition }) => condition === null || condition.evaluate(facts) === true)
    .map(({ type }) => type);
}

/** What types of other things say of the moves of a case. */
interface OnMove {
  readonly on_status: CaseStatus | null;
  readonly on_outcome: string | null;
  readonly condition: string | null;
}

/** Finds the types that act on a case as it is after its move. */
export const reachedTypes = <T extends OnMove>(
  reader: Reader,
  moved: CaseAfterMove,
  types: readonly T[],
  borrower: Borrower,
): Promise<T[]> =>
  conditionsHold(
    reader,
    moved,
    types.filter((type) => isReached(type, moved)),
    borrower,
  );

/** What conditions ask of a case. The borrower and the loan are read only if a condition names fields of them. */
export async function factsFor(
  reader: Reader,
  moved: CaseAfterMove,
  names: readonly Name[],
  borrower: Borrower | undefined,
) {
  const read = async <Key>(context: LoadedContext<Key>, key: Key | undefined) => {
    const paths = new Set(names.filter((name) => name.context === context.name).map(({ path }) => path));
    if (borrower === undefined || key === undefined || paths.size === 0) return factsOf(context, {});
    const values = await context.load(reader, borrower.vault, [key], paths);
    return factsOf(context, values.get(key) ?? {});
  };
  const [loanId, ...others] = borrower?.loanIds ?? [];
  const isOne = borrower !== undefined && loanId !== undefined && others.length === 0;
  return {
    case: factsOfCase(moved),
    person: await read(personContext, borrower?.personId),
    loan: await read(loanContext, isOne ? { person_id: borrower.personId, id: loanId } : undefined),
  };
}

/** What a condition may name of the case. */
export function factsOfCase({ status, outcome, name, fields, customFields, type }: CaseAfterMove) {
  const context = caseContext([type.caseType], type.customFieldSchemas);
  const custom = Object.entries(customFields).map(([field, value]) => [`customFields.${field}`, value]);
  const own = { ...fields, ...Object.fromEntries(custom) };
  return factsOf(context, { ...own, status, outcome, name, caseType: type.caseType });
}

export const isReached = (
  type: Omit<OnMove, 'condition'>,
  { status, outcome }: Pick<CaseAfterMove, 'status' | 'outcome'>,
): boolean =>
  (type.on_status === null || type.on_status === status) && (type.on_outcome === null || type.on_outcome === outcome);

const isReleased = ({ release_on: releases }: DoNotInteractTypeRow, { status, outcome }: CaseAfterMove): boolean =>
  releases.some((one) => one.status === status && (one.outcome === null || one.outcome === outcome));

/** The last day of one that is made on this day; null: it has none, and holds until it is released. */
export function endOfDoNotInteract(
  start: CivilDate,
  { duration, unit }: Pick<DoNotInteractTypeRow, 'duration' | 'unit'>,
): CivilDate | null {
  if (duration === null) return null;
  return unit === 'calendarDays' ? addDays(start, duration) : dateOf(openDaysFrom(dayOf(start), duration));
}
