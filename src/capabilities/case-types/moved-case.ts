// What the do-not-interact types of a case make of its move: which instances are made, and which are released.
import { openDaysFrom } from '@tenor/engine/time/calendar.ts';
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { personContext } from '#capabilities/people/index.ts';
import { type Name, readCondition } from '#platform/conditions/language.ts';
import { factsOf } from '#platform/conditions/named-context.ts';
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

/** An instance of the case that a type made and that still stands. */
interface Standing {
  /** The version that made it: what it says of the release counts. */
  readonly typeId: string;
  readonly typeNumber: number;
}

interface DoNotInteractsOfMove {
  readonly made: readonly DoNotInteractTypeRow[];
  /** Numbers of types. */
  readonly released: readonly number[];
}

const nothing: DoNotInteractsOfMove = { made: [], released: [] };

/** What is needed to read about the borrower, if a condition asks. */
interface Borrower {
  readonly vault: Vault;
  readonly personId: string;
}

/** A type that has an instance standing makes no other one. */
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
  const read = asked.map((type) => ({
    type,
    condition: type.condition === null ? null : readCondition(type.condition),
  }));
  const facts = await factsFor(
    reader,
    moved,
    read.flatMap(({ condition }) => condition?.names ?? []),
    borrower,
  );
  // A condition that something unknown decides does not hold.
  const made = read.filter(({ condition }) => condition === null || condition.evaluate(facts) === true);
  return { made: made.map(({ type }) => type), released: released.map(({ typeNumber }) => typeNumber) };
}

/** The borrower is read only where a condition names something of the borrower. */
async function factsFor(reader: Reader, moved: CaseAfterMove, names: readonly Name[], borrower: Borrower | undefined) {
  const paths = new Set(names.filter(({ context }) => context === personContext.name).map(({ path }) => path));
  if (borrower === undefined || paths.size === 0)
    return { case: factsOfCase(moved), person: factsOf(personContext, {}) };
  const { vault, personId } = borrower;
  const values = await personContext.load(reader, vault, [personId], paths);
  return { case: factsOfCase(moved), person: factsOf(personContext, values.get(personId) ?? {}) };
}

/** What a condition may name of the case. */
export function factsOfCase({ status, outcome, name, fields, customFields, type }: CaseAfterMove) {
  const context = caseContext([type.caseType], type.customFieldSchemas);
  const custom = Object.entries(customFields).map(([field, value]) => [`customFields.${field}`, value]);
  const own = { ...fields, ...Object.fromEntries(custom) };
  return factsOf(context, { ...own, status, outcome, name, caseType: type.caseType });
}

const isReached = (type: DoNotInteractTypeRow, { status, outcome }: CaseAfterMove): boolean =>
  (type.on_status === null || type.on_status === status) && (type.on_outcome === null || type.on_outcome === outcome);

const isReleased = ({ release_on: releases }: DoNotInteractTypeRow, { status, outcome }: CaseAfterMove): boolean =>
  releases.some((one) => one.status === status && (one.outcome === null || one.outcome === outcome));

/** The last day of an instance that is made on a day; null: it stands until it is released. */
export function endOfDoNotInteract(
  start: CivilDate,
  { duration, unit }: Pick<DoNotInteractTypeRow, 'duration' | 'unit'>,
): CivilDate | null {
  if (duration === null) return null;
  return unit === 'calendarDays' ? addDays(start, duration) : dateOf(openDaysFrom(dayOf(start), duration));
}
