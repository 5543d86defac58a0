// A template taken apart: its text, what it prints, its statements and its comments, each with its place. The engine tells
// nothing of what a template names, so this reads the tags as the engine does.

export interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'sign';
  readonly value: string;
  readonly at: number;
}

export interface Segment {
  readonly kind: 'text' | 'print' | 'statement' | 'comment';
  readonly at: number;
  readonly end: number;
  /** Empty unless it is a print or a statement. */
  readonly tokens: readonly Token[];
}

const opening = /\{\{|\{%|\{#/g;
const rawEnd = /\{%[-+]?\s*endraw\s*[-+]?%\}/g;

/** What is not closed ends with the text: the engine refuses it. */
export function segmentsOf(source: string): Segment[] {
  const segments: Segment[] = [];
  const add = (kind: Segment['kind'], at: number, end: number, tokens: readonly Token[] = []) => {
    if (end > at) segments.push({ kind, at, end, tokens });
  };
  let at = 0;
  while (at < source.length) {
    opening.lastIndex = at;
    const found = opening.exec(source);
    const begin = found?.index ?? source.length;
    add('text', at, begin);
    if (found === null) break;
    at = begin;
    if (found[0] === '{#') {
      const close = source.indexOf('#}', begin + 2);
      at = close === -1 ? source.length : close + 2;
      add('comment', begin, at);
      continue;
    }
    const tag = tagAt(source, begin + 2, found[0] === '{{' ? '}}' : '%}');
    at = tag.end;
    add(found[0] === '{{' ? 'print' : 'statement', begin, at, tag.tokens);
    if (found[0] === '{%' && tag.tokens[0]?.value === 'raw') at = addRaw(source, at, add);
  }
  return segments;
}

function addRaw(
  source: string,
  at: number,
  add: (kind: Segment['kind'], at: number, end: number, tokens?: readonly Token[]) => void,
): number {
  rawEnd.lastIndex = at;
  const close = rawEnd.exec(source);
  const end = close?.index ?? source.length;
  add('text', at, end);
  if (close === null) return end;
  const keyword = { kind: 'name', value: 'endraw', at: end } as const;
  add('statement', end, end + close[0].length, [keyword]);
  return end + close[0].length;
}

const tokens =
  /\s+|[-+]?(?:\}\}|%\})|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[\p{L}_][\p{L}\p{N}_]*|\d[\d_.eE]*|[=!<>]=|\*\*|\/\/|./gsuy;

/** It ends at the first sign that ends such a tag outside of a text. */
function tagAt(source: string, begin: number, close: '}}' | '%}'): { tokens: Token[]; end: number } {
  const found: Token[] = [];
  tokens.lastIndex = begin;
  for (let match = tokens.exec(source); match !== null; match = tokens.exec(source)) {
    const [value] = match;
    const at = match.index;
    if (value.endsWith(close) && value.length <= 3) return { tokens: found, end: at + value.length };
    if (/^\s/.test(value) || (at === begin && /^[-+]$/.test(value))) continue;
    found.push({ kind: kindOf(value), value, at });
  }
  return { tokens: found, end: source.length };
}

/** Whether the engine might see another end of this tag than we do: a bracket is open, or a text has signs of a tag. */
export function isAmbiguous({ tokens: inside }: Segment): boolean {
  let open = 0;
  for (const { kind, value } of inside) {
    if (kind === 'text' && /[{%#][{}%#]|[%}#]\}/.test(value)) return true;
    if (kind === 'sign' && /^[([{]$/.test(value)) open += 1;
    if (kind === 'sign' && /^([)\]}]|[-+]?\}\}|[-+]?%\})$/.test(value)) open -= 1;
    if (open < 0) return true;
  }
  return open !== 0;
}

function kindOf(value: string): Token['kind'] {
  if (/^["']/.test(value)) return 'text';
  if (/^\d/.test(value)) return 'number';
  return /^[\p{L}_]/u.test(value) ? 'name' : 'sign';
}

/** Line and column of a place in a text, from 1. */
export function placeIn(source: string, at: number): { readonly line: number; readonly column: number } {
  const before = source.slice(0, at);
  const line = before.split('\n').length;
  return { line, column: at - before.lastIndexOf('\n') };
}
