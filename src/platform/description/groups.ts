// The tags under which a reader finds the endpoints. A tag holds several groups; a group is the first word of the
// endpoints' names.
import type { Endpoint } from '#platform/http/endpoint.ts';

interface Tag {
  readonly name: string;
  readonly says: string;
  /** A sentence for each group, by its name. */
  readonly groups: Readonly<Record<string, string>>;
}

/** Several tags under one heading. */
export interface Chapter {
  readonly title: string;
  readonly tags: readonly Tag[];
}

const groupOf = ({ name }: Endpoint): string => name.split('.')[0] as string;

/** `testClock` is written "Test clock". */
function titled(group: string): string {
  const words = group.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The tag of each endpoint; one whose group no chapter has stands under its own. */
export function tagsByGroup(chapters: readonly Chapter[]): (endpoint: Endpoint) => string {
  const names = new Map(
    chapters
      .flatMap(({ tags }) => tags)
      .flatMap(({ name, groups }) => Object.keys(groups).map((group) => [group, name] as const)),
  );
  return (endpoint) => names.get(groupOf(endpoint)) ?? titled(groupOf(endpoint));
}

/** The endpoints in the order of the chapters; those of a group that no chapter has come last. */
export function inOrder(endpoints: readonly Endpoint[], chapters: readonly Chapter[]): readonly Endpoint[] {
  const order = chapters.flatMap(({ tags }) => tags).flatMap(({ groups }) => Object.keys(groups));
  const place = (endpoint: Endpoint) =>
    order.includes(groupOf(endpoint)) ? order.indexOf(groupOf(endpoint)) : order.length;
  return endpoints.toSorted((a, b) => place(a) - place(b));
}

export const tagsOf = (chapters: readonly Chapter[]): object[] =>
  chapters
    .flatMap(({ tags }) => tags)
    .map(({ name, says, groups }) => ({ name, description: described(says, groups) }));

/** Several groups are told apart by a line for each. */
function described(says: string, groups: Tag['groups']): string {
  const lines = Object.entries(groups).map(([group, sentence]) => `- **${titled(group)}**: ${sentence}`);
  return [says, lines.join('\n')].join('\n\n');
}

/** What the API page makes headings of. */
export const tagGroupsOf = (chapters: readonly Chapter[]): object[] =>
  chapters.map(({ title, tags }) => ({ name: title, tags: tags.map(({ name }) => name) }));
