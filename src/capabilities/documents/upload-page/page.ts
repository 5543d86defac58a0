// The page of an upload link: for a borrower with a phone. Script and style stand in it and are named by a nonce, and
// the policy lets the browser ask nobody but this service.
import { readFileSync } from 'node:fs';
import type { OpenedPage } from '#platform/http/endpoint.ts';
import { opaqueToken } from '#platform/ids.ts';
import { sliceBytes } from '../send-slices.ts';
import type { UploadLinkRow } from '../tables.ts';
import { filled, type Gone, type Language, languages, texts } from './texts.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

let parts: { readonly script: string; readonly style: string } | undefined;
/** They are read when the first page is asked for. */
function partsOfPage() {
  parts ??= { script: read('send.js'), style: read('page.css') };
  return parts;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Within a script element only a `<` could end it. */
const asJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

interface Shown {
  readonly language: Language;
  readonly company: string;
  readonly timezone: string;
}

/** What the page of an open link shows. The borrower is not named: whoever has the link may be somebody else. */
export function pageOfLink(link: UploadLinkRow, { language, company, timezone }: Shown): OpenedPage {
  const { asks, limits, choose, photo, files, noScript, said, types } = texts[language];
  const values = {
    company,
    type: types[link.document_type],
    size: sizeIn(language, link.max_content_length),
    until: dayIn(language, timezone, link.expires_at),
  };
  const settings = {
    linkId: link.id,
    left: link.max_documents - link.documents_made,
    bytesMax: link.max_content_length,
    size: values.size,
    sliceBytes,
    said,
  };
  return page(
    language,
    200,
    (nonce) => `<p>${escaped(filled(asks, values))}</p>
<p id="limits">${escaped(filled(limits, values))}</p>
<noscript><p class="wrong">${escaped(noScript)}</p></noscript>
<form id="form" hidden>
<p id="left" role="status"></p>
<div class="choices">
<label class="choice" for="files">${escaped(choose)}</label>
<input id="files" type="file" multiple aria-describedby="limits left" accept="application/pdf,image/*,.heic,.heif,text/plain,text/csv">
<label class="choice" for="photo">${escaped(photo)}</label>
<input id="photo" type="file" aria-describedby="limits left" accept="image/*" capture="environment">
</div>
</form>
<p id="said" role="status"></p>
<p id="heard" class="heard" role="status" aria-live="polite"></p>
<p id="wrong" class="wrong" role="alert"></p>
<section aria-labelledby="listed" id="section" hidden>
<h2 id="listed">${escaped(files)}</h2>
<ul id="list"></ul>
</section>
<script type="application/json" id="settings" nonce="${nonce}">${asJson(settings)}</script>
<script nonce="${nonce}">${partsOfPage().script}</script>`,
  );
}

/** Says kindly that a link takes nothing. */
export const pageOfEnd = (language: Language, why: Gone): OpenedPage =>
  page(language, why === 'unknown' ? 404 : 410, () => `<p>${escaped(texts[language].gone[why])}</p>`);

function page(language: Language, status: number, body: (nonce: string) => string): OpenedPage {
  const nonce = opaqueToken();
  const { title, other } = texts[language];
  const second = languages.find((one) => one !== language) as Language;
  return {
    status,
    headers: {
      'content-security-policy': policyOf(nonce),
      'content-language': language,
      vary: 'accept-language',
    },
    body: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style nonce="${nonce}">${partsOfPage().style}</style>
</head>
<body>
<header><a href="?lang=${second}" lang="${second}" hreflang="${second}">${escaped(other)}</a></header>
<main>
<h1>${escaped(title)}</h1>
${body(nonce)}
</main>
</body>
</html>
`,
  };
}

const bytesOfMega = 1_048_576;

function sizeIn(language: Language, bytes: number): string {
  const [value, unit] = bytes < bytesOfMega ? [Math.ceil(bytes / 1024), 'KB'] : [bytes / bytesOfMega, 'MB'];
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value)} ${unit}`;
}

const dayIn = (language: Language, timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat(language === 'es' ? 'es-US' : 'en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(instant));
