// The structure of the code, checked by a test: imports go in one direction, and capabilities are imported through their
// doors. What a single file shows is in house-rules.test.ts.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { rooms as engineRooms } from '@tenor/engine/rooms.ts';
import { rooms as guardRooms } from '@tenor/guard/rooms.ts';
import { rooms as metro2Rooms } from '@tenor/metro2/rooms.ts';
import { capabilities, tables } from '#app/capabilities.ts';

/** In the order in which they may call each other. The platform's own capabilities have no folder there. */
const folders = capabilities.map(({ name }) => name).filter((name) => existsSync(`src/capabilities/${name}`));

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
  readonly isTest: boolean;
}

const aliases: Record<string, string> = {
  '#platform/': 'src/platform/',
  '#capabilities/': 'src/capabilities/',
  '#app/': 'src/app/',
  '@tenor/engine/': 'engine/',
  '@tenor/ach/': 'ach/',
  '@tenor/guard/': 'guard/',
  '@tenor/metro2/': 'metro2/',
  '@tenor/simulator/': 'simulator/',
};

function resolved(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  const alias = Object.keys(aliases).find((start) => specifier.startsWith(start));
  return alias === undefined ? specifier : specifier.replace(alias, aliases[alias] as string);
}

const workspaces = ['engine', 'ach', 'guard', 'metro2', 'simulator'];

