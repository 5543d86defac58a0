// Parses a query string without nesting: values stay text, and a repeated name has a list of values. The schema decides
// the types.

import { errors, type Refusal, refuseFields } from '#platform/errors.ts';
import { readPairs } from './percent.ts';
import { checkValue } from './walk.ts';

type Query = Record<string, string | string[]>;

function refuse(message: string, path: string): Refusal {
  const problem = { path, message: path === '' ? `the query ${message}` : message, expected: 'name=value&name=value' };
  return refuseFields(errors.InvalidRequest, [problem]);
}

/** With or without the question mark. */
export function parseQuery(search: string): Query {
  const source = search.startsWith('?') ? search.slice(1) : search;
  // Node reads raw bytes above 127 as Latin-1, so é would arrive as two wrong letters.
  if (/[^\0-\x7f]/.test(source)) throw refuse('must be ASCII, with every other character percent-encoded as UTF-8', '');
  const texts = new Map<string, string[]>();
  for (const { name, text } of readPairs(source, refuse)) {
    const earlier = texts.get(name);
    if (earlier === undefined) texts.set(name, [text]);
    else earlier.push(text);
  }
  const query: Query = Object.fromEntries([...texts].map(([name, [text, ...more]]) => [name, oneOrAll(text!, more)]));
  checkValue(query);
  return query;
}

const oneOrAll = (text: string, more: readonly string[]): string | string[] =>
  more.length === 0 ? text : [text, ...more];
