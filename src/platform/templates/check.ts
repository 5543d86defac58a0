// Holds a template to what is taken: its syntax, its filters, its HTML; and tells which of its names nobody knows.
import type { Engine } from './engine.ts';
import { filterNames, functionNames, filters as ownFilters, testNames } from './filters.ts';
import { anySign, notTakenIn, signs } from './html-taken.ts';
import { namesIn } from './names.ts';
import { type Checked, type CheckOrder, type Finding, type TemplatePart, templateParts } from './order.ts';
import { isAmbiguous, placeIn, type Segment, segmentsOf } from './segments.ts';
import { unknownNames } from './unknown-names.ts';

/** The most findings of one kind in a part. */
const findingsMax = 20;

export function check(engine: Engine, { source, known, takesOthers, allowsRemoteImages }: CheckOrder): Checked {
  const problems: Finding[] = [];
  const warnings: Checked['warnings'][number][] = [];
  for (const part of templateParts) {
    const text = source[part];
    if (text === null) continue;
    const wrong = engine.syntaxError(part, text);
    if (wrong !== undefined) {
      const { line = 1, column = 1, message } = wrong;
      problems.push({ part, line: line ?? 1, column: column ?? 1, message, expected: 'a Jinja template' });
      continue;
    }
    const segments = segmentsOf(text);
    const found = problemsOf(part, text, segments, allowsRemoteImages);
    problems.push(...found.map(({ at, message, expected }) => ({ part, ...placeIn(text, at), message, expected })));
    const unknown =
      known === null ? [] : unknownNames(namesIn(segments).variables, known, takesOthers).slice(0, findingsMax);
    for (const { name, at, meant } of unknown) {
      const didYouMean = meant === undefined ? '' : `, did you mean \`${meant}\`?`;
      warnings.push({
        part,
        ...placeIn(text, at),
        name,
        message: `unknown variable \`${name}\`${didYouMean}`,
        expected: meant ?? 'a variable of docs/templates.md, or one that the message is given',
      });
    }
  }
  return { problems, warnings };
}

interface Found {
  readonly at: number;
  readonly message: string;
  readonly expected: string;
}

function problemsOf(
  part: TemplatePart,
  text: string,
  segments: readonly Segment[],
  allowsRemoteImages: boolean,
): readonly Found[] {
  const unclear = segments.filter(isAmbiguous).map(({ at }) => ({
    at,
    message: 'its end is not clear: a bracket is open, or a text in it has signs of a tag',
    expected: 'closed brackets, and texts without {{, }}, {%, %}, {# and #}',
  }));
  const { filters, tests, functions } = namesIn(segments);
  const unknown = [
    ...unknownWords('filter', filters, filterNames),
    ...unknownWords('test', tests, testNames),
    ...unknownWords('function', functions, functionNames),
  ];
  const refused = segments.flatMap((segment) => notTaken(segment, part));
  const inHtml = part === 'html' && unclear.length === 0 ? problemsOfHtml(text, segments, allowsRemoteImages) : [];
  return [...unclear, ...unknown, ...refused, ...inHtml].slice(0, findingsMax);
}

function unknownWords(
  kind: string,
  words: readonly { readonly name: string; readonly at: number }[],
  known: ReadonlySet<string>,
): Found[] {
  return words
    .filter(({ name }) => !known.has(name))
    .map(({ name, at }) => ({ at, message: `there is no ${kind} ${name}`, expected: [...known].sort().join(', ') }));
}

/** There is one template, so nothing is taken from another; what captures HTML would hide it from the check. */
const statements = new Set(['if', 'elif', 'else', 'endif', 'for', 'endfor', 'set', 'with', 'endwith', 'raw', 'endraw']);

