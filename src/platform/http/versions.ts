// The interface is versioned by date. Inside the service there is only the newest form. Small, named, dated steps at
// the edge remove what older versions did not show, and pass over what older versions could not change. Otherwise
// requests need no steps: a later field is accepted from every version.
import { errors, Refusal } from '#platform/errors.ts';

/** Every version in section 9 of the specification, oldest first. */
export const versions = ['2018-01-01', '2023-11-29', '2025-03-26', '2026-08-04'] as const;
export type Version = (typeof versions)[number];

/** The version of a key that names none. */
export const standardVersion: Version = '2023-11-29';

/** The version that samples send: the newest that clients of the reference service know. */
export const versionOfSamples: Version = '2025-03-26';

/** A step from the version before `since` back in time: the earlier form of a resource. */
export interface VersionStep {
  readonly since: Version;
  /** The schema's title, so that the resource is changed in every answer that contains it. */
  readonly resource: string;
  readonly change: string;
  /** The field that it takes away, if it does no more. */
  readonly field?: string;
  before?(resource: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /**
   * Fields that a body could not set before. They are passed over there, because clients send whole objects back. It
   * concerns the bodies of endpoints that answer with the resource, not the lines of imports.
   */
  readonly readOnly?: readonly string[];
}

/** The step of a field that older versions did not show. */
export const fieldAdded = (since: Version, resource: string, field: string): VersionStep => ({
  since,
  resource,
  field,
  change: `\`${field}\` was added.`,
  before({ [field]: _, ...earlier }) {
    return earlier;
  },
});

/** The fields that are not shown to whoever names no version. */
export const fieldsAddedIn = (steps: readonly VersionStep[]) =>
  steps.flatMap(({ resource, field, since }) =>
    field === undefined || since <= standardVersion ? [] : [{ resource, field, since }],
  );

export function versionOf(header: string | undefined, pinned: string | null): Version {
  const asked = header ?? pinned ?? standardVersion;
  const known = versions.find((version) => version === asked);
  if (known !== undefined) return known;
  throw new Refusal(errors.UnknownVersion, `There is no version ${asked.slice(0, 20)} of this interface.`, {
    data: { path: 'API-Version', expected: `one of ${versions.join(', ')}`, known: versions },
  });
}

/** The steps that take a resource from the newest form to a version's, newest step first. */
export function stepsBack(
  steps: readonly VersionStep[],
  resource: string | undefined,
  version: Version,
): VersionStep[] {
  return steps
    .filter((step) => step.resource === resource && step.since > version)
    .sort((a, b) => (a.since < b.since ? 1 : -1));
}

export const inVersion = (steps: readonly VersionStep[], resource: unknown): unknown =>
  steps.reduce((shown, { before }) => before?.(shown as Record<string, unknown>) ?? shown, resource);

/** The fields of a body that change nothing, because they were read-only in the version of these steps. */
export const readOnlyIn = (steps: readonly VersionStep[]): ReadonlySet<string> =>
  new Set(steps.flatMap(({ readOnly = [] }) => readOnly));
