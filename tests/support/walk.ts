// Walks a list by its links, from end to end.
import assert from 'node:assert/strict';
import type { Answer, Client } from './house.ts';
import { ids } from './refusals.ts';

/** From the first page to the last; returns the ids of each page. */
export async function walkForwards(client: Client, path: string, onPage: (page: Answer) => unknown = () => {}) {
  const pages: string[][] = [];
  for (let next: string | null = path; next !== null; ) {
    const answer = await client.get(next);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.count, answer.body.data.length);
    if (pages.length === 0) assert.equal(answer.body.previousUrl, null);
    pages.push(ids(answer));
    next = answer.body.nextUrl;
    await onPage(answer);
  }
  return pages;
}

/** From the page before `last` back to the first. */
export async function walkBackwards(client: Client, path: string, last: string) {
  const pages: string[][] = [];
  const start = `${path}${path.includes('?') ? '&' : '?'}endingBefore=${last}`;
  for (let previous: string | null = start; previous !== null; ) {
    const answer = await client.get(previous);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.nextUrl === null, answer.body.count === 0, 'where one came from there is a page');
    pages.unshift(ids(answer));
    previous = answer.body.previousUrl;
  }
  return pages;
}
