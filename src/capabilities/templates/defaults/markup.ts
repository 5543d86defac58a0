// The markup in which default texts are written: one body becomes the HTML of an email, its plain text, and a letter.
// Lines are paragraphs, an empty line ends one. `## heading`, `- item`, `= label | value` (a row of a table),
// `! label | value` (the figure that matters), `> small print`, `[label](name)` (a button to the address that the variable
// holds) and `**bold**` are all there is. Jinja stays as it is; a line of nothing but a tag is between what it is about.

/** A part of a body. `rows`, `items` and `note` hold lines, of which some may be tags. */
export type Block =
  | { readonly is: 'tag' | 'paragraph' | 'heading'; readonly text: string }
  | { readonly is: 'figure' | 'button'; readonly label: string; readonly text: string }
  | { readonly is: 'rows' | 'items' | 'note'; readonly lines: readonly Line[] };

export interface Line {
  readonly isTag: boolean;
  /** That of a row. */
  readonly label: string;
  readonly text: string;
}

const tagLine = /^(\{%(?:(?!%\}).)*%\}\s*)+$/;
const starts: Readonly<Record<string, 'rows' | 'items' | 'note'>> = { '= ': 'rows', '- ': 'items', '> ': 'note' };

/** Groups of lines without an empty one between them. */
const groupsOf = (body: string): string[][] =>
  body
    .split(/\n\s*\n/)
    .map((part) =>
      part
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    )
    .filter((lines) => lines.length > 0);

export const blocksOf = (body: string): Block[] => groupsOf(body).flatMap(blocksOfGroup);

function blocksOfGroup(lines: readonly string[]): Block[] {
  const first = lines.find((line) => !tagLine.test(line));
  const is = starts[first?.slice(0, 2) ?? ''];
  if (is !== undefined) {
    const [before, within, after] = balanced(lines);
    return [...before.map(tag), { is, lines: within.map(lineOf) }, ...after.map(tag)];
  }
  return runsOf(lines).map(blockOf);
}

const tag = (text: string): Block => ({ is: 'tag', text });

/** Tags that begin before a table or a list, or end after it, are around it. */
function balanced(lines: readonly string[]): [before: string[], within: string[], after: string[]] {
  const tags = lines.flatMap((line) => (tagLine.test(line) ? line.split(/(?<=%\})\s*/) : [line])).filter(Boolean);
  let from = 0;
  let to = tags.length;
  const depth = () =>
    tags
      .slice(from, to)
      .reduce((sum, one) => sum + (/^\{% (if|for) /.test(one) ? 1 : /^\{% end/.test(one) ? -1 : 0), 0);
  while (depth() < 0) to -= 1;
  while (depth() > 0) from += 1;
  return [tags.slice(0, from), tags.slice(from, to), tags.slice(to)];
}

/** Lines of text that follow each other are one. */
function runsOf(lines: readonly string[]): string[] {
  const runs: string[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last === undefined || tagLine.test(last) || tagLine.test(line)) runs.push(line);
    else runs[runs.length - 1] = `${last} ${line}`;
  }
  return runs;
}

function lineOf(line: string): Line {
  if (tagLine.test(line)) return { isTag: true, label: '', text: line };
  const [label, text] = line.startsWith('= ') ? pairOf(line.slice(2)) : ['', line.slice(2)];
  return { isTag: false, label, text };
}

function blockOf(text: string): Block {
  if (tagLine.test(text)) return { is: 'tag', text };
  if (text.startsWith('## ')) return { is: 'heading', text: text.slice(3) };
  if (text.startsWith('! ')) {
    const [label, value] = pairOf(text.slice(2));
    return { is: 'figure', label, text: value };
  }
  const [, label, name] = /^\[([^\]]+)\]\((\w+)\)$/.exec(text) ?? [];
  if (label !== undefined && name !== undefined) return { is: 'button', label, text: name };
  return { is: 'paragraph', text };
}

/** The `|` of a filter is within braces. */
function pairOf(text: string): [label: string, value: string] {
  const [, label, value] = /^((?:\{\{.*?\}\}|\{%.*?%\}|(?! \| ).)*) \| (.*)$/.exec(text) ?? [];
  if (label === undefined || value === undefined) throw new Error(`"${text}" has no label.`);
  return [label, value];
}

/** What is not Jinja is escaped; Jinja escapes what it prints. */
export const inHtml = (text: string): string =>
  withLines(text, '<br>')
    .split(/(\{\{.*?\}\}|\{%.*?%\})/)
    .map((part, i) => (i % 2 === 1 ? part : escaped(part)))
    .join('')
    .replaceAll('&lt;br&gt;', '<br>')
    .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>');

export const inText = (text: string): string =>
  text.replace(/\{\{ (\w+(?:\.\w+)*) \| lines \}\}/g, '{{ $1 }}').replaceAll('**', '');

/** `{{ address | lines }}` shows each of its lines on a line. */
const withLines = (text: string, between: string): string =>
  text.replace(
    /\{\{ (\w+(?:\.\w+)*) \| lines \}\}/g,
    `{% for one in $1 | lines %}{% if not loop.first %}${between}{% endif %}{{ one }}{% endfor %}`,
  );

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
