// Names in a template that nobody knows, with the one that was probably meant.
import type { Named } from './names.ts';
import type { KnownNames } from './order.ts';

interface UnknownName {
  readonly name: string;
  readonly at: number;
  readonly meant: string | undefined;
}

/** `takesOthers`: a name of its own is none of these, unless it looks like a known one. */
export function unknownNames(variables: readonly Named[], known: KnownNames, takesOthers: boolean): UnknownName[] {
  const found = new Map<string, UnknownName>();
  for (const { path, at } of variables) {
    const unknown = unknownIn(path, known);
    if (unknown === undefined) continue;
    const meant = nearest(path[unknown.depth] as string, unknown.among);
    if (takesOthers && unknown.depth === 0 && meant === undefined) continue;
    const name = path.slice(0, unknown.depth + 1).join('.');
    if (!found.has(name)) found.set(name, { name, at, meant });
  }
  return [...found.values()];
}

function unknownIn(path: readonly string[], known: KnownNames) {
  let inside: KnownNames | null = known;
  for (const [depth, name] of path.entries()) {
    if (inside === null) return undefined;
    if (!Object.hasOwn(inside, name)) return { depth, among: Object.keys(inside) };
    inside = inside[name] ?? null;
  }
  return undefined;
}

/** The most signs that may differ. */
const differMax = 3;

function nearest(name: string, among: readonly string[]): string | undefined {
  const longer = among.find((one) => one.toLowerCase().startsWith(name.toLowerCase()));
  if (longer !== undefined && name.length >= 3) return longer;
  const near = among
    .map((one) => ({ one, signs: difference(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, signs }) => signs <= Math.min(differMax, Math.ceil(one.length / 3)))
    .sort((a, b) => a.signs - b.signs);
  return near[0]?.one;
}

/** How many signs are to be changed, put in or left out, so that one word becomes the other. */
function difference(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > differMax) return differMax + 1;
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, sign] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, right] of [...other].entries()) {
      const changed = (row[j] as number) + (sign === right ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
