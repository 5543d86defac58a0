// The id of a row is written from its number, so that it takes neither a column nor an index. The numbers of a company are
// moved by a distance of its own, so that rows of two companies, or of its two modes, do not have the same ids.
import { hash } from 'node:crypto';
import type { Realm } from '#platform/db/realm.ts';
import { idOfNumber, idsOfPrefix, isOurId, numberOfId } from '#platform/ids.ts';

export function rowIds({ mode, companyId }: Realm) {
  const distance = hash('sha256', `audit ids ${mode} ${companyId}`, 'buffer').readUIntBE(0, 6) % idsOfPrefix;
  return {
    idOf: (number: number): string => idOfNumber('AU', (number + distance) % idsOfPrefix),
    valueOfId: (id: string): number | undefined =>
      isOurId(id) && id.startsWith('AU-') ? (numberOfId(id) - distance + idsOfPrefix) % idsOfPrefix : undefined,
  };
}
