// Numbers of a request keep every digit. A double keeps 15 significant digits of any decimal, so only a longer source
// can lose something; such a source is kept as text in an `Inexact`.

interface SourceContext {
  /** The characters of a primitive value; absent for objects and lists. */
  readonly source?: string;
}

interface JsonWithSource {
  parse(text: string, reviver: (key: string, value: unknown, context: SourceContext) => unknown): unknown;
  rawJSON(text: string): object;
}

// ECMAScript 2026 (JSON.parse source text access), which Node 24 has and TypeScript does not describe yet.
const json = JSON as unknown as JsonWithSource;

/** A number that is written out digit by digit as given. */
export const rawJson = (source: string): object => json.rawJSON(source);

/** A number that a double cannot represent. It fails every number schema; amounts and rates read its source exactly. */
export class Inexact {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toJSON(): object {
    return rawJson(this.source);
  }
}

const numberText = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Longer than any serialiser writes a double (25 characters), and short enough that comparing costs nothing. */
const sourceLengthMax = 100;

/** One text for all spellings of a decimal: 1e2, 100 and 100.00 all become `1e2`. */
function digits(text: string): string | undefined {
  const match = numberText.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const written = (whole + fraction).replace(/^0+/, '');
  const significant = written.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + written.length - significant.length}`;
}

function isExact(source: string, value: number): boolean {
  if (source.length > sourceLengthMax || !Number.isFinite(value)) return false;
  return digits(source) === digits(String(value));
}

export function exactNumber(source: string): number | Inexact {
  const value = Number(source);
  return isExact(source, value) ? value : new Inexact(source);
}

// Matches a token of 16 or more characters, or one with an exponent. A match inside a string only costs time.
const risky = /(?:^|[:,[\s])-?\d(?:[\d.]{15,}|[\d.]*[eE])/;

export const mayLoseDigits = (text: string): boolean => risky.test(text);

/** Six times slower than a plain parse, and recursive, so the depth must have been checked before. */
export function parseWithSources(text: string): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isExact(source, value) ? new Inexact(source) : value,
  );
}

function holdsInexact(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Inexact) return true;
  return Array.isArray(value) ? value.some(holdsInexact) : Object.values(value).some(holdsInexact);
}

function withRawNumbers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Inexact) return value.toJSON();
  if (Array.isArray(value)) return value.map(withRawNumbers);
  // fromEntries defines properties, while an assignment to `__proto__` would change the prototype.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withRawNumbers(item)]));
}

/** For values that are only stored and returned: every number is written again as it came. */
export function keepNumbers(value: unknown): unknown {
  return holdsInexact(value) ? withRawNumbers(value) : value;
}
