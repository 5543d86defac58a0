// The guides of a running service: one list of pages, each a file of Markdown, served as HTML, as Markdown, and listed in
// /llms.txt. What changes with the code is added to a page when somebody first asks for it.
import { readFile } from 'node:fs/promises';
import { endpoints, errorCatalogue, eventKinds, versionSteps } from '#app/capabilities.ts';
import { standardVersion, versions } from '#platform/http/versions.ts';
import { htmlOf } from './markdown.ts';

interface Guide {
  /** Its path: `/docs/<name>`. */
  readonly name: string;
  readonly title: string;
  /** What a reader finds there, in a sentence. */
  readonly says: string;
  /** What is made from the code, below the text. */
  readonly more?: () => string;
}

export const guides: readonly Guide[] = [
  {
    name: 'first-calls',
    title: 'Quick start',
    says: 'Your first five calls: from a borrower to what a loan owes.',
  },
  {
    name: 'errors',
    title: 'Errors',
    says: 'What a refused request looks like, and what to do; every kind of error.',
    more: allErrors,
  },
  {
    name: 'idempotency',
    title: 'Retrying safely',
    says: 'Send a request again without doing its work twice.',
  },
  {
    name: 'pagination',
    title: 'Lists and pages',
    says: 'How lists are ordered, how you get the next page, how you filter.',
  },
  {
    name: 'versions',
    title: 'Versions',
    says: 'Which version of the interface you get, and what changed in each.',
    more: allVersions,
  },
  {
    name: 'events',
    title: 'Events',
    says: 'Everything that happens, as a list that you can follow without missing anything.',
    more: allEvents,
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    says: 'Events posted to an address of yours: subscribe, check the signature, answer.',
  },
  {
    name: 'test-clock',
    title: 'The test clock',
    says: 'Let a month pass in a second, and see what happens.',
  },
  {
    name: 'simulator',
    title: 'Simulator and test numbers',
    says: 'Pretend money: the account or card number decides the outcome.',
  },
  {
    name: 'bring-a-book-over',
    title: 'Bringing a book over',
    says: 'Take over loans that already run in another system: one first, then thousands.',
  },
  {
    name: 'going-live',
    title: 'Going live',
    says: 'What to do before real borrowers and real money.',
  },
  {
    name: 'changelog',
    title: 'Changelog',
    says: 'What changed, release by release.',
  },
];

const fileOf = ({ name }: Guide): URL =>
  name === 'changelog'
    ? new URL('../../../CHANGELOG.md', import.meta.url)
    : new URL(`guides/${name}.md`, import.meta.url);

/** A page as Markdown, as its `.md` address answers it. */
export async function markdownOf(guide: Guide): Promise<string> {
  const text = await readFile(fileOf(guide), 'utf8');
  return guide.more === undefined ? text : `${text.trimEnd()}\n\n${guide.more()}\n`;
}

