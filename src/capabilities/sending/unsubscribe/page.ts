// The page behind the link at the end of an email. It works without a script, and asks nobody else.
import { readFileSync } from 'node:fs';
import { companyRow } from '#capabilities/access/index.ts';
import { machineNow } from '#platform/clock.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { OpenContext, OpenedPage } from '#platform/http/endpoint.ts';
import { opaqueToken } from '#platform/ids.ts';
import { keepHeard } from '../inbound/keep-heard.ts';
import type { MessageNamed } from '../message-address.ts';
import { type Language, languages } from '../providers/provider.ts';
import { texts } from './texts.ts';
import { messageOfToken } from './token.ts';

type Shown = 'asks' | 'done' | 'unknown';

/** Errors: NotFound. */
export const openUnsubscribing = (ctx: OpenContext, token: string, asked?: Language): Promise<OpenedPage> =>
  shownTo(ctx, asked, async () => {
    const company = await companyOf(ctx, token);
    return { shown: 'asks', company: company.name };
  });

/** By the button of the page, or by a mail program without one (RFC 8058). Errors: NotFound. */
export const unsubscribe = (ctx: OpenContext, token: string, asked?: Language): Promise<OpenedPage> =>
  shownTo(ctx, asked, async () => {
    const { name, about } = await companyOf(ctx, token);
    const { realm, messageId } = about;
    // Who has subscribed again meanwhile may use the same link again; a double click is one.
    const minute = machineNow(ctx.clock).slice(0, 16);
    await ctx.transact(realm, (tx) =>
      keepHeard(ctx, tx, `unsubscribe.${messageId}.${minute}`, { kind: 'optedOut', messageId }),
    );
    return { shown: 'done', company: name };
  });

/** Errors: NotFound. */
async function companyOf(
  { vault, database }: OpenContext,
  token: string,
): Promise<{ readonly name: string; readonly about: MessageNamed }> {
  const about = messageOfToken(vault, token);
  const reader = about && database.reader(about.realm);
  const company = reader && (await reader.row(companyRow(reader)));
  if (about === undefined || company === undefined) {
    throw new Refusal(errors.NotFound, 'There is no such link.', { data: { path: 'unsubscribeToken' } });
  }
  return { name: company.name, about };
}

/** A browser is told kindly what a program reads as an error. Errors: NotFound. */
async function shownTo(
  ctx: OpenContext,
  asked: Language | undefined,
  work: () => Promise<{ readonly shown: Shown; readonly company: string }>,
): Promise<OpenedPage> {
  const language = asked ?? preferred(String(ctx.headers['accept-language'] ?? ''));
  try {
    const { shown, company } = await work();
    return page(language, shown, company);
  } catch (error) {
    const isUnknown = error instanceof Refusal && error.kind === errors.NotFound;
    if (!isUnknown || !String(ctx.headers.accept).includes('text/html')) throw error;
    return page(language, 'unknown', '');
  }
}

const preferred = (header: string): Language => (/^\s*es\b/i.test(header) ? 'es' : 'en');

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

let style: string | undefined;

function page(language: Language, shown: Shown, company: string): OpenedPage {
  const nonce = opaqueToken();
  const said = texts[language];
  const second = languages.find((one) => one !== language) as Language;
  const filled = (text: string): string => escaped(text.replaceAll('{company}', company));
  style ??= readFileSync(new URL('page.css', import.meta.url), 'utf8');
  const bodies: Readonly<Record<Shown, string>> = {
    asks: `<p>${filled(said.asks)}</p>
<form method="post"><button>${escaped(said.button)}</button></form>
<p>${escaped(said.stays)}</p>`,
    done: `<p class="done" role="status">${escaped(said.done)}</p>
<p>${filled(said.means)}</p>
<p>${escaped(said.stays)}</p>`,
    unknown: `<p>${escaped(said.unknown)}</p>`,
  };
  const title = shown === 'unknown' ? said.button : filled(said.title);
  return {
    status: shown === 'unknown' ? 404 : 200,
    headers: {
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      'content-language': language,
      'referrer-policy': 'no-referrer',
      vary: 'accept-language',
    },
    body: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<header><a href="?lang=${second}" lang="${second}" hreflang="${second}">${escaped(said.other)}</a></header>
<main>
<h1>${title}</h1>
${bodies[shown]}
</main>
</body>
</html>
`,
  };
}
