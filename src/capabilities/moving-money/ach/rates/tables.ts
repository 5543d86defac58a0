import type { RateKind, Standing } from '@tenor/ach/read/return-rates.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';

const achRateDays = defineTable('ach_rate_days', onCoordinator, {
  company_id: 'company',
  originator: 'text',
  day: as<CivilDate>('date'),
  is_verifying: 'bool',
  sent: 'int',
  returned: 'int',
  unauthorized: 'int',
  administrative: 'int',
});

export type RateDayRow = RowOf<typeof achRateDays>;

const achRateStandings = defineTable('ach_rate_standings', onCoordinator, {
  company_id: 'company',
  originator: 'text',
  rate: as<RateKind>('text'),
  standing: as<Standing>('text'),
  since: 'instant',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    ach_rate_days: Stored<typeof achRateDays>;
    ach_rate_standings: Stored<typeof achRateStandings>;
  }
}

export const achRateTables = tablesByName(achRateDays, achRateStandings);
