// Caps of the interest rate of new loans, by state and date. They are added and deleted, never changed: the cap that a
// loan was checked against can still be read.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Rate as RateValue } from '@tenor/engine/values/rate.ts';
import { type UsState, usStates } from '#capabilities/people/index.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone, Refusal } from '#platform/errors.ts';
import { DateOnly, Described, Nullable, NullIsSaid, Rate, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { productErrors } from '../errors.ts';
import { loanType } from '../loan-type.ts';
import { rateProblem } from '../rate-bounds.ts';
import { rateCaps } from '../tables.ts';

/** The type of the schema needs a list that is not empty. */
const states = usStates as readonly [UsState, ...UsState[]];

export const rateCap = defineResource({
  name: 'rate cap',
  plural: 'rate caps',
  prefix: 'RC',
  table: rateCaps,
  below: { path: '/loan-types/{loanTypeId}', subject: loanType, column: 'loan_type_id', words: 'The loan type' },
  fields: {
    state: NullIsSaid(
      Nullable(StringEnum(states, { example: 'IN' }), {
        description: 'The two letters of the state of the borrower. Null: all.',
      }),
    ),
    maxRate: Described(Rate, { description: 'The highest interest rate of a new loan there.', example: 0.36 }),
    effectiveDate: Described(DateOnly, {
      description: 'For loans originated from this day on, until the next cap of the same state.',
    }),
  },
  sort: ['createdAt', 'effectiveDate', 'state'],
  told: { state: Nullable(Text({ max: 2 })), effectiveDate: DateOnly },
  events: { created: 'A loan type got a rate cap.', deleted: 'A rate cap was deleted.' },
  endpoints: {
    list: {},
    create: {
      description:
        'The highest interest rate of loans originated from a day on, in one state or in all. The next cap of the same state takes its place; where a cap of the state and one of all are there, both hold.',
      errors: [productErrors.RateCapExists],
      body: {
        state: 'IN',
        maxRate: 0.36,
        effectiveDate: '2026-01-01',
      },
    },
    read: {},
    delete: { description: 'Loans that were originated under it stay as they are.' },
  },
});

export const rateCapRoutes = rateCap.endpoints({
  async beforeWrite(_ctx, tx, { verb, row }) {
    if (verb === 'delete') return;
    mustHaveNone(rateProblem('maxRate', row.max_rate, { min: 0, max: 10 }));
    const { loan_type_id, state, effective_date } = row;
    const taken = await tx.row(
      capsOf(tx, loan_type_id)
        .select('id')
        .where('state', state === null ? 'is' : '=', state)
        .where('effective_date', '=', effective_date),
    );
    if (taken === undefined) return;
    const where = state === null ? 'all states' : state;
    throw new Refusal(productErrors.RateCapExists, `There is a cap for ${where} from ${effective_date} on already.`, {
      data: { path: 'effectiveDate', rateCapId: taken.id },
    });
  },
});

const capsOf = ({ db }: Pick<Reader, 'db'>, loanTypeId: string) =>
  db.selectFrom('rate_caps').where('loan_type_id', '=', loanTypeId).where('deleted_at', 'is', null);

const capsInOrder = prepared((db, placeholder: PlaceholderOf<{ loanTypeId: string }>) =>
  capsOf({ db }, placeholder('loanTypeId'))
    .select(['state', 'max_rate as maxRate', 'effective_date as effectiveDate'])
    .orderBy('effective_date')
    .orderBy('position'),
);

/**
 * For loans: all caps, earliest first. For each state, and for null (every state), the last cap that has begun is in
 * force; a loan must keep both, the one of its state and the one for every state.
 */
export const rateCapsOf = (
  reader: Reader,
  loanTypeId: string,
): Promise<{ readonly state: string | null; readonly maxRate: RateValue; readonly effectiveDate: CivilDate }[]> =>
  reader.rows(capsInOrder(reader.db, { loanTypeId }));
