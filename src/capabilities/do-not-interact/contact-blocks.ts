// What stands, or stood at a moment, against talking to people: one statement, of one person or of many.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { preparedOfPeople } from '#platform/db/prepared-of-people.ts';
import type { DoNotInteractRow } from './tables.ts';

type Then = {
  /** What had ended or was taken away by then is left out. */
  readonly from: Instant;
};

export const blocksOfContacted = preparedOfPeople<ContactBlock, Then>(
  (db, isOneOfThem, placeholder) =>
    db
      .selectFrom('do_not_interacts')
      .select(['person_id', 'id', 'case_id', 'channels', 'themes', 'start_date', 'end_date', 'days_of_week'])
      .select(['times_of_day', 'timezone', 'contact_labels', 'created_at', 'ended_at', 'deleted_at'])
      .where(isOneOfThem('person_id'))
      .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', placeholder('from'))]))
      .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '>', placeholder('from'))]))
      .orderBy('position'),
  { from: 'timestamptz' },
);

export type ContactBlock = Pick<
  DoNotInteractRow,
  | 'person_id'
  | 'id'
  | 'case_id'
  | 'channels'
  | 'themes'
  | 'start_date'
  | 'end_date'
  | 'days_of_week'
  | 'times_of_day'
  | 'timezone'
  | 'contact_labels'
  | 'created_at'
  | 'ended_at'
  | 'deleted_at'
>;
