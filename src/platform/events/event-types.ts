// Which event types a filter or a subscription means: names with `*` for any run of characters.
import type { EventKind } from './event-kind.ts';

/** The form of an event type, or of a pattern of types. */
export const eventPattern = /^(?=.{1,100}$)[A-Za-z0-9_*]+(\.[A-Za-z0-9_*]+)*$/;

/** A pattern cut at its stars: `contact.*` gives `contact.` and an empty part. */
const partsOf = (pattern: string): readonly string[] => pattern.split(/\*+/);

/**
 * Compares part by part, each at the first index that fits: a regular expression would try a row of stars in too many
 * ways.
 */
function fits(parts: readonly string[], type: string): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (parts.length === 1) return first === type;
  if (!type.startsWith(first)) return false;
  let at = first.length;
  for (let i = 1; i < parts.length - 1; i++) {
    const part = parts[i] ?? '';
    const found = type.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return type.length - at >= last.length && type.endsWith(last);
}

export const matchesType = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => fits(partsOf(pattern), type));

/** The patterns that fit none of the types. A subscription has hundreds: most are decided by one look at all names. */
export function patternsOfNone(patterns: readonly string[], types: readonly string[]): string[] {
  const names = new Set(types);
  const all = types.join('\n');
  const longest = Math.max(0, ...types.map(({ length }) => length));
  return patterns.filter((pattern) => {
    if (!pattern.includes('*')) return !names.has(pattern);
    const parts = partsOf(pattern);
    const isTooLong = pattern.replaceAll('*', '').length > longest;
    return isTooLong || !parts.every((part) => all.includes(part)) || !types.some((type) => fits(parts, type));
  });
}

interface TypeFilters {
  /** Only types that one of these patterns names. */
  readonly events?: readonly string[] | undefined;
  readonly excludeEvents?: readonly string[] | undefined;
  /** The patterns of a subscription. */
  readonly subscribed?: readonly string[] | undefined;
}

/** The types that pass all filters, or undefined if every type does. A name that nobody declares is kept as it is. */
export function typesPassing(
  { events, excludeEvents, subscribed }: TypeFilters,
  kinds: readonly EventKind[],
): readonly string[] | undefined {
  const wanted = [events, subscribed].filter((patterns) => patterns !== undefined);
  if (wanted.length === 0 && excludeEvents === undefined) return undefined;
  const named = wanted.flat().filter((pattern) => !pattern.includes('*'));
  const known = new Set([...kinds.map(({ type }) => type), ...named]);
  return [...known].filter(
    (type) => wanted.every((patterns) => matchesType(patterns, type)) && !matchesType(excludeEvents ?? [], type),
  );
}