/** Where a link of a page leads: to another page, or to a place that the service has; else nowhere. */
export function placeOf(target: string): string | undefined {
  if (/^(?:https?:\/\/|#|\/)/.test(target)) return target;
  const [, name, anchor = ''] = /^([\w-]+)\.md(#[\w.-]+)?$/.exec(target) ?? [];
  return guides.some((guide) => guide.name === name) ? `/docs/${name}${anchor}` : undefined;
}

export async function htmlOfGuide(guide: Guide): Promise<string> {
  const at = guides.indexOf(guide);
  const [before, after] = [guides[at - 1], guides[at + 1]];
  const link = (word: string, to: Guide | undefined): string =>
    to === undefined ? '' : `<a href="/docs/${to.name}"><small>${word}</small>${to.title}</a>`;
  return framed(
    guide.title,
    guide.name,
    `<article>
${htmlOf(await markdownOf(guide), placeOf)}
</article>
<div class="around">${link('Before', before)}${link('Next', after)}</div>
<p class="answer">This page for programs: <a href="/docs/${guide.name}.md">/docs/${guide.name}.md</a></p>`,
  );
}

/** The page that lists all guides. */
export const htmlOfList = (): string =>
  framed(
    'Guides',
    'guides',
    `<article><h1>Guides</h1>
<p class="lead">Tenor services loans: it keeps the books of each loan to the cent, collects payments, and tells what happened. Each guide is short, and every call in it works as it stands.</p>
<ul class="cards">
${guides.map(({ name, title, says }) => `<li><a href="/docs/${name}">${title}</a> ${says}</li>`).join('\n')}
</ul>
<p>Every operation, with a form to try it: <a href="/docs">the API page</a>. For programs: <a href="/openapi.json">/openapi.json</a>, <a href="/llms.txt">/llms.txt</a>.</p></article>`,
  );

/** A page that works without its script, which only adds buttons to copy and the address that the reader came by. */
const framed = (title: string, name: string, main: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Tenor</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/pages.css">
  </head>
  <body>
    <div class="page guide">
      <p class="path"><a href="/docs">Tenor API</a> <a href="/docs/guides">Guides</a> <a class="jump" href="#all-guides">All pages</a></p>
      <main>
${main}
      </main>
      <nav id="all-guides" aria-label="Guides">
        <ul>
${guides.map((one) => `          <li><a href="/docs/${one.name}"${one.name === name ? ' aria-current="page"' : ''}>${one.title}</a></li>`).join('\n')}
        </ul>
      </nav>
    </div>
    <script defer src="/docs/guides.js"></script>
  </body>
</html>
`;

/** For programs that read: what there is, and where. */
export const llmsText = (): string => `# Tenor

> Open, self-hostable loan servicing and collections behind one REST API. Amounts are decimal numbers in the currency of the company; a key decides the company and the mode, live or test. Test mode has a clock that can be moved and a simulator of payments.

Send \`X-API-KEY\`. Paths start with \`/api\`. Send \`API-Version: 2025-03-26\`. Errors say in \`data.path\` which field is wrong, in \`data.expected\` what would be right, and in \`data.docs\` where the error is explained.

## Guides

${guides.map(({ name, title, says }) => `- [${title}](/docs/${name}.md): ${says}`).join('\n')}

## Reference

- [OpenAPI 3.1 description](/openapi.json): every operation, with schemas and examples.
`;

// ---- What is made from the code -------------------------------------------------------------------------------------

function allErrors(): string {
  const chapters = Object.entries(errorCatalogue).map(([chapter, kinds]) => {
    const parts = Object.values(kinds).map(
      ({ errorType, status, title, remedy }) => `### \`${errorType}\`\n\n**${status}** ${title}. ${remedy}`,
    );
    return `## ${chapter}\n\n${parts.join('\n\n')}`;
  });
  return chapters.join('\n\n');
}

function allVersions(): string {
  const steps = versions.toReversed().map((version) => {
    const changes = versionSteps.filter(({ since }) => since === version);
    const lines = changes.map(({ resource, change }) => `- \`${resource}\`: ${change}`);
    const note = version === standardVersion ? 'The version of a new key that names none.' : '';
    const nothing = lines.length === 0 ? 'No answer looks different.' : '';
    return `### \`${version}\`\n\n${[note, nothing, lines.join('\n')].filter((text) => text !== '').join('\n\n')}`;
  });
  return `## What changed in each version\n\n${steps.join('\n\n')}`;
}

function allEvents(): string {
  const emitting = new Set(endpoints.flatMap(({ emits, mayEmit }) => [...emits, ...mayEmit]));
  const rows = eventKinds.map(
    (kind) =>
      `| \`${kind.type}\` | ${kind.summary}${emitting.has(kind) ? '' : ' Nobody asks for it: it happens by itself.'} |`,
  );
  return `## All events\n\n| Type | |\n|---|---|\n${rows.join('\n')}`;
}