const files: readonly SourceFile[] = globSync(
  [...workspaces, 'src'].map((folder) => `${folder}/**/*.ts`),
  {
    exclude: ['**/node_modules/**', 'src/app/docs-page/vendor/**'],
  },
).map((path) => {
  const text = readFileSync(path, 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)[^;'"]*?from '([^']+)'|(?:^|\n)import '([^']+)'|\bimport\('([^']+)'\)/g,
  );
  const imports = [...found].map((match) => resolved(path, (match[1] ?? match[2] ?? match[3]) as string));
  return { path, text, imports, isTest: path.endsWith('.test.ts') };
});
const sources = files.filter(({ isTest }) => !isTest);

/** A workspace, platform, a capability or app: relative imports must stay within such a unit. */
function unitOf(path: string): string {
  const workspace = String(path.split('/')[0]);
  if (workspaces.includes(workspace)) return workspace;
  const [, layer, name] = path.split('/');
  return layer === 'capabilities' ? `capability ${name}` : String(layer);
}

const isOurs = (path: string): boolean => /^(src|engine|ach|guard|metro2|simulator)\//.test(path);

/** The simulator is a stranger: only its adapter knows it. */
const mayKnowSimulator = (path: string): boolean =>
  path.startsWith('src/capabilities/moving-money/orders/providers/simulated/');

function mayImport(path: string, target: string): boolean {
  const [from, to] = [unitOf(path), unitOf(target)];
  if (from === to || from === 'app') return true;
  if (to === 'engine' && ['ach', 'guard'].includes(from) && target === 'engine/time/calendar.ts') return true;
  if (to === 'engine') return target.startsWith('engine/values/') || from.startsWith('capability');
  if (['ach', 'guard', 'metro2'].includes(to)) return from.startsWith('capability');
  if (to === 'simulator') return mayKnowSimulator(path);
  if (to === 'platform') return from.startsWith('capability');
  if (!from.startsWith('capability') || !to.startsWith('capability')) return false;
  const order = (unit: string) => folders.indexOf(unit.replace('capability ', ''));
  return order(to) < order(from) && target.endsWith('/index.ts');
}

interface Room {
  readonly name: string;
  readonly order: number;
  /** It is one of several in a folder, which alone imports it. */
  readonly isApart: boolean;
}

/** The narrowest room of a path within a capability; undefined for the files beside the rooms, which import all of them. */
function roomOf(rooms: readonly string[], path: string): Room | undefined {
  const folders = dirname(path).split('/');
  return rooms
    .map((room, order) => {
      const isApart = room.endsWith('/*');
      return { name: isApart ? folders.slice(0, room.split('/').length).join('/') : room, order, isApart, room };
    })
    .filter(({ name, room, isApart }) => `${path}/`.startsWith(`${name}/`) && (!isApart || inside(name, room)))
    .toSorted((one, other) => other.name.length - one.name.length)[0];
}

/** Whether the folder is one of those that `products/*` means. */
const inside = (name: string, room: string): boolean => dirname(name) === dirname(room);

function mayEnter(from: Room | undefined, to: Room | undefined): boolean {
  if (from === undefined || from.name === to?.name) return true;
  if (to === undefined || to.order >= from.order) return false;
  return !to.isApart || to.name.startsWith(`${from.name}/`);
}

/** The first folders of rooms that are no rooms themselves, each as often as its rooms lie together. */
const wingsOf = (rooms: readonly string[]): string[] =>
  rooms
    .map((room) => String(room.split('/')[0]))
    .filter((name, i, all) => !rooms.includes(name) && name !== all[i - 1]);

const complaints = (say: (file: SourceFile) => string[]): string[] => sources.flatMap(say);

describe('the house', () => {
  test('imports name files that are there', () => {
    assert.ok(sources.length > 50, 'the files were found');
    const missing = files.flatMap(({ path, imports }) =>
      imports.filter((target) => isOurs(target) && !existsSync(target)).map((target) => `${path} -> ${target}`),
    );
    assert.deepEqual(missing, []);
  });

  test('imports run one way: engine, platform, capabilities in their order by their doors, app', () => {
    const wrong = complaints(({ path, imports }) =>
      imports.filter((target) => isOurs(target) && !mayImport(path, target)).map((target) => `${path} -> ${target}`),
    );
    assert.deepEqual(wrong, []);
  });

  test('the engine imports nothing but itself', () => {
    const isChecking = (path: string): boolean => /^engine\/(naive|laws|golden)\//.test(path);
    const wrong = complaints(({ path, imports }) =>
      path.startsWith('engine/') && !isChecking(path)
        ? imports
            .filter((target) => !target.startsWith('engine/') || isChecking(target))
            .map((target) => `${path} -> ${target}`)
        : [],
    );
    assert.deepEqual(wrong, []);
  });

  test('the simulator imports nothing of ours, not even the engine', () => {
    const wrong = complaints(({ path, imports }) =>
      path.startsWith('simulator/')
        ? imports
            .filter((target) => !target.startsWith('simulator/') && !target.startsWith('node:'))
            .map((target) => `${path} -> ${target}`)
        : [],
    );
    assert.deepEqual(wrong, []);
    assert.ok(
      sources.some(({ path }) => path === 'simulator/simulator.ts'),
      'it was looked at',
    );
  });

  test('what reads files of banks and what writes them know nothing of each other: each proves the other', () => {
    const writing = ['ach/values/', 'ach/write/'];
    const of = (path: string): string => (writing.some((room) => path.startsWith(room)) ? 'writing' : 'reading');
    const wrong = complaints(({ path, imports }) =>
      imports
        .filter((target) => path.startsWith('ach/') && target.startsWith('ach/') && of(path) !== of(target))
        .map((target) => `${path} -> ${target}`),
    );
    assert.deepEqual(wrong, []);
  });

  test('no two files import each other, directly or not, types included', () => {
    assert.deepEqual(
      circlesOf(sources, ({ path }) => path),
      [],
    );
  });

  test('no two rooms of the platform import each other, directly or not, types included', () => {
    const platform = sources.filter(({ path }) => path.startsWith('src/platform/'));
    assert.deepEqual(
      circlesOf(platform, ({ path }) => path.split('/').slice(0, 3).join('/')),
      [],
    );
  });

  test('rooms of a capability import one way, types included: a file only from its own room and from those before it', async () => {
    const housed = globSync('src/capabilities/*/rooms.ts').map((path) => dirname(path));
    assert.ok(housed.includes('src/capabilities/loans'), 'rooms are found');
    for (const folder of housed) {
      const { rooms } = (await import(pathToFileURL(join(folder, 'rooms.ts')).href)) as { rooms: readonly string[] };
      const strays = sources
        .map(({ path }) => relative(folder, path))
        .filter((path) => !path.startsWith('..') && path.includes('/') && roomOf(rooms, path) === undefined);
      assert.deepEqual(strays, [], `every folder of ${folder} is a room`);
      const wings = wingsOf(rooms);
      assert.deepEqual(wings, [...new Set(wings)], `the rooms of a wing of ${folder} stand together`);
      const wrong = complaints(({ path, imports }) =>
        imports
          .filter((target) => path.startsWith(`${folder}/`) && target.startsWith(`${folder}/`))
          .filter((target) => !mayEnter(roomOf(rooms, relative(folder, path)), roomOf(rooms, relative(folder, target))))
          .map((target) => `${path} -> ${target}`),
      );
      assert.deepEqual(wrong, []);
    }
  });

  test('what is true of any loan names no product: only the room of a product opens its engine', () => {
    const products = globSync('engine/*/product.ts')
      .map((path) => dirname(path))
      .filter((room) => room !== 'engine/account');
    assert.ok(products.length > 0, 'products are found');
    const roomOfProduct = /^src\/capabilities\/(loans\/(core\/products|lines)|products\/settings\/\w+)\//;
    const wrong = complaints(({ path, imports }) =>
      imports
        .filter((target) => path.startsWith('src/') && products.includes(dirname(target)))
        .filter(() => !roomOfProduct.test(path) && !/\/test-[^/]+$/.test(path))
        .map((target) => `${path} -> ${target}`),
    );
    assert.deepEqual(wrong, []);
  });

  for (const { name, rooms, doors } of [
    { name: 'engine', rooms: engineRooms, doors: ['README.md', 'package.json', 'rooms.ts', 'rules.md'] },
    {
      name: 'guard',
      rooms: guardRooms,
      doors: ['README.md', 'contract.ts', 'format.md', 'package.json', 'rooms.ts', 'rule.ts'],
    },
    { name: 'metro2', rooms: metro2Rooms, doors: ['README.md', 'package.json', 'rooms.ts'] },
  ]) {
    test(`rooms of the ${name} import one way, types included: only from themselves and from those before them`, () => {
      const found = globSync(`${name}/*`).map((path) => relative(name, path));
      assert.deepEqual(found.filter((one) => one !== 'node_modules').sort(), [...doors, ...rooms].sort());
      const order = (path: string): number => rooms.indexOf(String(path.split('/')[1]));
      const isIn = (path: string): boolean => path.startsWith(`${name}/`);
      const wrong = complaints(({ path, imports }) =>
        imports
          .filter((target) => isIn(path) && isIn(target) && order(target) > order(path))
          .map((target) => `${path} -> ${target}`),
      );
      assert.deepEqual(wrong, []);
    });
  }

  test('relative imports stay inside: what crosses a border is seen by its name', () => {
    const wrong = complaints(({ path, text }) => {
      const specifiers = [...text.matchAll(/from '(\.[^']+)'/g)].map((match) => resolved(path, match[1] as string));
      return specifiers.filter((target) => unitOf(target) !== unitOf(path)).map((target) => `${path} -> ${target}`);
    });
    assert.deepEqual(wrong, []);
  });

  test('every capability is in the order, and has a door and a README', () => {
    assert.deepEqual(
      globSync('src/capabilities/*')
        .map((path) => relative('src/capabilities', path))
        .sort(),
      folders.toSorted(),
    );
    for (const name of folders) {
      for (const file of ['index.ts', 'README.md'])
        assert.ok(existsSync(`src/capabilities/${name}/${file}`), `${name}/${file}`);
    }
  });

  test('a table is touched by its owner alone', () => {
    const ownerOf = new Map(
      sources
        .filter(({ text }) => text.includes("declare module '#platform/db/tables.ts'"))
        .flatMap(({ path, text }) =>
          Object.keys(tables)
            .filter((table) => text.includes(`    ${table}: `))
            .map((table) => [table, unitOf(path)] as const),
        ),
    );
    assert.deepEqual([...ownerOf.keys()].sort(), Object.keys(tables).sort(), 'each table has one owner');
    const wrong = complaints(({ path, text }) => {
      const touched = [
        ...text.matchAll(/(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin)\('(\w+)/g),
      ];
      return touched
        .map((match) => match[1] as string)
        .filter((table) => ownerOf.has(table) && ownerOf.get(table) !== unitOf(path))
        .map((table) => `${path} touches ${table} of ${ownerOf.get(table)}`);
    });
    assert.deepEqual(wrong, []);
  });

  test('nothing is left behind: no marks of unfinished work, no tests that do not run', () => {
    assert.deepEqual(
      complaints(({ path, text }) => (/\b(TODO|FIXME|HACK|XXX)\b/.test(text.replaceAll(/XX+-?/g, '')) ? [path] : [])),
      [],
    );
    const skipped = files.filter(({ isTest, text }) => isTest && /\b(test|it|describe)\.(only|skip|todo)\(/.test(text));
    assert.deepEqual(
      skipped.map(({ path }) => path),
      [],
    );
  });
});

/** Groups of nodes that import each other, directly or not. A node is a file, or the result of `nodeOf` for it. */
function circlesOf(files: readonly SourceFile[], nodeOf: (file: Pick<SourceFile, 'path'>) => string): string[] {
  const edges = new Map<string, Set<string>>();
  for (const file of files) {
    const from = nodeOf(file);
    const targets = edges.get(from) ?? new Set();
    for (const path of file.imports) if (nodeOf({ path }) !== from) targets.add(nodeOf({ path }));
    edges.set(from, targets);
  }
  // A node is in no circle if no remaining node imports it, or if it imports none.
  for (let before = -1; before !== edges.size; ) {
    before = edges.size;
    const imported = new Set([...edges.values()].flatMap((targets) => [...targets]));
    for (const [node, targets] of edges) {
      const leads = [...targets].some((target) => edges.has(target));
      if (!leads || !imported.has(node)) edges.delete(node);
    }
  }
  return [...edges.keys()];
}
