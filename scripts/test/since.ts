// Which test files a change can touch. What is about every endpoint is asked about the endpoints of the changed folders
// alone, and what is left out is said: the gate runs everything.
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { endpointsIn, isNamedIn } from './endpoints-of.ts';
import { reached } from './import-graph.ts';

interface Chosen {
  readonly files: readonly string[];
  /** The names of those that tests of every endpoint ask; undefined: all. */
  readonly endpoints?: readonly string[];
  /** Each is a sentence. */
  readonly leftOut: readonly string[];
}

/** Committed since, or not committed yet. */
export function changedSince(ref: string): string[] {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...git('diff', '--name-only', '--no-renames', ref, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

/** With these everything may go another way. */
const touchesAll =
  /^(package(-lock)?\.json|tsconfig\.json|scripts\/test|\.ci\/|tests\/support\/(house|server|setup)\.ts)/;
const house = 'tests/support/house.ts';
const capability = /^src\/capabilities\/[\w-]+\//;
const isWhole = (file: string): boolean => file.startsWith('tests/');
const isCrash = (file: string): boolean => file.startsWith('tests/crash/');

/** Processes that are killed prove what these do. */
const provedByCrashes = /^(cli\/|src\/app\/|src\/platform\/(db|work|backup|encryption|loop|signals|uploads|command)\/)/;

/** They ask every endpoint, or those that they are told. */
const ofEveryEndpoint = /^tests\/(contract|isolation|examples|one-place|documents)\.test\.ts$/;

export async function touchedBy(changed: readonly string[], files: readonly string[]): Promise<Chosen> {
  const codeOrData = changed.filter((path) => !/^(CHANGELOG|CONTRIBUTING)\.md$/.test(path));
  if (codeOrData.some((path) => touchesAll.test(path))) return { files, leftOut: [] };
  const rooms = new Set(codeOrData.filter(isCodeOfCapability).map(roomOf));
  const isInRooms = codeOrData.filter(isSource).every(isCodeOfCapability);
  const endpoints = isInRooms ? await endpointsIn([...rooms]) : undefined;
  const isTouched = (file: string): boolean => {
    const seen = reachedBy(file);
    return codeOrData.some((path) => seen.has(path) || isTouchedByData(path, file, seen));
  };
  const isCalled = (file: string): boolean => endpoints === undefined || isNamedIn(endpoints, reachedBy(file));
  const hasSource = codeOrData.some((path) => isSource(path) && !path.endsWith('.test.ts'));
  const chosen = files.filter((file) => {
    if (isTouched(file)) return true;
    if (isCrash(file)) return codeOrData.some((path) => provedByCrashes.test(path));
    return isWhole(file) && hasSource && (ofEveryEndpoint.test(file) || isCalled(file));
  });
  const names = endpoints?.map(({ name }) => name);
  return { files: chosen, ...(names && { endpoints: names }), leftOut: whatIsLeftOut(files, chosen, names) };
}

const isSource = (path: string): boolean => /\.(ts|mjs|sql)$/.test(path) && !/^(tests|scripts|bench|docs)\//.test(path);
const isCodeOfCapability = (path: string): boolean => capability.test(path);

function whatIsLeftOut(files: readonly string[], chosen: readonly string[], endpoints?: readonly string[]): string[] {
  const left = files.filter((file) => !chosen.includes(file));
  const [crashes, whole] = [left.filter(isCrash), left.filter((file) => isWhole(file) && !isCrash(file))];
  const beside = left.length - crashes.length - whole.length;
  const narrowed = chosen.filter((file) => ofEveryEndpoint.test(file));
  return [
    crashes.length > 0 && `${crashes.length} files that kill processes: nothing that they prove has changed`,
    whole.length > 0 && `${whole.length} files about the whole house: they call no endpoint of what has changed`,
    beside > 0 && `${beside} files beside code that reaches nothing of what has changed`,
    endpoints && narrowed.length > 0 && `all endpoints but ${endpoints.join(', ')} in ${narrowed.join(', ')}`,
  ].filter((sentence) => typeof sentence === 'string');
}

/**
 * The house is the whole service. A test is about what it imports, and one that lies beside a capability or in the
 * platform about its own folder too; the capabilities that it reaches through the house alone do not touch it.
 */
function reachedBy(file: string): ReadonlySet<string> {
  return reached(
    [file, ...besideOf(file)],
    (from, to) => !(from.startsWith('src/app/') && capability.test(to)) && !isDoorOf(from, to),
  );
}

/** Inside its capability a test reaches the files of its own room, and what they import. */
function besideOf(file: string): string[] {
  if (!capability.test(file)) return [];
  return globSync(`${roomOf(file)}/**/*.ts`).filter((path) => !path.endsWith('.test.ts'));
}

/** The door of a capability imports all of it: neither its own rooms nor what tests share reach all through it. */
const isDoorOf = (from: string, to: string): boolean =>
  basename(to) === 'index.ts' &&
  capability.exec(to)?.[0] === `${dirname(to)}/` &&
  (isWhole(from) || capability.exec(from)?.[0] === `${dirname(to)}/`);

/** The rooms of the capabilities that have some, by their folders. */
const roomsOf = new Map<string, readonly string[]>(
  await Promise.all(
    globSync('src/capabilities/*/rooms.ts').map(async (path) => {
      const { rooms } = (await import(`../../${path}`)) as { rooms: readonly string[] };
      return [`${dirname(path)}/`, rooms.map((room) => room.replace('/*', ''))] as const;
    }),
  ),
);

/** The widest room that the path lies in, with its ground floor; where there are no rooms, the capability. */
function roomOf(path: string): string {
  const own = capability.exec(path)?.[0] as string;
  const around = (roomsOf.get(own) ?? []).filter((room) => path.startsWith(`${own}${room}/`));
  const [room] = around.toSorted((one, other) => one.length - other.length);
  return room === undefined ? own.slice(0, -1) : own + room;
}

/** What is no code is read by those who name its folder: SQL belongs to the code beside it, a document to its tests. */
function isTouchedByData(path: string, file: string, seen: ReadonlySet<string>): boolean {
  if (/\.(ts|mjs)$/.test(path)) return false;
  if (path.endsWith('.sql') && path.startsWith('src/')) {
    const part = capability.exec(path)?.[0] ?? 'src/platform/';
    return seen.has(house) && [...seen].some((one) => one.startsWith(part));
  }
  if (path.startsWith('engine/')) return file.startsWith('engine/') || file.includes('calc');
  if (path === 'docs/statements.sql') return file.startsWith('tests/sent-statements');
  return path.endsWith('.md') || path.startsWith('docs/') ? file === 'tests/documents.test.ts' : seen.has(path);
}
