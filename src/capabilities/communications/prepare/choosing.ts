// Looks for the texts of many messages: the same one is looked for once.
import { chooseTemplate } from '#capabilities/templates/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';

export type Choose = (asked: Parameters<typeof chooseTemplate>[1]) => ReturnType<typeof chooseTemplate>;

export function choosing({ reader }: { readonly reader: Reader }): Choose {
  const known = new Map<string, ReturnType<typeof chooseTemplate>>();
  return (asked) => {
    const key = JSON.stringify(asked);
    const found = known.get(key) ?? chooseTemplate(reader, asked);
    known.set(key, found);
    return found;
  };
}
