// The fields that a request changes of an object, for the audit: names, no values.
import { columnOf } from '#platform/db/column-of.ts';

/**
 * The names that were sent, without those whose value is known to be the same as before. A value that is sealed, or that
 * is made of several columns, is not known here: its name stays. `noField`: what asks for a preview is no field of the
 * object.
 */
export function sentFields(body: unknown, before: unknown, noField?: string): readonly string[] | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const known = rowOf(before);
  const names = Object.entries(body).flatMap(([name, value]) =>
    name === noField || value === undefined || isSame(known[columnOf(name)] ?? known[name], value) ? [] : [name],
  );
  return names.length === 0 ? undefined : names;
}

/** The row of a plain resource is a part of what was found. */
function rowOf(before: unknown): Readonly<Record<string, unknown>> {
  const { row } = (before ?? {}) as { readonly row?: unknown };
  const found = typeof row === 'object' && row !== null ? row : before;
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
}

function isSame(before: unknown, sent: unknown): boolean {
  if (before === sent) return true;
  if (typeof before !== 'object' || typeof sent !== 'object' || before === null || sent === null) return false;
  return JSON.stringify(before) === JSON.stringify(sent);
}
