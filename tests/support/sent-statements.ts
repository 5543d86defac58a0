// Whether docs/statements.sql is what the endpoints send. Nearly each of them needs a world of its own, which takes minutes
// in all, so several files share them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { endpoints } from '#app/capabilities.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { recordedEndpoints, sqlDocument, titleOf } from '../../scripts/sql-document.ts';
import { isAsked } from './asked-endpoints.ts';

const parts = 3;

/** By their titles. A statement may have empty lines in it. */
const partsOf = (document: string): ReadonlyMap<string, string> =>
  new Map(
    document
      .trimEnd()
      .split(/\n\n(?=-- [A-Z]+ \/)/)
      .slice(1)
      .map((part) => [part.split('\n')[0] as string, part]),
  );

const places = new Map(endpoints.map((endpoint, place) => [endpoint, place]));

/** `number` counts from one. */
export async function holdsPart(number: number): Promise<void> {
  const written = partsOf(await readFile('docs/statements.sql', 'utf8'));
  assert.deepEqual([...written.keys()], recordedEndpoints.map(titleOf), stale);
  const isMine = (endpoint: Endpoint) => Number(places.get(endpoint)) % parts === number - 1;
  const made = await sqlDocument((endpoint) => isMine(endpoint) && isAsked(endpoint));
  for (const [title, part] of partsOf(made)) assert.equal(written.get(title), part, stale);
}

const stale = 'docs/statements.sql is stale: run "npm run docs" and look at the difference.';
