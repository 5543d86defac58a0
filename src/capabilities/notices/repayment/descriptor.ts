// Repayment notifications: so many days before or after a day of a loan its borrower is written to. The name in two words
// gives the permissions and the path that the interface has.
import type { dateInZone } from '@tenor/engine/values/zone.ts';
import Type from 'typebox';
import { ownCompany } from '#capabilities/access/index.ts';
import { findLoanType } from '#capabilities/products/index.ts';
import { refuseField } from '#platform/errors.ts';
import { ExternalId, Id, Int, Nullable, NullIsSaid, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { noticeChannels } from '../channels.ts';
import { nextHour, noticeHourOf } from '../notice-hour.ts';
import { type RepaymentRow, repaymentNotifications } from '../tables.ts';
import { dayTypes, repaymentSubjects, triggers, wordsOfTriggers } from './words.ts';

const statuses = ['active', 'inactive'] as const;

const trigger = StringEnum(triggers, {
  example: 'expectedPayment',
  description: `The day from which it counts. ${triggers.map((one) => `\`${one}\`: ${wordsOfTriggers[one].says}`).join(' ')}`,
});
const subject = StringEnum(repaymentSubjects, { example: 'paymentDueDateReminder' });
const dayType = StringEnum(dayTypes, {
  description: '`calendar` if not given. Business days are those on which banks and the company are open.',
});

export const repaymentNotification = defineResource({
  name: 'repaymentengine notification',
  plural: 'repaymentengine notifications',
  prefix: 'RE',
  path: '/companies/{companyId}/repayment-engine/notifications',
  table: repaymentNotifications,
  below: { path: '/companies/{companyId}', subject: ownCompany },
  fields: {
    externalId: ExternalId({ max: 255, example: 'week-before' }),
    trigger,
    subject,
    day: Int({
      min: -60,
      max: 365,
      example: -7,
      description: 'Negative: so many days before the day of the trigger; positive: after it.',
    }),
    dayType,
    productId: Nullable(Text({ max: 12, example: 'LT-3M8K-Q7TZ' }), {
      description: 'Only loans of this loan type; null: all.',
    }),
    channels: Type.Array(StringEnum(noticeChannels), {
      minItems: 1,
      maxItems: noticeChannels.length,
      description: 'One message goes out on each, where there is a contact and a template. `email` if not given.',
    }),
    status: StringEnum(statuses, { description: '`active` if not given.' }),
  },
  taken: { productId: NullIsSaid(Nullable(Id('LT', 'loan type'))) },
  defaults: { dayType: 'calendar', channels: ['email'], status: 'active' },
  atMost: 200,
  offsetMax: 200,
  sort: ['createdAt', 'updatedAt', 'trigger', 'subject', 'day', 'status'],
  filters: { trigger, subject, status: StringEnum(statuses), dayType, productId: Id('LT', 'loan type') },
  told: { trigger, subject, status: StringEnum(statuses) },
  events: {
    created: 'A repayment notification was created.',
    updated: 'A repayment notification was changed.',
    deleted: 'A repayment notification was deleted: nothing more is sent by it.',
  },
  endpoints: {
    list: { description: 'Lists those of your own company: companyId is its id, or `current`.' },
    create: {
      description:
        'It is run once a day, at 9:00 in Los Angeles or at `communication.noticesAt`, and speaks once of each day of a loan. Loans that are paid off, charged off, canceled, or with a collection agency get none.',
      body: { trigger: 'expectedPayment', subject: 'paymentDueDateReminder', day: -7, dayType: 'business' },
    },
    read: {},
    update: {
      description: 'What is not sent stays. What was sent by it is not sent again.',
      body: { day: -5 },
    },
    delete: {},
  },
});

export const repaymentRoutes = repaymentNotification.endpoints({
  async beforeWrite(ctx, tx, { verb, row, sent }) {
    if (verb === 'delete') return {};
    mustFit(row);
    const { productId } = sent;
    const product =
      productId == null ? {} : { product_id: (await namedIn('productId', findLoanType(tx, productId))).id };
    return { ...product, ...(await nextRun(tx, ctx.now, row.status)) };
  },
  async afterWrite(_ctx, tx, { verb, row }) {
    if (verb !== 'delete') return;
    tx.write(tx.db.updateTable('repayment_notifications').set({ run_on: null, run_at: null }).where('id', '=', row.id));
  },
});

/** Errors: InvalidRequest. */
function mustFit({ trigger: named, subject: said, day }: RepaymentRow): void {
  const { subjects, days } = wordsOfTriggers[named];
  if (!subjects.includes(said))
    throw refuseField('subject', `does not go with ${named}`, `one of ${subjects.join(', ')}`);
  const [first, last] = days;
  if (day < first || day > last) throw refuseField('day', `is no day of ${named}`, `from ${first} to ${last}`);
}

/** A new one, or one that was changed, is run at the next hour: what it would have said before is not said. */
async function nextRun(
  tx: Parameters<typeof noticeHourOf>[0],
  now: Parameters<typeof dateInZone>[0],
  status: RepaymentRow['status'],
): Promise<Pick<RepaymentRow, 'run_on' | 'run_at'>> {
  if (status === 'inactive') return { run_on: null, run_at: null };
  const { date, at } = nextHour(now, await noticeHourOf(tx));
  return { run_on: date, run_at: at };
}
