// What stands, or stood at a moment, against talking to people: one statement, of one person or of many.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { partRead } from '#platform/db/as-one-statement.ts';
import { typesOf } from '#platform/db/define-table.ts';
import { type DoNotInteractRow, doNotInteracts } from './tables.ts';

type Then = {
  /** What had ended or was taken away by then is left out. */
  readonly standingAt: Instant;
};

const columns = [
  'person_id',
  'id',
  'case_id',
  'channels',
  'themes',
  'start_date',
  'end_date',
  'days_of_week',
  'times_of_day',
  'timezone',
  'contact_labels',
  'created_at',
  'ended_at',
  'deleted_at',
] as const;
export type ContactBlock = Pick<DoNotInteractRow, (typeof columns)[number]>;

export const blocksOfContacted = partRead<ContactBlock, Then>(
  (db, isOneOfThem, placeholder) =>
    db
      .selectFrom('do_not_interacts')
      .select(columns)
      .where(isOneOfThem('person_id'))
      .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', placeholder('standingAt'))]))
      .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '>', placeholder('standingAt'))]))
      .orderBy('position'),
  { columns: typesOf(doNotInteracts, columns), values: { standingAt: 'timestamptz' } },
);
