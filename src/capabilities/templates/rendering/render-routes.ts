// Rendering for callers: a text as it would be sent, a document with it, and what a free email will look like.
import Type from 'typebox';
import { agreementErrors } from '#capabilities/agreements/index.ts';
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
import { askedFields, renderAsked } from './asked.ts';
import { pdfOf, renderErrors, renderPermission, shownAs } from './pdf.ts';
import { previewFields, previewOf } from './preview.ts';
import type { RenderedMessage } from './render-message.ts';

const formats = ['text', 'html', 'pdf'] as const;
type Format = (typeof formats)[number];

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

export const renderRoutes = (reads: () => TemplateReads): readonly Endpoint[] => [
  renderText(reads),
  renderToDocument(reads),
  previewEmail(reads),
];

function renderText(reads: () => TemplateReads): Endpoint {
  return endpoint({
    name: 'templates.render',
    method: 'POST',
    path: '/communicator/render',
    summary: 'Render the text of a message',
    description:
      'The text that would be sent now, and nothing else: nothing is sent. Variables that have no value are empty, unless `strict` is true. Whoever renders a text needs the permission to read each object that it names.',
    permission: renderPermission,
    shape: 'page',
    // HTML, plain text or PDF, by `fmt`.
    contentType: '*/*',
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
      const { message, chosen } = await renderAsked(ctx, reads(), body);
      return answerOf(ctx, message, query.fmt ?? body.fmt ?? body.format ?? 'html', chosen.subject);
    },
  });
}

function renderToDocument(reads: () => TemplateReads): Endpoint {
  return endpoint({
    name: 'templates.renderToDocument',
    path: '/communicator/render-to-document',
    summary: 'Make a document of a template',
    description:
      'Renders the text and keeps it as a PDF: as the content of the draft `documentId`, or of a new document. It needs `document.content:upload`, or `document.descriptor:create` for a new one.',
    permission: renderPermission,
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
      fileName: Type.Optional(
        Nullable(Text({ max: 255 }), { description: 'The name of a document that is made anew.' }),
      ),
    }),
    answer: document.answer,
    errors: [...renderErrors, agreementErrors.ContentNotConvertible, documentErrors.ContentIsFinal, errors.NoRoom],
    emits: [...document.events.slice(0, 1), documentUploaded],
    example: { body: { subject: 'autopayAgreement', channel: 'document', personId: 'ext-crm-20417' } },
    async make(ctx, { body }, owner) {
      mustHave(ctx.caller, body.documentId == null ? 'document.descriptor:create' : 'document.content:upload');
      const channel = body.channel ?? (body.templateVersionId == null ? 'document' : undefined);
      const { message, about, chosen } = await renderAsked(ctx, reads(), { ...body, ...(channel && { channel }) });
      const bytes = await pdfOf(ctx, message, chosen.subject);
      const made = { ownerId: owner.person_id, contentType: 'application/pdf', bytes };
      const { templateVersionId, sensitive } = message;
      return { ...made, templateVersionId, sensitive, subject: chosen.subject, about };
    },
    async keepMade(
      ctx,
      tx,
      { templateVersionId, sensitive: sensitiveData, subject, about, ...arrived },
      { body },
      owner,
    ) {
      if (body.documentId != null) {
        return fillDocument(ctx, tx, owner, { documentId: body.documentId, templateVersionId, sensitiveData }, arrived);
      }
      const fileName = body.fileName ?? `${subject}.pdf`;
      const loanId = about.loanId ?? null;
      const made = { type: 'other', status: 'draft', loanId, fileName, templateVersionId, sensitiveData } as const;
      return makeDocument(ctx, tx, owner, made, arrived);
    },
  });
}

function previewEmail(reads: () => TemplateReads): Endpoint {
  return endpoint({
    name: 'templates.preview',
    method: 'POST',
    path: '/communicator/preview',
    summary: 'Show a free email as it will look',
    description:
      'What somebody has written by hand, with the layout of the company around it. It may have variables, as a template has; HTML is held to the same rules.',
    permission: renderPermission,
    shape: 'page',
    contentType: 'text/html',
    body: Named('PreviewOrder')(previewFields),
    answer: Type.String(),
    errors: renderErrors,
    example: { body: { subjectLine: 'A question', text: 'Dear {{ person.name.firstName }}, please call us.' } },
    read: async (ctx, { body }) => answerOf(ctx, await previewOf(ctx, reads(), body), 'html', 'freeForm'),
  });
}
