import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import {
  as,
  columnsWithout,
  defineTable,
  json,
  type RowOf,
  type Stored,
  tablesByName,
} from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';

export const quotedBuckets = ['notDue', 'due', 'overdue', 'chargedOff'] as const;

interface QuotedParts {
  readonly buckets: readonly {
    readonly bucket: (typeof quotedBuckets)[number];
    readonly principal: number;
    readonly interest: number;
    readonly fees: number;
  }[];
  readonly credit: number;
  /** Absent where interest accrues. */
  readonly unearned?: number;
  readonly perDiem: string;
}

const payoffQuotes = defineTable('payoff_quotes', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  good_through: as<CivilDate>('date'),
  amount: 'bigint',
  parts: json<QuotedParts>(),
  created_at: 'instant',
});

export type PayoffQuoteRow = RowOf<typeof payoffQuotes>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    payoff_quotes: Stored<typeof payoffQuotes>;
  }
}

export const payoffQuoteColumns = columnsWithout(payoffQuotes, 'company_id');

export const payoffQuoteTables = tablesByName(payoffQuotes);
