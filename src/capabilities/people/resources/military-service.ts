// Military service of a borrower or of the spouse. A loan from before it is entitled to at most 6 % (loans/tools/scra).
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { DateOnly, Described, ExternalId, Nullable, StringEnum } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { person } from '../person.ts';
import { militaryServiceKind, militaryServices, type PersonRow, serviceBases, servicemembers } from '../tables.ts';

/** With its id, by which the rows below it are found. */
const borrower: Subject<PersonRow & { readonly id: string }> = {
  ...person,
  async find(...asked) {
    const found = await person.find(...asked);
    return { ...found, subject: { ...found.subject, id: found.id } };
  },
};

export const militaryService = defineResource({
  name: militaryServiceKind,
  plural: 'military services',
  prefix: 'MY',
  table: militaryServices,
  below: { path: '/people/{personId}', subject: borrower, column: 'person_id', words: 'This borrower' },
  fields: {
    externalId: ExternalId({ max: 255, example: 'orders-7' }),
    servicemember: StringEnum(servicemembers, {
      description: 'Who serves. Of the spouse only loans that both have taken together are protected.',
    }),
    basis: StringEnum(serviceBases, {
      description:
        'What makes it service: active duty; a reservist who has received orders; the National Guard, called by the federal government for more than 30 days; an officer of the Public Health Service or of NOAA.',
    }),
    startDate: Described(DateOnly, { description: 'The day of the call; of a reservist the day of the orders.' }),
    endDate: Nullable(DateOnly, { description: 'The last day. Null: it goes on.' }),
  },
  defaults: { servicemember: 'borrower', basis: 'activeDuty' },
  sort: ['createdAt', 'startDate'],
  told: {},
  events: {
    created: 'Military service of a borrower, or of the spouse, was recorded.',
    updated: 'Military service was recorded anew.',
    deleted: 'Military service was deleted: it was a mistake.',
  },
  endpoints: {
    list: { description: 'The one that was recorded last first.' },
    create: {
      description: 'It changes no loan: POST …/loans/{loanId}/scra-caps does.',
      body: { externalId: 'orders-7', startDate: '2026-06-01' },
    },
    read: {},
    update: {
      description:
        'The SCRA caps of loans follow its days: a first or last day that was that of the service is the new one, the loan is replayed, and `loan.scra.…` is told. It needs the permission loan.scra:update then. Days that the law does not know for one of the loans are refused, by data.scraCapId.',
      body: { basis: 'nationalGuard' },
    },
    delete: { description: 'Not while a loan has an SCRA cap for it.' },
  },
});

type ServiceHooks = NonNullable<Parameters<typeof militaryService.endpoints>[0]>;

/** `follow`: what loans do as the service changes. They know it; people do not know loans. */
export const militaryServiceRoutes = (follow: Omit<ServiceHooks, 'beforeWrite'>) =>
  militaryService.endpoints({
    ...follow,
    async beforeWrite(_ctx, _tx, { row }) {
      if (row.end_date === null || row.end_date >= row.start_date) return undefined;
      throw refuseField('endDate', 'lies before the first day', `a date from ${row.start_date} on, or null`);
    },
  });

interface Begun {
  readonly personId: string;
  readonly startDate: CivilDate;
  readonly endDate: CivilDate | null;
}

/** What a register tells of a service. */
interface FollowedService {
  readonly id: string;
  /** It was known before, and has another last day now: what was made for it follows. */
  readonly isMoved: boolean;
}

/**
 * The borrower's service that began on the day: recorded where nobody knew it, else given its last day. A last day that
 * is not told takes none away.
 */
export async function followService(
  ctx: Pick<CommandContext, 'now' | 'machineNow' | 'position' | 'realm' | 'emit'>,
  tx: Tx,
  { personId, startDate, endDate }: Begun,
): Promise<FollowedService> {
  const own = tx.db.selectFrom('military_services').selectAll().where('person_id', '=', personId);
  const known = await tx.row(own.where('start_date', '=', startDate).where('servicemember', '=', 'borrower'));
  if (known === undefined) {
    const made = militaryService.add(ctx, tx, { startDate, endDate }, {}, personId);
    militaryService.tell(ctx, 'created', made);
    return { id: made.id, isMoved: false };
  }
  if (endDate === null || endDate === known.end_date) return { id: known.id, isMoved: false };
  const row = { ...known, end_date: endDate, updated_at: ctx.now };
  militaryService.change(tx, known, row);
  militaryService.tell(ctx, 'updated', row);
  return { id: known.id, isMoved: true };
}
