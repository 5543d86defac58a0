// To whom a file goes that a bank has sent: the originators that the company has named to its banks, also those that were
// replaced since. Entries come back for sixty days and longer.
import type { FileHeader } from '@tenor/ach/read/records.ts';
import { refuse } from '@tenor/ach/text/file-refused.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { AchSettings } from '../../orders/providers/ach/settings.ts';

export interface Originator {
  readonly carrierId: string;
  readonly settings: AchSettings;
}

/** The one that gets new orders is first, then the newest. */
export async function originatorsOf(reader: Reader): Promise<Originator[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('payment_providers')
      .select(['id', 'settings', 'replaced_at'])
      .where('kind', '=', 'ach')
      .where('deleted_at', 'is', null)
      .orderBy('position', 'desc'),
  );
  return rows
    .toSorted((a, b) => Number(a.replaced_at !== null) - Number(b.replaced_at !== null))
    .map(({ id, settings }) => ({ carrierId: id, settings: settings as unknown as AchSettings }));
}

/** All of the bank and the origin that the header names. Throws FileRefused: there is none. */
export function addressed(all: readonly Originator[], { origin, destination }: FileHeader): Originator[] {
  const toUs = all.filter(({ settings }) => settings.origin === destination);
  if (toUs.length === 0) refuse(1, 4, 'the file goes to nobody whom this company has named to a bank');
  const found = toUs.filter(({ settings }) => settings.destination === origin);
  return found.length > 0 ? found : refuse(1, 14, 'the file comes from another bank than that of this company');
}
