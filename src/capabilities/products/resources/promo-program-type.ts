// Types of promo programs: for so many days a loan or draw bears a lower rate, or a draw none if it is paid in time
// ("same as cash"). A program that is made of a type keeps what the type said then.
import { ownCompany } from '#capabilities/access/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, problemIf, refuseField } from '#platform/errors.ts';
import { Described, ExternalId, Int, Nullable, Rate, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { rateProblem } from '../rate-bounds.ts';
import { activities } from '../schemas.ts';
import { type PromoProgramTypeRow, programTypes, promoProgramTypes } from '../tables.ts';

const daysMax = 3660;

const promoProgramType = defineResource({
  name: 'promo program type',
  plural: 'promo program types',
  prefix: 'PY',
  table: promoProgramTypes,
  below: { path: '/companies/{companyId}', subject: ownCompany },
  fields: {
    externalId: ExternalId({ max: 255, example: 'same-as-cash-6' }),
    name: Text({ min: 1, max: 200, example: 'Six months same as cash' }),
    programType: StringEnum(programTypes, {
      description:
        'sameAsCash: interest is deferred, and charged from the first day if the draw is not paid at the end. reducedRate: the rate is lower by promoRate.',
      example: 'sameAsCash',
    }),
    promoRate: Nullable(Rate, {
      description: 'Subtracted from the interest rate; of reducedRate alone, 0.05 is five percent.',
      example: 0.05,
    }),
    promoDurationDays: Int({
      min: 1,
      max: daysMax,
      example: 184,
      description: 'So many days from its start. On a card at least 181, six months (12 CFR 1026.55).',
    }),
    promoGracePeriodDays: Int({
      min: 0,
      max: 366,
      example: 0,
      description: 'So many days after the end the draw may still be paid; of sameAsCash alone. 0 if not given.',
    }),
    sacDisqualifyOverdueDays: Nullable(Int({ min: 1, max: daysMax, example: 60 }), {
      description:
        'Days past due beyond which the program ends early. On a card at least 60 (12 CFR 1026.55). Null: it does not.',
    }),
    status: Described(StringEnum(activities), {
      description: '`active` if not given. Of an inactive one nothing is made.',
    }),
  },
  defaults: { promoGracePeriodDays: 0, status: 'active' },
  sort: ['createdAt', 'updatedAt', 'name', 'status', 'externalId'],
  filters: { status: StringEnum(activities) },
  told: { status: StringEnum(activities) },
  events: {
    created: 'A type of promo programs was created.',
    updated: 'A type of promo programs was changed.',
    deleted: 'A type of promo programs was deleted. Programs that were made of it stay.',
  },
  endpoints: {
    list: { description: 'Lists those of your own company: companyId is its id, or `current`.' },
    create: {
      body: {
        externalId: 'same-as-cash-6',
        name: 'Six months same as cash',
        programType: 'sameAsCash',
        promoDurationDays: 184,
        sacDisqualifyOverdueDays: 60,
      },
    },
    read: {},
    update: {
      description: 'What is not sent stays. Programs that were made of it stay as they are.',
      body: { status: 'inactive' },
    },
    delete: { description: 'Programs that were made of it stay as they are.' },
  },
});

export const promoProgramTypeEvents = promoProgramType.events;

export const promoProgramTypeRoutes = promoProgramType.endpoints({
  async beforeWrite(_ctx, _tx, { verb, row }) {
    if (verb !== 'delete') mustHaveNone(problemsOf(row));
    return undefined;
  },
});

function problemsOf({ program_type, promo_rate, promo_grace_period_days }: PromoProgramTypeRow): readonly Problem[] {
  if (program_type === 'sameAsCash') {
    const expected = 'null: the draw keeps its rate, and the interest is deferred';
    return problemIf(promo_rate !== null, 'promoRate', 'is not that of sameAsCash', expected);
  }
  if (promo_rate === null) {
    return [{ path: 'promoRate', message: 'is required', expected: 'what is subtracted from the interest rate' }];
  }
  return [
    ...problemIf(Number(promo_rate) === 0, 'promoRate', 'must be above zero', 'a rate above zero'),
    ...rateProblem('promoRate', promo_rate, { min: 0, max: 10 }),
    ...problemIf(promo_grace_period_days !== 0, 'promoGracePeriodDays', 'is not that of reducedRate', '0'),
  ];
}

/** What a program is made of. Errors: NotFound, InvalidRequest for an inactive one. */
export async function promoProgramTypeNamed(
  reader: Reader,
  path: string,
  reference: string,
): Promise<PromoProgramTypeRow> {
  const found = await namedIn(path, promoProgramType.find(reader, reference));
  if (found.status === 'active') return found;
  throw refuseField(path, 'is inactive: no programs are made of it', 'an active promo program type');
}
