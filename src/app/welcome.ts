// What the very first start prints.
import { modes } from '#platform/db/realm.ts';

export type FirstKeys = Partial<Record<'live' | 'test', string>>;

/** `url`: where it listens. Undefined: it does not, and another program may be there. */
export function welcome(url: string | undefined, keys: FirstKeys): string {
  const shown = modes.filter((mode) => keys[mode] !== undefined).map((mode) => `  ${mode} key  ${keys[mode]}`);
  const listed = `Your first keys, shown this once:\n\n${shown.join('\n')}\n`;
  if (url === undefined)
    return `\nThe database and your company are made, but Tenor does not listen. ${listed}\nKeep them: the next start does not show them again.\n`;
  const key = keys.test ?? keys.live;
  return `
Tenor is ready. ${listed}
  API          ${url}/api
  Docs         ${url}/docs
  First calls  ${url}/docs/first-calls

Create a borrower:

  curl ${url}/api/people -H 'X-API-KEY: ${key}' \\
    -H 'content-type: application/json' -d '{"name":{"firstName":"Ada","lastName":"Lovelace"}}'
`;
}
