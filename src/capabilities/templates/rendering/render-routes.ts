// Rendering for callers: a text as it would be sent, a document with it, and what a free email will look like.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type from 'typebox';
import { agreementErrors, pdfOfText } from '#capabilities/agreements/index.ts';
import {
  document,
  documentErrors,
  documentUploaded,
  fillDocument,
  makeDocument,
} from '#capabilities/documents/index.ts';
import { person } from '#capabilities/people/index.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint, type OpenedPage, type ReadContext } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { Id, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import type { TemplateReads } from '../context/objects.ts';
import { templateErrors } from '../errors.ts';
import { askedFields, renderAsked } from './asked.ts';
import { previewFields, previewOf } from './preview.ts';
import type { RenderedMessage } from './render-message.ts';

const formats = ['text', 'html', 'pdf'] as const;
type Format = (typeof formats)[number];

const renderErrors = [errors.NotFound, templateErrors.TemplateMissing, templateErrors.TemplateNotRendered];

/** A template has one of the two at least. */
const shownAs = (format: Format, { text, html }: RenderedMessage): 'text' | 'html' =>
  (format === 'text' && text !== null) || html === null ? 'text' : 'html';

async function answerOf(
  ctx: ReadContext,
  message: RenderedMessage,
  format: Format,
  subject: string,
): Promise<OpenedPage> {
  const kind = shownAs(format, message);
  const body = message[kind] ?? '';
  if (format !== 'pdf') {
    return { body, headers: { 'content-type': `text/${kind === 'html' ? 'html' : 'plain'}; charset=utf-8` } };
  }
  return { body: await pdfOf(ctx, message, subject), headers: { 'content-type': 'application/pdf' } };
}

async function pdfOf(ctx: ReadContext, message: RenderedMessage, subject: string): Promise<Buffer> {
  const kind = shownAs('html', message);
  const contentType = kind === 'html' ? 'text/html' : 'text/plain';
  const madeOn = dateInZone(await ctx.now(), ctx.caller.timezone);
  return pdfOfText(ctx, { contentType, text: message[kind] ?? '', title: message.subjectLine || subject, madeOn });
}

export function renderRoutes(reads: () => TemplateReads): readonly Endpoint[] {
  return [
    endpoint({
      name: 'templates.render',
      method: 'POST',
      path: '/communicator/render',
      summary: 'Render the text of a message',
      description:
        'The text that would be sent now, and nothing else: nothing is sent. Variables that have no value are empty, unless `strict` is true. Whoever renders a text needs the permission to read each object that it names.',
      permission: 'communicator:render',
      shape: 'page',
      contentType: 'text/html',
      query: {
        fmt: Type.Optional(StringEnum(formats, { description: '`html` if not given: the text where it has no HTML.' })),
      },
      body: Named('RenderOrder')({
        ...askedFields,
        fmt: Type.Optional(StringEnum(formats, { description: 'As in the query.' })),
        format: Type.Optional(StringEnum(formats, { description: 'As `fmt`.' })),
      }),
      answer: Type.String(),
      errors: [...renderErrors, agreementErrors.ContentNotConvertible],
      example: { body: { subject: 'autopayAgreement', channel: 'gui', context: { lenderName: 'Acme Lending' } } },
      async read(ctx, { query, body }) {
        const { message } = await renderAsked(ctx, reads(), body);
        return answerOf(ctx, message, query.fmt ?? body.fmt ?? body.format ?? 'html', body.subject);
      },
    }),
    endpoint({
      name: 'templates.renderToDocument',
      path: '/communicator/render-to-document',
      summary: 'Make a document of a template',
      description:
        'Renders the text and keeps it as a PDF: as the content of the draft `documentId`, or of a new document. It needs `document.content:upload`, or `document.descriptor:create` for a new one.',
      permission: 'communicator:render',
      shape: 'bare',
      subject: person,
      body: Named('RenderToDocument')({
        ...askedFields,
        personId: Id('BO', 'borrower'),
        format: Type.Optional(StringEnum(['pdf'])),
        fmt: Type.Optional(StringEnum(['pdf'])),
        documentId: Type.Optional(
          Nullable(Text({ max: 64, example: 'DD-5KX8-W2NB' }), { description: 'A draft of this borrower.' }),
        ),
        fileName: Type.Optional(Nullable(Text({ max: 255 }), { description: 'Of a new document.' })),
      }),
      answer: document.answer,
      errors: [...renderErrors, agreementErrors.ContentNotConvertible, documentErrors.ContentIsFinal, errors.NoRoom],
      emits: [...document.events.slice(0, 1), documentUploaded],
      example: { body: { subject: 'autopayAgreement', channel: 'document', personId: 'BO-3M8K-Q7TZ' } },
      async make(ctx, { body }, owner) {
        mustHave(ctx.caller, body.documentId == null ? 'document.descriptor:create' : 'document.content:upload');
        const { documentId: __, fileName: ___, format: ____, fmt: _____, channel = 'document', ...asked } = body;
        const { message, about } = await renderAsked(ctx, reads(), { ...asked, channel });
        const bytes = await pdfOf(ctx, message, body.subject);
        const { templateVersionId } = message;
        return { ownerId: owner.person_id, contentType: 'application/pdf', bytes, templateVersionId, about };
      },
      async keepMade(ctx, tx, { templateVersionId, about, ...arrived }, { body }, owner) {
        if (body.documentId != null) {
          return fillDocument(ctx, tx, owner, { documentId: body.documentId, templateVersionId }, arrived);
        }
        const fileName = body.fileName ?? `${body.subject}.pdf`;
        const loanId = about.loanId ?? null;
        const made = { type: 'other', status: 'draft', loanId, fileName, templateVersionId } as const;
        return makeDocument(ctx, tx, owner, made, arrived);
      },
    }),
    endpoint({
      name: 'templates.preview',
      method: 'POST',
      path: '/communicator/preview',
      summary: 'Show a free email as it will look',
      description:
        'What somebody has written by hand, with the layout of the company around it. It may have variables, as a template has; HTML is held to the same rules.',
      permission: 'communicator:render',
      shape: 'page',
      contentType: 'text/html',
      body: Named('PreviewOrder')(previewFields),
      answer: Type.String(),
      errors: renderErrors,
      example: { body: { subjectLine: 'A question', text: 'Dear {{ person.name.firstName }}, please call us.' } },
      read: async (ctx, { body }) => answerOf(ctx, await previewOf(ctx, reads(), body), 'html', 'freeForm'),
    }),
  ];
}
