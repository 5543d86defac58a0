// What was said of each loan, as it is kept: what the next month goes on from, and what can be compared with it. Who the
// consumers are is kept nowhere here: their names and numbers are those of the day.

import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Before } from '@tenor/metro2/check/rule.ts';
import { type Account, base } from '@tenor/metro2/layout/segments.ts';
import type { Said } from '@tenor/metro2/month/facts.ts';
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

const plainFields = Object.entries(base)
  .filter(([name, field]) => !('isPersonal' in field) && !['stamp', 'correction'].includes(name))
  .map(([name]) => name);

export function recordOf({ base: values, j1, j2, k2, k4, l1 }: Account): ReportRecord {
  const said: Readonly<Record<string, string | number | null>> = values;
  return {
    base: Object.fromEntries(
      plainFields.flatMap((name) => (name in said ? [[name, said[name] as string | number | null]] : [])),
    ),
    consumers: [values, ...j1, ...j2].map(({ ecoa, indicator }) => ({ ecoa, indicator })),
    k2,
    k4,
    l1,
  };
}

export const reportPart = (fileId: string, loanId: string): string => `credit_reports.${fileId}.${loanId}`;

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
      return [[loan_id, JSON.parse(sealer.unseal(reportPart(file_id, loan_id), said_sealed)) as KeptReport] as const];
    }),
  );
}
