// Which files a file needs: those that it imports, and those whose path it has in a text (a script that it starts).
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> };
const aliases: readonly (readonly [string, string])[] = [
  ...Object.entries(imports).map(([from, to]) => [from.replace('*', ''), normalize(to.replace('*', ''))] as const),
  ['@tenor/engine/', 'engine/'],
  ['@tenor/ach/', 'ach/'],
  ['@tenor/guard/', 'guard/'],
  ['@tenor/metro2/', 'metro2/'],
  ['@tenor/simulator/', 'simulator/'],
];

const needed = new Map<string, readonly string[]>();

function neededBy(file: string): readonly string[] {
  let found = needed.get(file);
  if (found === undefined) {
    found = existsSync(file) && /\.(ts|mjs)$/.test(file) ? namesIn(file) : [];
    needed.set(file, found);
  }
  return found;
}

function namesIn(file: string): string[] {
  const named = readFileSync(file, 'utf8').matchAll(/['"`]([#@\w][\w./@-]*|\.[\w./-]*)['"`]/g);
  const paths = [...named].map(([, name]) => pathOf(file, name as string)).filter((path) => path !== undefined);
  return [...new Set(paths)];
}

/** Undefined where the text names no file of the repository. */
function pathOf(from: string, name: string): string | undefined {
  const alias = aliases.find(([start]) => name.startsWith(start));
  const places = alias === undefined ? [join(dirname(from), name), name] : [name.replace(alias[0], alias[1])];
  return places.map(normalize).find((path) => /\w\.\w+$/.test(path) && !path.startsWith('..') && existsSync(path));
}

/** All files that can be reached, the first ones too; `follows` may leave out some arrows. */
export function reached(
  files: readonly string[],
  follows: (from: string, to: string) => boolean = () => true,
): ReadonlySet<string> {
  const seen = new Set(files);
  for (const file of seen) {
    for (const next of neededBy(file)) {
      if (follows(file, next)) seen.add(next);
    }
  }
  return seen;
}
