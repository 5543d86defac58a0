// One loan, shown. It costs what is shown of it: its books are read only where time or its index has moved them on.
import { statusOf } from '@tenor/engine/account/account.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type HoleOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { momentsOf } from '../loan/moments.ts';
import type { LoanRow } from '../loan/tables.ts';
import { todayOf } from '../loan/today.ts';
import type { Loan } from '../products/installment/schemas.ts';
import { loanOn } from '../timeline/computed-loan.ts';
import { holdLoan, idsOf, type LoanIds, loanNotFound, presentLoan, type ShownLoan } from './loan.ts';

export const shownColumns = [
  'person_id',
  'id',
  'company_id',
  'external_id',
  'loan_type_id',
  'loan_type_version',
  'status',
  'is_closed',
  'serviced_by',
  'nickname',
  'decline_reason',
  'cancel_reason',
  'charged_off_reason',
  'at_origination',
  'additional_people',
  'asset_type',
  'asset_display_name',
  'meta_data',
  'timestamps',
  'figures',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ShownLoan)[];

/** The last due date and the payment, in the form in which a state holds them. */
export const shownState = sql<ShownLoan['state']>`case when state is not null then jsonb_build_object('position',
  jsonb_build_object(
    'dueDates', jsonb_path_query_array(state, '$.position.dueDates[last]'),
    'payment', coalesce(
      nullif(state #> array['position', 'supplied', state #>> '{position,next}'], 'null'),
      state #> '{position,payment}'))) end`;

const loanAsStored = prepared((db, hole: HoleOf<LoanIds>) =>
  db
    .selectFrom('loans')
    .select([...shownColumns, 'next_action_at'])
    .select(sql<boolean>`index_known is not null`.as('follows'))
    .select(shownState.as('state'))
    .where('person_id', '=', hole('personId'))
    .where('id', '=', hole('loanId')),
);

type StoredLoan = ShownLoan & Pick<LoanRow, 'next_action_at'> & { readonly follows: boolean };

/** The loan of a path, for showing it. */
export const storedLoan: Subject<StoredLoan> = {
  param: 'loanId',
  notFound: errors.NotFound,
  async find(reader, reference, _, params) {
    const ids = await idsOf(reader, params?.personId as string, reference);
    const row = await reader.row(loanAsStored(reader.db, ids));
    if (row === undefined) throw loanNotFound(reference);
    return { id: ids.personId, subject: row };
  },
};

/** As it is today: what time has brought since its books were worked is computed. */
export async function readLoan(reader: Reader, stored: StoredLoan, now: Instant): Promise<Loan> {
  const isDue = stored.next_action_at !== null && stored.next_action_at <= now;
  if (stored.state === null || !(isDue || stored.follows)) return presentLoan(stored);
  const { held } = await holdLoan(reader, { personId: stored.person_id, loanId: stored.id }, stored.id);
  const { state } = await loanOn(reader, held, todayOf(held.row, now));
  const { isClosed: is_closed, servicedBy: serviced_by } = state.position;
  const worked = held.row.state?.through ?? state.through;
  const come = state.records.events.filter(({ on }) => on > worked);
  const timestamps = { ...held.row.timestamps, ...momentsOf(now, held.row, { gone: [], come }) };
  return presentLoan({ ...held.row, state, status: statusOf(state.position), is_closed, serviced_by, timestamps });
}
