// What was said of each loan, as it is kept: what the next month goes on from, and what can be compared with it. Who the
// consumers are is kept nowhere here: their names and numbers are those of the day.

import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { beforeOf } from '@tenor/metro2/check/check-file.ts';
import type { Before } from '@tenor/metro2/check/rule.ts';
import { isSaid } from '@tenor/metro2/layout/field.ts';
import { type Account, base } from '@tenor/metro2/layout/segments.ts';
import type { Said } from '@tenor/metro2/month/facts.ts';
import { saidOf } from '@tenor/metro2/month/month.ts';
import { sql } from 'kysely';
import type { Sealer } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import '../tables.ts';

/** The consumers by their codes alone. */
export interface ReportRecord {
  readonly base: Readonly<Record<string, string | number | null>>;
  readonly consumers: readonly { readonly ecoa: string; readonly indicator: string }[];
  readonly k2: Account['k2'];
  readonly k4: Account['k4'];
  readonly l1: Account['l1'];
}

export interface KeptReport {
  readonly said: Said;
  /** What the rules between two months need. */
  readonly before: Before;
  readonly record: ReportRecord;
}

/** In the order of the form. */
const plainFields = Object.entries(base)
  .filter(([name, field]) => isSaid(field) && !('isPersonal' in field) && !['stamp', 'correction'].includes(name))
  .map(([name]) => name);

export function recordOf({ base: values, j1, j2, k2, k4, l1 }: Account): ReportRecord {
  const said: Readonly<Record<string, string | number | null>> = values;
  return {
    base: Object.fromEntries(plainFields.map((name) => [name, said[name] ?? null])),
    consumers: [values, ...j1, ...j2].map(({ ecoa, indicator }) => ({ ecoa, indicator })),
    k2,
    k4,
    l1,
  };
}

/** How a report is stored: the base segment without the names of its fields, and what else of `said` follows from none. */
interface StoredReport extends Omit<ReportRecord, 'base'>, Pick<Said, 'asOf' | 'isFinal' | 'compliance'> {
  readonly values: readonly (string | number | null)[];
}

interface OfFile {
  readonly fileId: string;
  readonly loanId: string;
}

const reportPart = ({ fileId, loanId }: OfFile): string => `credit_reports.${fileId}.${loanId}`;

export function sealReport(sealer: Sealer, report: OfFile, account: Account, said: Said): Buffer {
  const { base: values, ...record } = recordOf(account);
  const { asOf, isFinal, compliance } = said;
  const stored: StoredReport = { asOf, isFinal, compliance, values: Object.values(values), ...record };
  return sealer.seal(reportPart(report), JSON.stringify(stored));
}

function openReport(sealer: Sealer, report: OfFile, sealed: Buffer): KeptReport {
  const { values, asOf, isFinal, compliance, ...rest } = JSON.parse(
    sealer.unseal(reportPart(report), sealed),
  ) as StoredReport;
  const plain = Object.fromEntries(plainFields.map((name, i) => [name, values[i] ?? null]));
  const told = plain as typeof plain & Account['base'];
  return {
    said: saidOf(told, { asOf, isFinal, compliance }),
    before: beforeOf({ base: told, l1: rest.l1 }),
    record: { base: plain, ...rest },
  };
}

interface LastSaid {
  readonly agencyId: string;
  /** A report of a day before it is meant; with `isOn` one of the day itself. */
  readonly asOf: CivilDate;
  readonly isOn?: boolean;
}

/** What was last said of these loans in a file that was made, opened with the key of each borrower. */
export async function lastSaid(
  reader: Reader,
  loanIds: readonly string[],
  { agencyId, asOf, isOn = false }: LastSaid,
  sealerOf: (personId: string) => Sealer | undefined,
): Promise<ReadonlyMap<string, KeptReport>> {
  if (loanIds.length === 0) return new Map();
  const rows = await reader.rows(
    reader.db
      .selectFrom('credit_reports')
      .innerJoin('credit_files', 'credit_files.id', 'credit_reports.file_id')
      .distinctOn('credit_reports.loan_id')
      .select(['credit_reports.loan_id', 'credit_reports.person_id', 'credit_reports.file_id', 'said_sealed'])
      .where('credit_reports.agency_id', '=', agencyId)
      .where('credit_reports.loan_id', '=', sql<string>`any(${loanIds}::text[])`)
      .where('credit_reports.as_of', isOn ? '=' : '<', asOf)
      .where('credit_files.state', '=', 'made')
      .orderBy('credit_reports.loan_id')
      .orderBy('credit_reports.as_of', 'desc')
      .orderBy('credit_files.position', 'desc'),
  );
  return new Map(
    rows.flatMap(({ loan_id, person_id, file_id, said_sealed }) => {
      const sealer = sealerOf(person_id);
      if (sealer === undefined) return [];
      return [[loan_id, openReport(sealer, { fileId: file_id, loanId: loan_id }, said_sealed)] as const];
    }),
  );
}
