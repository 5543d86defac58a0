// What a template names: the variables with their fields, and the filters.
import type { Segment, Token } from './segments.ts';

export interface Named {
  /** `loan.balances.totalAmount`; what stands behind a number is left out. */
  readonly path: readonly string[];
  readonly at: number;
}

interface Word {
  readonly name: string;
  readonly at: number;
}

interface NamesInTemplate {
  readonly variables: readonly Named[];
  readonly filters: readonly Word[];
  readonly tests: readonly Word[];
  /** What is called. A method has a dot before its name. */
  readonly functions: readonly Word[];
}

const keywords = new Set([
  ...[
    'and',
    'or',
    'not',
    'in',
    'is',
    'if',
    'else',
    'elif',
    'endif',
    'for',
    'endfor',
    'set',
    'endset',
    'with',
    'endwith',
  ],
  ...[
    'raw',
    'endraw',
    'filter',
    'endfilter',
    'block',
    'endblock',
    'macro',
    'endmacro',
    'call',
    'endcall',
    'do',
    'include',
  ],
  ...['extends', 'import', 'from', 'as', 'autoescape', 'endautoescape', 'recursive', 'true', 'false', 'none', 'True'],
  ...['False', 'None', 'loop', 'ignore', 'missing', 'context', 'without'],
]);

export function namesIn(segments: readonly Segment[]): NamesInTemplate {
  const tags = segments.filter(({ kind }) => kind === 'print' || kind === 'statement').map(({ tokens }) => tokens);
  const own = new Set(tags.flatMap(ownNames));
  const variables: Named[] = [];
  const words: Record<'filters' | 'tests' | 'functions', Word[]> = { filters: [], tests: [], functions: [] };
  for (const tokens of tags) {
    for (const [i, { kind, value, at }] of tokens.entries()) {
      if (kind !== 'name') continue;
      const is = roleAt(tokens, i);
      if (is === 'method') words.functions.push({ name: `.${value}`, at });
      else if (is === 'variable' && !own.has(value)) variables.push({ path: pathAt(tokens, i), at });
      else if (is === 'filters' || is === 'tests' || is === 'functions') words[is].push({ name: value, at });
    }
  }
  return { variables, ...words };
}

type Role = 'variable' | 'filters' | 'tests' | 'functions' | 'method' | 'none';

function roleAt(tokens: readonly Token[], i: number): Role {
  const { value } = tokens[i] as Token;
  const [before, first] = [tokens[i - 1]?.value, tokens[i - 2]?.value];
  const after = tokens[i + 1]?.value;
  if (before === '|' || (i === 1 && before === 'filter')) return 'filters';
  if ((before === 'is' && value !== 'not') || (before === 'not' && first === 'is')) return 'tests';
  if (before === '.') return after === '(' ? 'method' : 'none';
  if (after === '(' && !isBeforeBracket.has(value)) return 'functions';
  return keywords.has(value) || after === '=' ? 'none' : 'variable';
}

/** These stand before a bracket without calling anything. */
const isBeforeBracket = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'elif', 'else', 'for']);

/** The names that a statement gives values to: those of a loop, of `set` and `with`, of a macro. */
function ownNames(tokens: readonly Token[]): string[] {
  const [keyword] = tokens;
  const named = (some: readonly Token[]) => some.filter(({ kind }) => kind === 'name').map(({ value }) => value);
  const until = (end: string) =>
    tokens.slice(
      1,
      tokens.findIndex(({ value }) => value === end),
    );
  if (keyword?.value === 'for') return named(until('in'));
  if (keyword?.value === 'macro' || keyword?.value === 'call') return named(tokens.slice(1));
  if (keyword?.value === 'set')
    return named(tokens.some(({ value }) => value === '=') ? until('=') : tokens.slice(1, 2));
  if (keyword?.value !== 'with') return [];
  return tokens.flatMap(({ kind, value }, i) => (kind === 'name' && tokens[i + 1]?.value === '=' ? [value] : []));
}

function pathAt(tokens: readonly Token[], begin: number): string[] {
  const path = [(tokens[begin] as Token).value];
  for (let i = begin + 1; ; ) {
    const [sign, part, end] = tokens.slice(i, i + 3);
    if (sign?.value === '.' && part?.kind === 'name') {
      path.push(part.value);
      i += 2;
    } else if (sign?.value === '[' && part?.kind === 'text' && end?.value === ']') {
      path.push(part.value.slice(1, -1));
      i += 3;
    } else return path;
  }
}
