import Type from 'typebox';
import { document } from '#capabilities/documents/index.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import { convert } from './converting/convert.ts';
import { agreementErrors } from './errors.ts';
import { documentConverted, documentSigned } from './events.ts';
import { keepAndTell, keepErrors } from './making.ts';
import { sign } from './signing/sign.ts';

const documentEndpoint = below({
  path: '/people/{personId}/documents/{documentDescriptorId}',
  permission: 'document.descriptor',
  subject: document.subject,
});

const [created] = document.events.filter(({ type }) => type.endsWith('.created'));

export const agreementRoutes: readonly Endpoint[] = [
  documentEndpoint({
    path: '/convert',
    name: 'documents.convert',
    summary: 'Make a PDF of a document',
    description:
      'Makes a PDF of HTML, plain text, a JPEG or a PNG; a PDF is copied as it is. Answers a new document, accepted as this one is, which names it in `conversionSourceId`. HTML may have headings, paragraphs, lists, tables, quotes, links (http, https, mailto) and pictures within the text (data: of PNG or JPEG), at most ten levels deep. Anything else, such as scripts, styles or what is fetched, is refused with its line.',
    shape: 'bare',
    query: { format: Type.Optional(StringEnum(['pdf'])) },
    body: Type.Object({}),
    answer: document.answer,
    errors: [agreementErrors.ContentNotConvertible, ...keepErrors],
    emits: [created, documentConverted].filter((kind) => kind !== undefined),
    example: { body: {} },
    make: (ctx, _, found) => convert(ctx, found),
    keepMade: (ctx, tx, made, _, found) => keepAndTell(ctx, tx, found, made, documentConverted),
  }),
  documentEndpoint({
    path: '/sign',
    name: 'documents.sign',
    summary: 'Sign a document',
    description:
      'Signs a PDF with the certificate of the company (PAdES B-B). Answers a new document, accepted as this one is, which names it in `conversionSourceId`; earlier signatures in it stay valid. The signature is not seen on the pages: programs that read PDF show it.',
    shape: 'bare',
    body: Type.Object({}),
    answer: document.answer,
    errors: [agreementErrors.ContentNotSignable, agreementErrors.CertificateMissing, ...keepErrors],
    emits: [created, documentSigned].filter((kind) => kind !== undefined),
    example: { body: {} },
    make: (ctx, _, found) => sign(ctx, found),
    keepMade: (ctx, tx, made, _, found) => keepAndTell(ctx, tx, found, made, documentSigned),
  }),
];
