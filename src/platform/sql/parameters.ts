// Parameters in SQL are written `:name`. The server knows them by numbers, `$1`; the text keeps its length, so that places
// stay what they are.

/** Names of one letter would be shorter than a number of two digits. */
const parameterName = /[a-z][a-z0-9_]{1,39}/y;

interface Numbered {
  readonly sql: string;
  /** In the order of their numbers. */
  readonly names: readonly string[];
  /** Where each of them was seen. The parser must see the same: it knows better what is inside of a text. */
  readonly found: readonly FoundParameter[];
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
  const found: FoundParameter[] = [];
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
    if (!names.includes(name)) names.push(name);
    found.push({ number: names.indexOf(name) + 1, at: Buffer.byteLength(made) });
    made += `$${names.indexOf(name) + 1}`.padEnd(name.length + 1);
    at += name.length + 1;
  }
  return { sql: made, names, found };
}

/** Where a parameter stands, in bytes. */
export interface FoundParameter {
  readonly number: number;
  readonly at: number;
}

/**
 * With the values as texts in quotes: for a command that takes no parameters. The server reads them as the same types. The
 * parser has found the same parameters in the same places: a value inside of a text would end it, and go on as SQL.
 */
export function withValues({ sql, names, found }: Numbered, values: ReadonlyMap<string, string>): string {
  const bytes = Buffer.from(sql);
  const parts: Buffer[] = [];
  let done = 0;
  for (const { number, at } of found) {
    const name = names[number - 1] as string;
    const value = (values.get(name) as string).replaceAll("'", "''");
    parts.push(bytes.subarray(done, at), Buffer.from(` '${value}' `));
    done = at + name.length + 1;
  }
  return Buffer.concat([...parts, bytes.subarray(done)]).toString('utf8');
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
