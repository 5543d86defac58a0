// A rendered text as PDF, and the documents that are made of templates.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { agreementErrors, pdfOfText } from '#capabilities/agreements/index.ts';
import type { OfTemplate } from '#capabilities/documents/index.ts';
import { errors } from '#platform/errors.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { templateReads } from '../context/objects.ts';
import { templateErrors } from '../errors.ts';
import { renderAsked } from './asked.ts';
import type { RenderedMessage } from './render-message.ts';

export const renderErrors = [errors.NotFound, templateErrors.TemplateMissing, templateErrors.TemplateNotRendered];

export const renderPermission = 'communicator:render';

/** A template has one of the two at least. */
export const shownAs = (format: string, { text, html }: RenderedMessage): 'text' | 'html' =>
  (format === 'text' && text !== null) || html === null ? 'text' : 'html';

/** Errors: ContentNotConvertible. */
export async function pdfOf(ctx: ReadContext, message: RenderedMessage, subject: string): Promise<Buffer> {
  const kind = shownAs('html', message);
  const contentType = kind === 'html' ? 'text/html' : 'text/plain';
  const madeOn = dateInZone(await ctx.now(), ctx.caller.timezone);
  return pdfOfText(ctx, { contentType, text: message[kind] ?? '', title: message.subjectLine || subject, madeOn });
}

/** A document that is described with a version gets its content by it. */
export const documentsOfTemplates: OfTemplate = {
  errors: [...renderErrors, agreementErrors.ContentNotConvertible, errors.NoRoom],
  async make(whole, ctx, { templateVersionId, loanId, caseId }, { person_id: personId }) {
    mustHave(ctx.caller, renderPermission);
    const asked = { templateVersionId, personId, loanId, caseId };
    const { message, chosen } = await renderAsked(ctx, templateReads(whole), asked);
    return { contentType: 'application/pdf', bytes: await pdfOf(ctx, message, chosen.subject) };
  },
};
