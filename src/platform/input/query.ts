// A query string, flat: names keep their text, a doubled name has a list of values. Types are the schema's business.

import { errors, refuseFields } from '#platform/errors.ts';
import { readPairs } from './percent.ts';
import { checkValue } from './walk.ts';

export type Query = Record<string, string | string[]>;

const refuse = (message: string, path: string) =>
  refuseFields(errors.InvalidRequest, [
    path === '' ? { path, message: `the query ${message}`, expected: 'name=value&name=value' } : { path, message },
  ]);

/** With or without the question mark. */
export function parseQuery(search: string): Query {
  const source = search.startsWith('?') ? search.slice(1) : search;
  // Node hands over raw bytes above 127 as Latin-1, so that é would arrive as two wrong letters.
  if (/[^\0-\x7f]/.test(source)) throw refuse('must be ASCII, with every other character percent-encoded as UTF-8', '');
  const texts = new Map<string, string[]>();
  for (const { name, text } of readPairs(source, refuse)) {
    const earlier = texts.get(name);
    if (earlier === undefined) texts.set(name, [text]);
    else earlier.push(text);
  }
  const query: Query = Object.fromEntries([...texts].map(([name, [text, ...more]]) => [name, valueOf(text!, more)]));
  checkValue(query);
  return query;
}

const valueOf = (text: string, more: readonly string[]): string | string[] => (more.length === 0 ? text : [text, ...more]);
