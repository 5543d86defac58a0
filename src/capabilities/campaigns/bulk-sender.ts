// A bulk sender: which message a campaign sends to each borrower of its answer.
import Type from 'typebox';
import { themes } from '#capabilities/company/index.ts';
import { subjectNow, themeOf } from '#capabilities/interactions/index.ts';
import { refuseField } from '#platform/errors.ts';
import { ExternalId, Int, Named, Nullable, StringEnum } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { withMaker } from '#platform/with-maker.ts';
import { type BulkSenderRow, bulkSenders } from './tables.ts';
import { mustBeUsedByNone } from './used-by.ts';
import { senderChannels } from './words.ts';

const time = Type.Unsafe<string>({
  type: 'string',
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  'x-expected': 'a time of day such as 09:00',
  examples: ['09:00'],
});
const BulkSenderWindow = Named('BulkSenderWindow')({ from: time, to: time });

const subject = Type.Unsafe<string>({
  type: 'string',
  pattern: '^[a-z][A-Za-z0-9]{0,63}$',
  'x-expected': 'one word in lower camel case, such as paymentDueDateReminder',
  examples: ['paymentDueDateReminder'],
  description: 'Which message it sends: it names the template.',
});

export const bulkSender = defineResource({
  name: 'bulk sender',
  plural: 'bulk senders',
  prefix: 'BS',
  path: '/campaign-workers/bulk-senders',
  table: bulkSenders,
  fields: {
    externalId: ExternalId({ max: 50, example: 'ten-days-late' }),
    interactionSubject: subject,
    channel: Nullable(StringEnum(senderChannels), {
      description: 'By which it writes; null: by email, text and voice, by each that has a text for the subject.',
    }),
    theme: Nullable(StringEnum(themes), { description: 'Required where the subject implies none.' }),
    pacePerMinute: Nullable(Int({ min: 1, max: 100_000, example: 100 }), {
      description: 'So many messages are made in a minute at most; null: as fast as it goes.',
    }),
    window: Nullable(BulkSenderWindow, {
      description: 'Messages are made only between these hours of the company; null: at any time.',
    }),
  },
  atMost: 1_000,
  events: {
    created: 'A bulk sender was created.',
    updated: 'A bulk sender was changed: later runs send so.',
    deleted: 'A bulk sender was deleted.',
  },
  endpoints: {
    list: {},
    create: {
      description:
        'Each line of the answer is a message, made strictly: what the text asks for and is not there fails it, and no other one. The answer has a column `borrowerId` (or `id`), and may have `loanId`, `caseId`, `contactId`, `statementId`, `context` (a JSON object), `sendAt`, `interactionExternalId`, `previousInteractionId`, `isTransactional`, `useTemplate`; every other column is a value that the text may name.',
      body: { externalId: 'ten-days-late', interactionSubject: 'loanOverdueFirstNotice', channel: 'email' },
    },
    read: {},
    update: { description: 'What is not sent stays.', body: { pacePerMinute: 100 } },
    delete: { description: 'Only where no campaign has it.' },
  },
  present: (rows) => rows.map((row) => ({ window: windowOf(row) })),
});

export const windowOf = ({ window_from: from, window_to: to }: Pick<BulkSenderRow, 'window_from' | 'window_to'>) =>
  from === null || to === null ? null : { from, to };

export const bulkSenderRoutes = bulkSender.endpoints({
  async beforeWrite(ctx, tx, { verb, before, row, sent }) {
    if (verb === 'delete') {
      await mustBeUsedByNone(tx, 'bulk_sender_id', row.id, 'bulkSenderId');
      return {};
    }
    mustBeForBorrowers(row);
    const window = sent.window === undefined ? windowOf(row) : sent.window;
    if (window !== null && window.from >= window.to)
      throw refuseField('window.to', 'is not after from', 'a later time of the same day');
    return {
      window_from: window?.from ?? null,
      window_to: window?.to ?? null,
      makers: withMaker(before?.makers, ctx.caller.actor),
    };
  },
});

/** Errors: InvalidRequest. */
function mustBeForBorrowers({ interaction_subject: said, theme }: BulkSenderRow): void {
  if (themeOf(subjectNow(said), theme) !== 'agentNotification') return;
  throw refuseField('interactionSubject', 'is for people of the company', 'what is written to borrowers');
}
