// A version is the text of a message: Jinja templates of its parts.
import Type, { type Static } from 'typebox';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { DateTime, Id, Int, Named, Nullable, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { sourceMax, type TemplatePart, type TemplateSource } from '#platform/templates/order.ts';
import { type TemplateDescriptorRow, type TemplateVersionRow, templateVersions } from '../tables.ts';
import { templateDescriptor, templatePermission } from './template-descriptor.ts';

export const versionPath = '/communicator/templates';

const TemplateWarning = Named('TemplateWarning')({
  path: Text({ max: 40, example: 'contentTextTemplate' }),
  line: Int({ min: 1, max: sourceMax }),
  column: Int({ min: 1, max: sourceMax }),
  name: Text({ max: 400, example: 'loan.balanse' }),
  message: Text({ max: 1_000, example: 'unknown variable `loan.balanse`, did you mean `balance`?' }),
});
export type TemplateWarning = Static<typeof TemplateWarning>;

const template = (description: string, example: string) => Nullable(Text({ max: sourceMax, example }), { description });

/** The field of each part. */
export const fieldOfPart = {
  subjectLine: 'subjectLineTemplate',
  text: 'contentTextTemplate',
  html: 'contentHtmlTemplate',
} as const satisfies Record<TemplatePart, string>;

const content = {
  subjectLineTemplate: template(
    'The subject line of an email, the title of a document.',
    'We have received your payment',
  ),
  contentTextTemplate: template(
    'Plain text: all of a text message, and what an email shows where HTML is not.',
    'Thank you, {{ person.name.firstName }}: {{ paymentAmount | money }} has arrived.',
  ),
  contentHtmlTemplate: template(
    'HTML: no scripts, forms or frames, addresses that begin with https:, mailto: or tel:, and variables in quoted values alone.',
    '<p>Thank you, {{ person.name.firstName }}: {{ paymentAmount | money }} has arrived.</p>',
  ),
};

const descriptorId = Text({ max: 12, example: 'TD-5KX8-W2NB' });

export const templateVersion = defineResource({
  name: 'template version',
  plural: 'template versions',
  prefix: 'TV',
  path: versionPath,
  permission: templatePermission,
  isBare: true,
  table: templateVersions,
  fields: {
    descriptorId,
    ...content,
    warnings: Type.Array(TemplateWarning, {
      description: 'Variables that nobody knows. They are empty where the message does not give them.',
    }),
    publishedAt: Nullable(DateTime, { description: 'When it was published last. Null: it is a draft.' }),
    deprecatedAt: Nullable(DateTime, {
      description: 'When another took its place, or it was taken back. Null while it is a draft or active.',
    }),
  },
  onlyShown: ['warnings', 'publishedAt', 'deprecatedAt'],
  events: {
    created: 'A text of a message was written as a new version.',
    updated: 'A version was changed: its draft, or it was published or taken back.',
  },
  told: { descriptorId },
  endpoints: { read: {} },
  present: (rows) => rows.map((row) => ({ warnings: JSON.parse(row.warnings) as TemplateWarning[] })),
});

export const versionRead = templateVersion.endpoints();

/** The answers of rows that stand in a list: texts of sensitive messages are left out. */
export async function shownInList(
  reader: Reader,
  ctx: Parameters<typeof templateVersion.showAcross>[1],
  rows: readonly TemplateVersionRow[],
) {
  const ids = [...new Set(rows.map((row) => row.descriptor_id))];
  const sensitive =
    ids.length === 0
      ? []
      : await reader.rows(
          reader.db
            .selectFrom('template_descriptors')
            .select('id')
            .where('id', 'in', ids)
            .where('sensitive', '=', true),
        );
  const hidden = new Set(sensitive.map(({ id }) => id));
  const withoutText = { subject_line_template: null, content_text_template: null, content_html_template: null };
  return templateVersion.showAcross(
    rows.map((row) => (hidden.has(row.descriptor_id) ? { ...row, ...withoutText } : row)),
    ctx,
  );
}

export const VersionCreate = Named('TemplateVersionCreate')({
  descriptorId: Id('TD', 'template descriptor', {
    example: 'ext-payment-received',
    description: 'The descriptor of its message.',
  }),
  subjectLineTemplate: Type.Optional(content.subjectLineTemplate),
  contentTextTemplate: Type.Optional(content.contentTextTemplate),
  contentHtmlTemplate: Type.Optional(content.contentHtmlTemplate),
});

export const VersionUpdate = Named('TemplateVersionUpdate')({
  descriptorId: Type.Optional(Text({ max: 12, description: 'As it is.' })),
  subjectLineTemplate: Type.Optional(content.subjectLineTemplate),
  contentTextTemplate: Type.Optional(content.contentTextTemplate),
  contentHtmlTemplate: Type.Optional(content.contentHtmlTemplate),
});

export type SentTexts = Omit<Static<typeof VersionUpdate>, 'descriptorId'>;

export interface VersionOfPath {
  readonly descriptor: TemplateDescriptorRow;
  readonly row: TemplateVersionRow;
}

/** A command locks the descriptor, so that its versions change one after the other. */
export const versionOfPath: Subject<VersionOfPath> = {
  param: 'templateVersionId',
  notFound: errors.NotFound,
  async find(reader, reference, lock) {
    const found = await templateVersion.find(reader, reference);
    const descriptor = await templateDescriptor.find(reader, found.descriptor_id, { lock });
    const row = lock ? await templateVersion.find(reader, reference) : found;
    return { id: reader.realm.companyId, subject: { descriptor, row } };
  },
};

export const sourceOf = (row: TemplateVersionRow): TemplateSource => ({
  subjectLine: row.subject_line_template,
  text: row.content_text_template,
  html: row.content_html_template,
});
