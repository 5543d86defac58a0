// A descriptor says which message a text is of: its subject, channel and language, and perhaps the loan type. Which of its
// versions is sent is its active one.
import Type from 'typebox';
import { readSensitive, subjectNow } from '#capabilities/interactions/index.ts';
import { findLoanType } from '#capabilities/products/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { Bool, Described, ExternalId, Id, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { templateErrors } from '../errors.ts';
import { subjectOf } from '../subjects/index.ts';
import { templateDescriptors } from '../tables.ts';
import { languages, subjectPattern, templateChannels } from '../template-values.ts';

/** For whatever decides which text is sent, or that none is. */
export const activatePermission = 'communicator.template:activate';

const SubjectName = Type.Unsafe<string>({
  type: 'string',
  maxLength: 64,
  pattern: subjectPattern,
  'x-expected': 'a name in lower camel case',
  examples: ['paymentReceived'],
  description: 'What the message is about: a subject of docs/templates.md, or one of your own. It stays.',
});

const fields = {
  externalId: ExternalId({ max: 255, example: 'payment-received' }),
  subject: SubjectName,
  channel: StringEnum(templateChannels, { description: 'It stays.' }),
  language: StringEnum(languages, { description: '`en` if not given. It stays.' }),
  productId: Nullable(Text({ max: 12, example: 'LT-7T2X-P5QG' }), {
    description: 'The loan type for whose loans it is. Null: for all others. It stays.',
  }),
  name: Nullable(Text({ max: 200, example: 'Payment received, short' })),
  sensitive: Described(Bool, {
    description: 'True: lists do not show its texts. If not given, as the subject is.',
  }),
  enabled: Described(Bool, {
    description: 'False: the message is not sent, not even by a text that is shipped. True if not given.',
  }),
  activeVersionId: Nullable(Text({ max: 12, example: 'TV-5KX8-W2NB' }), {
    description: 'The version that is sent. Null: none of its own, so that the shipped text is.',
  }),
};

export const descriptorPath = '/communicator/templatedescriptors';
export const templatePermission = 'communicator.template';

const descriptorsMax = 2_000;

export const templateDescriptor = defineResource({
  name: 'template descriptor',
  plural: 'template descriptors',
  prefix: 'TD',
  path: descriptorPath,
  permission: templatePermission,
  isBare: true,
  table: templateDescriptors,
  fields,
  onlyShown: ['activeVersionId'],
  taken: { productId: Nullable(Id('LT', 'loan type', { description: 'It stays.' })) },
  defaults: { language: 'en', sensitive: false, enabled: true },
  atMost: descriptorsMax,
  told: {
    subject: fields.subject,
    channel: fields.channel,
    language: fields.language,
    activeVersionId: fields.activeVersionId,
  },
  events: {
    created: 'A message got a descriptor, for texts of the company.',
    updated: 'A descriptor was changed: another version is sent, none of its own is, or the message is not sent.',
  },
  endpoints: {
    create: {
      description: 'Its versions are written next (POST /communicator/templates), and one is published.',
      errors: [templateErrors.TemplateDescriptorTaken],
      body: { externalId: 'payment-received', subject: 'paymentReceived', channel: 'email', name: 'Payment received' },
    },
    read: {},
  },
  whenTaken: {
    template_descriptors_message: ({ subject, channel, language }, cause) =>
      new Refusal(
        templateErrors.TemplateDescriptorTaken,
        `There is a descriptor of ${subject} by ${channel} in ${language} for these loans already.`,
        { data: { path: 'subject' }, cause },
      ),
  },
});

async function isMarked(tx: Tx, subject: string): Promise<boolean> {
  const marked = tx.db.selectFrom('template_descriptors').select('id').where('subject', '=', subject);
  return (await tx.row(marked.where('sensitive', '=', true).limit(1))) !== undefined;
}

export const descriptorEndpoints = templateDescriptor.endpoints({
  // A message that is disabled is not sent, whatever it would say.
  whoMay({ caller }, { sent }) {
    if (sent.enabled === false) mustHave(caller, activatePermission);
  },
  async beforeWrite({ caller }, tx, { row, sent }) {
    const subject = subjectNow(row.subject);
    // Another text of the same message, for some loans or in another language, is as sensitive.
    const isSensitive = subjectOf(subject)?.isSensitive || (await isMarked(tx, subject));
    if (isSensitive && sent.sensitive === false) mustHave(caller, readSensitive);
    const loanType = sent.productId == null ? null : await namedIn('productId', findLoanType(tx, sent.productId));
    return {
      subject,
      product_id: loanType?.id ?? null,
      sensitive: sent.sensitive ?? isSensitive,
    };
  },
});

/** What stays may be sent as it is, since clients send whole objects back. */
export const DescriptorUpdate = Named('TemplateDescriptorUpdate')({
  externalId: Type.Optional(fields.externalId),
  subject: Type.Optional(fields.subject),
  channel: Type.Optional(fields.channel),
  language: Type.Optional(fields.language),
  productId: Type.Optional(Nullable(Id('LT', 'loan type', { description: 'It stays.' }))),
  name: Type.Optional(fields.name),
  sensitive: Type.Optional(fields.sensitive),
  enabled: Type.Optional(fields.enabled),
  activeVersionId: Type.Optional(fields.activeVersionId),
});
