// Which event types a filter or a subscription means: names with `*` for any run of signs.
import type { EventKind } from './event-kind.ts';

/** What an event type, or a pattern of them, looks like. */
export const eventPattern = /^(?=.{1,100}$)[A-Za-z0-9_*]+(\.[A-Za-z0-9_*]+)*$/;

/** Part by part, each where it first fits: as an expression, a row of stars would be tried in more ways than end. */
function fits(pattern: string, type: string): boolean {
  const [first, ...parts] = pattern.split('*') as [string, ...string[]];
  const last = parts.pop();
  if (last === undefined) return pattern === type;
  if (!type.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = type.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return type.length - at >= last.length && type.endsWith(last);
}

export const matchesType = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => fits(pattern, type));

interface TypeFilters {
  /** Only what one of these names. */
  readonly events?: readonly string[] | undefined;
  readonly excludeEvents?: readonly string[] | undefined;
  /** Of a subscription. */
  readonly subscribed?: readonly string[] | undefined;
}

/** The types that pass all filters, or undefined where every type does. A name that nobody declares stays as it is. */
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
