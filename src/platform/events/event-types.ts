// Which event types a filter or a subscription means: names with `*` for any run of signs.
import type { EventKind } from './event-kind.ts';

/** What an event type, or a pattern of them, looks like. */
export const eventPattern = /^(?=.{1,100}$)[A-Za-z0-9_*]+(\.[A-Za-z0-9_*]+)*$/;

const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replaceAll('.', '\\.'))
      .join('.*')}$`,
  );

export const matchesType = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => pattern === type || (pattern.includes('*') && expressionOf(pattern).test(type)));

export interface TypeFilters {
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
