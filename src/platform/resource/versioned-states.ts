// The life of a version of a type. What is active is never changed: a change of it is a new version, which takes its
// place, or a draft that somebody publishes later. What runs by a version keeps it.
import { refuseField } from '#platform/errors.ts';
import { type Refused, same, start, stateTable } from '#platform/states.ts';

export const versionStatuses = ['draft', 'active', 'deprecated'] as const;
export type VersionStatus = (typeof versionStatuses)[number];

export const versionStates = stateTable({
  name: 'Version of a type',
  states: versionStatuses,
  verbs: { draft: 'be drafted', change: 'be changed', publish: 'be active', deprecate: 'be deprecated' },
  rows: [
    [start, 'draft', 'draft'],
    [start, 'publish', 'active'],
    ['draft', 'change', same],
    // The new version is active in its place.
    ['active', 'change', 'deprecated'],
    // The draft is another version beside it.
    ['active', 'draft', same],
    ['draft', 'publish', 'active'],
    [['draft', 'active'], 'deprecate', 'deprecated'],
  ],
  refuse: ({ state, said }: Refused<string, string>) =>
    state === start
      ? refuseField('status', `cannot ${said} when it is made`, 'draft or active')
      : refuseField('status', `cannot ${said}: it is ${state}`, 'a version that is a draft or active'),
});

/** What is asked for when this status is sent to a version that has another one. */
export const verbOfStatus = { draft: 'draft', active: 'publish', deprecated: 'deprecate' } as const;
