// Compares two values part by part, as JSON: undefined values do not exist.
interface Difference {
  /** For example `totals.paidInterest` or `obligations[2].interestOpen`. */
  readonly path: string;
  readonly stored: unknown;
  readonly computed: unknown;
}

type Values = Readonly<Record<string, unknown>>;

export function differences(stored: unknown, computed: unknown, path = ''): Difference[] {
  if (Object.is(stored, computed)) return [];
  if (Array.isArray(stored) && Array.isArray(computed)) {
    const length = Math.max(stored.length, computed.length);
    return Array.from({ length }, (_, i) => i).flatMap((i) => differences(stored[i], computed[i], `${path}[${i}]`));
  }
  if (isObject(stored) && isObject(computed)) {
    const names = new Set([...Object.keys(stored), ...Object.keys(computed)]);
    return [...names].flatMap((name) =>
      differences(stored[name], computed[name], path === '' ? name : `${path}.${name}`),
    );
  }
  return [{ path, stored, computed }];
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
