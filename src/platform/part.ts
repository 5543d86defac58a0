// A large capability is joined from its parts: what each of its folders brings, told in that folder.
import type { Capability, Whole } from './capability.ts';
import type { ErrorKind } from './errors.ts';
import type { Endpoint } from './http/endpoint.ts';
import type { OperationKind } from './work/operations/operation-kind.ts';

/** What has an order keeps that of the parts. */
const lists = [
  'sealed',
  'events',
  'states',
  'resources',
  'permissions',
  'versions',
  'setUps',
  'erasing',
  'expiring',
  'dailySteps',
  'claimed',
] as const satisfies readonly (keyof Capability)[];

type Listed = Pick<Capability, (typeof lists)[number]>;

export interface Part extends Listed, Pick<Capability, 'tables' | 'errors' | 'searches' | 'jobs' | 'chores'> {
  readonly routes?: readonly Endpoint[] | ((whole: Whole) => readonly Endpoint[]);
  readonly operations?: readonly OperationKind[];
}

type Joined = Listed & Pick<Capability, 'tables' | 'errors' | 'searches' | 'routes' | 'operations' | 'jobs' | 'chores'>;

export function joined(parts: readonly Part[]): Joined {
  const listed = lists.map((name) => [name, parts.flatMap((part) => (part[name] as readonly unknown[]) ?? [])]);
  return {
    ...Object.fromEntries(listed),
    tables: Object.assign({}, ...parts.map(({ tables }) => tables)),
    searches: Object.assign({}, ...parts.map(({ searches }) => searches)),
    errors: chaptersOf(parts),
    routes: (whole) => parts.flatMap(({ routes = [] }) => (typeof routes === 'function' ? routes(whole) : routes)),
    operations: () => parts.flatMap(({ operations = [] }) => operations),
    jobs: (tools) => parts.flatMap(({ jobs }) => jobs?.(tools) ?? []),
    chores: (tools) => parts.flatMap(({ chores }) => chores?.(tools) ?? []),
  };
}

/** Several parts may have errors in one chapter. */
function chaptersOf(parts: readonly Part[]): NonNullable<Capability['errors']> {
  const chapters: Record<string, Record<string, ErrorKind>> = {};
  for (const { errors = {} } of parts) {
    for (const [chapter, kinds] of Object.entries(errors)) chapters[chapter] = { ...chapters[chapter], ...kinds };
  }
  return chapters;
}
