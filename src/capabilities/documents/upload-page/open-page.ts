// Opens the page of an upload link, in the language of whoever opens it.
import { companyRow } from '#capabilities/access/index.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { OpenContext, OpenedPage } from '#platform/http/endpoint.ts';
import { documentErrors } from '../errors.ts';
import { noLink, opened } from '../open-link.ts';
import { pageOfEnd, pageOfLink } from './page.ts';
import { type Language, languageOf } from './texts.ts';

/** A browser is told kindly what a program reads as an error. Errors: NotFound, UploadLinkEnded. */
export async function openPage(ctx: OpenContext, key: string, asked: Language | undefined): Promise<OpenedPage> {
  const language = asked ?? languageOf(ctx.headers['accept-language'] as string | undefined);
  try {
    const { link, reader } = await opened(ctx, key);
    const company = await reader.row(companyRow(reader));
    if (company === undefined) throw noLink();
    return pageOfLink(link, { language, company: company.name, timezone: company.timezone });
  } catch (error) {
    if (!(error instanceof Refusal) || !String(ctx.headers.accept).includes('text/html')) throw error;
    if (error.kind === documentErrors.UploadLinkEnded)
      return pageOfEnd(language, error.data.reason === 'revoked' ? 'revoked' : 'expired');
    if (error.kind === errors.NotFound) return pageOfEnd(language, 'unknown');
    throw error;
  }
}
