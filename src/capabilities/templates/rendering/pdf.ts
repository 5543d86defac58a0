// A rendered text as PDF, and the documents that are made of templates.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { agreementErrors, pdfOfText } from '#capabilities/agreements/index.ts';
import type { OfTemplate } from '#capabilities/documents/index.ts';
import type { Whole } from '#platform/capability.ts';
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

/** The texts of which a paper is made: one for documents, or else the letter. */
export const paperChannels = ['document', 'mail'] as const;

interface PaperAsked {
  readonly subject: string;
  readonly personId: string;
  readonly loanId: string | null;
  readonly caseId: string | null;
}

interface Paper {
  /** Null: the shipped text. */
  readonly templateVersionId: string | null;
  readonly bytes: Uint8Array;
}

/**
 * A paper about a borrower, by the text that counts now. Errors: NotFound, TemplateMissing, TemplateNotRendered,
 * ContentNotConvertible.
 */
export async function paperOfSubject(whole: Whole, ctx: ReadContext, asked: PaperAsked): Promise<Paper> {
  const { message, chosen } = await renderAsked(ctx, templateReads(whole), asked, paperChannels);
  return { templateVersionId: chosen.templateVersionId, bytes: await pdfOf(ctx, message, chosen.subject) };
}
