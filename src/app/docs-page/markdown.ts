// Draws Markdown as HTML: the part of it that the guides and the changelog use. Everything else in a text is escaped, so
// that a page holds no HTML but ours.

/** Where a link of a text leads; undefined: the service has no such place, and the words stand without a link. */
type Resolve = (target: string) => string | undefined;

export function htmlOf(markdown: string, resolve: Resolve): string {
  const blocks: string[] = [];
  let rest = markdown.replaceAll('\r', '').trimStart();
  while (rest !== '') {
    const { html, length } = blockOf(rest, resolve);
    blocks.push(html);
    rest = rest.slice(length).trimStart();
  }
  return blocks.join('\n');
}

interface Block {
  readonly html: string;
  /** How much of the text it takes. */
  readonly length: number;
}

type Draw = (match: RegExpExecArray, resolve: Resolve) => string;

/** The forms of blocks, each at the beginning of a text; what has none of them is a paragraph. */
const forms: readonly (readonly [RegExp, Draw])[] = [
  [/^```(\w*)\n([\s\S]*?)\n?```(?:\n|$)/, ([, language = '', code = '']) => codeHtml(language, code)],
  [/^(#{1,4}) (.+)(?:\n|$)/, ([, marks = '', title = ''], resolve) => headingHtml(marks.length, title, resolve)],
  [/^\|.*(?:\n\|.*)*/, ([text], resolve) => tableHtml(text.split('\n'), resolve)],
  [/^(?:- .*(?:\n(?! *\n|[-#`|]).*)*(?:\n|$))+/, ([text], resolve) => listHtml('ul', text.split(/^- /m), resolve)],
  [
    /^(?:\d+\. .*(?:\n(?! *\n|\d+\. |[#`|]).*)*(?:\n|$))+/,
    ([text], resolve) => listHtml('ol', text.split(/^\d+\. /m), resolve),
  ],
];

const paragraph = /^.+(?:\n(?![-#`|]|\d+\. ).+)*/;

function blockOf(text: string, resolve: Resolve): Block {
  for (const [form, draw] of forms) {
    const match = form.exec(text);
    if (match !== null) return { html: draw(match, resolve), length: match[0].length };
  }
  const [words = text] = paragraph.exec(text) ?? [];
  // What a call answers begins with its status.
  const isAnswer = /^\*\*\d{3}\*\*/.test(words);
  return { html: `<p${isAnswer ? ' class="answer"' : ''}>${inline(words, resolve)}</p>`, length: words.length };
}

const codeHtml = (language: string, code: string): string =>
  `<div class="code"${language === '' ? '' : ` data-language="${language}"`}><pre tabindex="0"><code>${escaped(code)}</code></pre></div>`;

function headingHtml(level: number, title: string, resolve: Resolve): string {
  const [, number, words = title] = /^(\d+)\. (.+)$/.exec(title) ?? [];
  const mark = number === undefined ? '' : `<span class="step">${number}</span>`;
  if (level === 1) return `<h1>${inline(title, resolve)}</h1>`;
  const id = anchorOf(title);
  const link = `<a class="anchor" href="#${id}" aria-label="Link to this heading">#</a>`;
  return `<h${level} id="${id}">${mark}${inline(words, resolve)} ${link}</h${level}>`;
}

/** A heading that is a name keeps it as it is: `/docs/errors#NotFound`. */
export function anchorOf(title: string): string {
  const [, name] = /^`([\w.-]+)`$/.exec(title) ?? [];
  return (
    name ??
    title
      .toLowerCase()
      .replace(/^\d+\. /, '')
      .replace(/[^\w]+/g, '-')
      .replace(/^-|-$/g, '')
  );
}

function tableHtml(lines: readonly string[], resolve: Resolve): string {
  const cells = (line: string): string[] =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split('|')
      .map((cell) => inline(cell.trim(), resolve));
  const [head = '', , ...rows] = lines;
  const heads = cells(head)
    .map((cell) => `<th scope="col">${cell}</th>`)
    .join('');
  const body = rows
    .map(
      (row) =>
        `<tr>${cells(row)
          .map((cell) => `<td>${cell}</td>`)
          .join('')}</tr>`,
    )
    .join('\n');
  return `<div class="table" tabindex="0"><table>\n<thead><tr>${heads}</tr></thead>\n<tbody>\n${body}\n</tbody></table></div>`;
}

const listHtml = (kind: 'ul' | 'ol', items: readonly string[], resolve: Resolve): string =>
  `<${kind}>\n${items
    .filter((item) => item.trim() !== '')
    .map((item) => `<li>${inline(item.trim(), resolve)}</li>`)
    .join('\n')}\n</${kind}>`;

/** Code is kept apart first, because marks within it mean nothing. */
function inline(text: string, resolve: Resolve): string {
  const parts = text.replaceAll('\n', ' ').split(/(`[^`]+`)/);
  const codes = parts.filter((_, i) => i % 2 === 1).map((code) => `<code>${escaped(code.slice(1, -1))}</code>`);
  const words = parts.map((part, i) => (i % 2 === 1 ? codePlace : part)).join('');
  const marked = escaped(words)
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, label: string, target: string) => linkHtml(label, resolve(target)))
    .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
    .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, '<em>$1</em>');
  return marked.replaceAll(codePlace, () => codes.shift() ?? '');
}

const codePlace = '\u0000';

const linkHtml = (label: string, target: string | undefined): string =>
  target === undefined ? label : `<a href="${escaped(target).replaceAll('"', '&#34;')}">${label}</a>`;

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
