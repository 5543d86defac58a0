// The endpoints that a folder of a capability declares, and whether a test calls one of them.
import { globSync, readFileSync } from 'node:fs';
import { whole } from '#app/capabilities.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';

type Named = Pick<Endpoint, 'name' | 'path'>;

/** Undefined where a folder declares none: then what it does is called through the endpoints of others. */
export async function endpointsIn(folders: readonly string[]): Promise<readonly Named[] | undefined> {
  const each = await Promise.all(folders.map(declaredIn));
  return each.length === 0 || each.some((some) => some.length === 0) ? undefined : each.flat();
}

async function declaredIn(folder: string): Promise<Named[]> {
  const files = globSync(`${folder}/**/*routes.ts`);
  const modules = await Promise.all(files.map((file) => import(`../../${file}`)));
  const found = modules.flatMap((module) => Object.values(module)).flatMap(endpointsOf);
  return [...new Map(found.map((one) => [one.name, one])).values()];
}

function endpointsOf(exported: unknown): Named[] {
  const made = typeof exported === 'function' && /routes/i.test(exported.name) ? madeBy(exported) : exported;
  return [made].flat().filter(isEndpoint);
}

/** Some routes are made for the whole house. */
function madeBy(routes: unknown): unknown {
  try {
    return (routes as (given: unknown) => unknown)(whole);
  } catch {
    return [];
  }
}

const isEndpoint = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'name' in value;

/** The last words of a path that are no parameters: what a caller of it must write. */
const wordsOf = ({ path }: Named): string => `/${path.split('/').findLast((part) => !part.startsWith('{'))}`;

export function isNamedIn(endpoints: readonly Named[], files: ReadonlySet<string>): boolean {
  const words = [...new Set(endpoints.map(wordsOf))].map((word) => new RegExp(`${word}(?![\\w-])`));
  return [...files]
    .filter((file) => file.startsWith('tests/') && !/\/(house|world)\.ts$/.test(file))
    .some((file) => words.some((word) => word.test(readFileSync(file, 'utf8'))));
}
