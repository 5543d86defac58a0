import type { Actor } from '#platform/actor.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import type { BlockedChannel, BlockedTheme, Hours, Source } from './rules/words.ts';

export const doNotInteracts = defineTable('do_not_interacts', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  case_id: 'text',
  source: as<Source>('text'),
  do_not_interact_type_id: 'text?',
  do_not_interact_type_number: 'int?',
  channels: as<BlockedChannel[]>('texts'),
  themes: as<BlockedTheme[]>('texts'),
  start_date: 'date',
  end_date: 'date?',
  days_of_week: json<readonly number[]>(),
  times_of_day: json<readonly Hours[]>(),
  timezone: 'text?',
  contact_labels: 'texts',
  ends_at: 'instant?',
  ended_at: 'instant?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

export type DoNotInteractRow = RowOf<typeof doNotInteracts>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    do_not_interacts: Stored<typeof doNotInteracts>;
  }
}

export const doNotInteractTables = tablesByName(doNotInteracts);
