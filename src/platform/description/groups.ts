// The groups that a reader finds the endpoints in: the first word of their names.
import type { Endpoint } from '#platform/http/endpoint.ts';

/** Several groups under one heading. */
export interface Chapter {
  readonly title: string;
  /** A sentence for each group, by its name. */
  readonly groups: Readonly<Record<string, string>>;
}

const groupOf = ({ name }: Endpoint): string => name.split('.')[0] as string;

/** `testClock.advance` is listed under "Test clock". */
function titled(group: string): string {
  const words = group.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const tagOf = (endpoint: Endpoint): string => titled(groupOf(endpoint));

/** The endpoints in the order of the chapters; those of a group that no chapter has come last. */
export function inOrder(endpoints: readonly Endpoint[], chapters: readonly Chapter[]): readonly Endpoint[] {
  const order = chapters.flatMap(({ groups }) => Object.keys(groups));
  const place = (endpoint: Endpoint) =>
    order.includes(groupOf(endpoint)) ? order.indexOf(groupOf(endpoint)) : order.length;
  return endpoints.toSorted((a, b) => place(a) - place(b));
}

export const tagsOf = (chapters: readonly Chapter[]): object[] =>
  chapters.flatMap(({ groups }) =>
    Object.entries(groups).map(([group, description]) => ({ name: titled(group), description })),
  );

/** What the API page makes headings of. */
export const tagGroupsOf = (chapters: readonly Chapter[]): object[] =>
  chapters.map(({ title, groups }) => ({ name: title, tags: Object.keys(groups).map(titled) }));
