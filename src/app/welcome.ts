// What the very first start prints.
import { modes } from '#platform/db/realm.ts';

export type FirstKeys = Partial<Record<'live' | 'test', string>>;

export function welcome(url: string, keys: FirstKeys): string {
  const shown = modes.filter((mode) => keys[mode] !== undefined).map((mode) => `  ${mode} key  ${keys[mode]}`);
  const key = keys.test ?? keys.live;
  return `
Tenor is ready. Your first keys, shown this once:

${shown.join('\n')}

  API          ${url}/api
  Docs         ${url}/docs
  First calls  ${url}/docs/first-calls

Create a borrower:

  curl ${url}/api/people -H 'X-API-KEY: ${key}' \\
    -H 'content-type: application/json' -d '{"name":{"firstName":"Ada","lastName":"Lovelace"}}'
`;
}
