// Parameters in SQL are written `:name`. The server knows them by numbers, `$1`; the text keeps its length, so that places
// stay what they are.

/** Names of one letter would be shorter than a number of two digits. */
const parameterName = /[a-z][a-z0-9_]{1,39}/y;

interface Numbered {
  readonly sql: string;
  /** In the order of their numbers. */
  readonly names: readonly string[];
}

/** What no parameter stands in: texts, quoted names, comments. A text that does not end reaches to the end. */
const passedOver = [
  /[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/y,
  /'(?:[^']|'')*(?:'|$)/y,
  /"(?:[^"]|"")*(?:"|$)/y,
  /--[^\n]*/y,
  /\$([A-Za-z_][A-Za-z_0-9]*)?\$[\s\S]*?(?:\$\1\$|$)/y,
  /[A-Za-z_0-9$\u0080-\uffff]+/y,
  /::/y,
];

export function numbered(sql: string): Numbered {
  const names: string[] = [];
  const made = replaced(sql, (name) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`.padEnd(name.length + 1);
  });
  return { sql: made, names };
}

/** With the values as texts in quotes: for a command that takes no parameters. The server reads them as the same types. */
export const withValues = (sql: string, values: ReadonlyMap<string, string>): string =>
  replaced(sql, (name) => ` '${(values.get(name) as string).replaceAll("'", "''")}' `);

function replaced(sql: string, by: (name: string) => string): string {
  let made = '';
  for (let at = 0; at < sql.length; ) {
    const end = endOfPassedOver(sql, at);
    if (end > at) {
      made += sql.slice(at, end);
      at = end;
      continue;
    }
    const name = sql[at] === ':' ? nameAt(sql, at + 1) : undefined;
    if (name === undefined) {
      made += sql[at];
      at += 1;
      continue;
    }
    made += by(name);
    at += name.length + 1;
  }
  return made;
}

function endOfPassedOver(sql: string, at: number): number {
  if (sql.startsWith('/*', at)) return endOfComment(sql, at);
  for (const pattern of passedOver) {
    pattern.lastIndex = at;
    if (pattern.test(sql)) return pattern.lastIndex;
  }
  return at;
}

/** Comments may stand inside comments. */
function endOfComment(sql: string, start: number): number {
  let depth = 0;
  for (let at = start; at < sql.length; at += 1) {
    if (sql.startsWith('/*', at)) {
      depth += 1;
      at += 1;
    } else if (sql.startsWith('*/', at)) {
      depth -= 1;
      at += 1;
      if (depth === 0) return at + 1;
    }
  }
  return sql.length;
}

function nameAt(sql: string, at: number): string | undefined {
  parameterName.lastIndex = at;
  return parameterName.exec(sql)?.[0];
}
