// What cases say of a loan to credit agencies: bankruptcies, deaths, disputes, identity theft, military duty.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { Bankruptcy, Facts } from '@tenor/metro2/month/facts.ts';
import { type ContactCase, casesToReport, fieldsOfCase } from '#capabilities/cases/index.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface OpenedCase {
  readonly type: ContactCase['case_type'];
  readonly status: ContactCase['status'];
  readonly loanIds: readonly string[];
  readonly openedOn: CivilDate;
  /** When it got its present status. */
  readonly movedOn: CivilDate;
  readonly fields: Fields;
}

interface Opening {
  readonly zone: string;
  sealerOf(personId: string): Sealer | undefined;
}

/** Cases that were canceled are left out. */
export async function openedCases(
  reader: Reader,
  ids: readonly string[],
  { zone, sealerOf }: Opening,
): Promise<ReadonlyMap<string, readonly OpenedCase[]>> {
  if (ids.length === 0) return new Map();
  const rows = (await reader.rows(casesToReport(reader.db, ids, {}))).filter(({ status }) => status !== 'canceled');
  const opened = rows.flatMap((row) => {
    const sealer = sealerOf(row.person_id);
    if (sealer === undefined) return [];
    const one: OpenedCase = {
      type: row.case_type,
      status: row.status,
      loanIds: row.loan_ids,
      openedOn: row.received_date ?? dateInZone(row.created_at, zone),
      movedOn: dateInZone(row.status_updated_at ?? row.created_at, zone),
      fields: fieldsOfCase(sealer, row) as Fields,
    };
    return [[row.person_id, one] as const];
  });
  const byPerson = Map.groupBy(opened, ([id]) => id);
  return new Map([...byPerson].map(([id, own]) => [id, own.map(([, one]) => one)]));
}

/** A case that names no loan is about all of them. */
export const about = (cases: readonly OpenedCase[] | undefined, loanId: string): OpenedCase[] =>
  (cases ?? []).filter(({ loanIds }) => loanIds.length === 0 || loanIds.includes(loanId));

const isOpen = ({ status }: OpenedCase): boolean => status !== 'completed';

const dateOf = (fields: Fields, name: string): CivilDate | null => (fields[name] as CivilDate | undefined) ?? null;

const isOfMonth = (date: CivilDate, asOf: CivilDate): boolean => date.slice(0, 7) === asOf.slice(0, 7);

const chapters: Readonly<Record<string, Bankruptcy['chapter']>> = {
  chapter7: 7,
  chapter11: 11,
  chapter12: 12,
  chapter13: 13,
};

/** `unknown`: there is one, and nobody knows enough of it to tell. */
export function bankruptcyOf(cases: readonly OpenedCase[], asOf: CivilDate): Bankruptcy | null | 'unknown' {
  const found = cases.findLast(({ type }) => type === 'bankruptcy');
  if (found === undefined) return null;
  const { fields } = found;
  const [petitionOn, chapter] = [dateOf(fields, 'courtCaseFiledDate'), chapters[String(fields.courtCaseChapter)]];
  if (petitionOn === null || chapter === undefined) return 'unknown';
  if (petitionOn > asOf) return null;
  const stage = stageOf(found, asOf);
  return stage === undefined ? null : { chapter, stage, petitionOn };
}

/** Undefined: it has ended without a discharge, and that was told. */
function stageOf({ fields, movedOn }: OpenedCase, asOf: CivilDate): Bankruptcy['stage'] | undefined {
  const has = (name: string): boolean => {
    const on = dateOf(fields, name);
    return on !== null && on <= asOf;
  };
  if (has('reaffirmationRescindedDate')) return 'rescinded';
  if (has('reaffirmedDate')) return 'reaffirmed';
  const disposed = dateOf(fields, 'courtCaseDebtorDispositionDate') ?? movedOn;
  const said = disposed <= asOf ? fields.courtCaseDebtorDisposition : undefined;
  if (said === 'discharged') return 'discharged';
  const last = fields.courtCaseLastStatus;
  const isClosed = typeof last === 'string' && last.startsWith('closed');
  if (said !== 'dismissed' && !isClosed) return 'petition';
  const endedOn = said === 'dismissed' ? disposed : (dateOf(fields, 'courtCaseClosedDate') ?? movedOn);
  if (endedOn > asOf) return 'petition';
  return isOfMonth(endedOn, asOf) ? 'ended' : undefined;
}

const isProven = ({ fields }: OpenedCase): boolean => fields.proofLevel === 'verified' || fields.proofLevel === 'proof';

/** An agency is not told of a death that nobody has verified. */
export const isDeceased = (cases: readonly OpenedCase[], asOf: CivilDate): boolean =>
  cases.some((one) => {
    const on = dateOf(one.fields, 'dateOfDeath');
    return one.type === 'deceased' && isProven(one) && (on === null || on <= asOf);
  });

export const isOnDuty = (cases: readonly OpenedCase[], asOf: CivilDate): boolean =>
  cases.some(({ type, fields }) => {
    const [from, until] = [dateOf(fields, 'dutyBeginDate'), dateOf(fields, 'dutyEndDate')];
    return type === 'militaryDuty' && from !== null && from <= asOf && (until === null || until >= asOf);
  });

/** `open`: nothing may be said. `confirmed`: the whole account was never theirs. */
export function identityTheftOf(cases: readonly OpenedCase[], asOf: CivilDate): 'open' | 'confirmed' | null {
  const found = cases.findLast(({ type, openedOn }) => type === 'identityTheft' && openedOn <= asOf);
  if (found === undefined) return null;
  if (isOpen(found)) return 'open';
  const decidedOn = dateOf(found.fields, 'decidedDate');
  return decidedOn !== null && decidedOn <= asOf && found.fields.theftExtent === 'wholeAccount' ? 'confirmed' : null;
}

const laws: Readonly<Record<string, NonNullable<Facts['dispute']>['law']>> = {
  creditBureauDispute: 'FCRA',
  disputeOfDebt: 'FCRA',
  disputeOfPurchase: 'FCBA',
};

/** One that is open, or was settled in this month: the month after removes the code. */
export function disputeOf(cases: readonly OpenedCase[], asOf: CivilDate): Facts['dispute'] {
  const disputes = cases.filter(({ type, openedOn }) => laws[type] !== undefined && openedOn <= asOf);
  const open = disputes.findLast((one) => isOpen(one) || one.movedOn > asOf);
  const settled = disputes.findLast((one) => !isOpen(one) && isOfMonth(one.movedOn, asOf));
  const found = open ?? settled;
  if (found === undefined) return null;
  return { law: laws[found.type] as 'FCRA' | 'FCBA', state: found === open ? 'open' : 'settled' };
}