function notTaken({ kind, tokens, at }: Segment, part: TemplatePart): Found[] {
  const [keyword] = tokens;
  const values = tokens.map(({ value }) => value);
  if (kind === 'statement' && (keyword === undefined || !statements.has(keyword.value))) {
    return [
      { at, message: `the statement ${keyword?.value ?? ''} is not taken`, expected: 'if, for, set, with or raw' },
    ];
  }
  if (keyword?.value === 'set' && kind === 'statement' && !values.includes('=')) {
    return [{ at, message: 'set without a value is not taken', expected: '{% set name = value %}' }];
  }
  if (kind === 'statement' && keyword?.value === 'for' && values.includes('recursive')) {
    return [{ at, message: 'a loop is not recursive here', expected: 'a plain loop' }];
  }
  const argument = namedArgument(tokens);
  if (argument !== undefined) {
    return [
      {
        at: argument,
        message: 'a filter of ours has an argument with a name',
        expected: "its value alone: date('short')",
      },
    ];
  }
  const loop = part === 'html' && tokens.some(({ value }, i) => value === 'loop' && values[i + 1] === '(');
  return loop ? [{ at, message: 'a loop is not called here', expected: 'a plain loop' }] : [];
}

/** One would end the engine: where it is. */
function namedArgument(tokens: Segment['tokens']): number | undefined {
  for (const [i, { value }] of tokens.entries()) {
    if (tokens[i - 1]?.value !== '|' || !Object.hasOwn(ownFilters, value) || tokens[i + 1]?.value !== '(') continue;
    let depth = 0;
    for (const [j, token] of tokens.slice(i + 1).entries()) {
      if (/^[([{]$/.test(token.value)) depth += 1;
      if (/^[)\]}]$/.test(token.value)) depth -= 1;
      if (depth === 0) break;
      const next = tokens[i + 2 + j];
      if (depth === 1 && token.kind === 'name' && next?.value === '=') return token.at;
    }
  }
  return undefined;
}

function problemsOfHtml(text: string, segments: readonly Segment[], allowsRemoteImages: boolean): Found[] {
  const strange = text.search(anySign);
  if (strange !== -1) return [{ at: strange, message: 'has a sign without a meaning', expected: 'letters of Unicode' }];
  const begins: { readonly at: number; readonly from: number }[] = [];
  let html = '';
  for (const segment of segments) {
    begins.push({ at: html.length, from: segment.at });
    html += segment.kind === 'text' ? text.slice(segment.at, segment.end) : signOf(segment);
  }
  const originOf = (at: number): number => {
    const begin = begins.findLast((one) => one.at <= at);
    return begin === undefined ? at : begin.from + (at - begin.at);
  };
  return notTakenIn(html, { allowsRemoteImages }).map((one) => ({ ...one, at: originOf(one.at) }));
}

function signOf({ kind, tokens }: Segment): string {
  const [keyword] = tokens;
  if (kind === 'print') return signOfPrint(tokens);
  if (kind === 'statement' && ['if', 'for', 'with'].includes(keyword?.value ?? '')) return signs.opens;
  if (kind === 'statement' && ['endif', 'endfor', 'endwith'].includes(keyword?.value ?? '')) return signs.closes;
  return signs.none;
}

/** The last filter decides, where it is that of the whole: `a | link`, not `a if b else c | link`. */
function signOfPrint(tokens: Segment['tokens']): string {
  const isWhole = tokens.every(
    ({ kind, value }, i) => kind !== 'name' || !words.has(value) || tokens[i - 1]?.value === '.',
  );
  const isPlain = isWhole && tokens.every(({ kind, value }) => kind !== 'sign' || /^[.|()[\],]$/.test(value));
  const last = tokens.findLastIndex(({ value }) => value === '|');
  const filter = isPlain && last !== -1 ? tokens[last + 1]?.value : undefined;
  if (filter === 'link') return last === tokens.length - 2 ? signs.link : signs.print;
  if (filter !== 'color') return signs.print;
  const argument = tokens.slice(last + 2).map(({ kind, value }) => (kind === 'text' ? 'text' : value));
  return ['', '(text)'].includes(argument.join('')) ? signs.color : signs.print;
}

const words = new Set(['if', 'else', 'and', 'or', 'not', 'in', 'is']);
