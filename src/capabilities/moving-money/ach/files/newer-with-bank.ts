// A database that was put back is older than what its bank has. Before a file leaves by rule we look whether a file of this
// originator lies there that is not here: what stands in ours may stand in that one.
import type { Reader } from '#platform/db/realm-database.ts';
import { type FilePlace, type FileSeen, PlaceFailed, TooManyFiles } from '#platform/file-places/file-place.ts';
import type { AchSettings } from '../../orders/providers/ach/settings.ts';

/** So many are opened at the most: each of them is reason enough. */
const openedMax = 20;
/** It holds the first two lines, which have 94 characters each. */
const headBytes = 200;

/** The name of such a file; undefined: none, or the bank does not show what lies there. */
export async function newerWithBank(
  reader: Reader,
  place: FilePlace,
  settings: AchSettings,
): Promise<string | undefined> {
  const named = (await listed(place)).filter(({ name }) => dayIn(name, settings) !== undefined);
  if (named.length === 0) return undefined;
  const [known, last] = await Promise.all([knownOf(reader, named), lastSent(reader)]);
  const strange = named.filter(({ name }) => !known.has(name) && (dayIn(name, settings) as string) >= last);
  for (const file of strange.slice(0, openedMax)) if (await isOurs(place, file, settings)) return file.name;
  return undefined;
}

/** A folder that takes files and shows none says nothing about them. Errors: TooManyFiles. */
async function listed(place: FilePlace): Promise<readonly FileSeen[]> {
  try {
    return await place.list();
  } catch (error) {
    if (error instanceof PlaceFailed && !(error instanceof TooManyFiles)) return [];
    throw error;
  }
}

/** YYYYMMDD; undefined: none of our names. */
function dayIn(name: string, { fileNamePrefix }: AchSettings): string | undefined {
  if (!name.startsWith(fileNamePrefix)) return undefined;
  return /^(\d{8})[A-Z0-9]-[0-9a-f]{8}\.ach$/.exec(name.slice(fileNamePrefix.length))?.[1];
}

async function knownOf({ db, rows }: Reader, files: readonly FileSeen[]): Promise<ReadonlySet<string>> {
  const names = files.map(({ name }) => name);
  const found = await rows(
    db
      .selectFrom('ach_files')
      .select('file_name')
      .where('file_name', '=', (eb) => eb.fn.any(eb.val(names))),
  );
  return new Set(found.map(({ file_name }) => file_name));
}

/** The day of the newest file that has left. What a person has let leave since makes older ones no news. */
async function lastSent({ db, row }: Reader): Promise<string> {
  const newest = await row(
    db
      .selectFrom('ach_files')
      .select((eb) => eb.fn.max('business_date').as('day'))
      .where('direction', '=', 'out')
      .where('uploaded_at', 'is not', null),
  );
  return newest?.day?.replaceAll('-', '') ?? '';
}

/** Several companies may share a folder. What cannot be read may be ours. */
async function isOurs(place: FilePlace, file: FileSeen, { origin, companyId }: AchSettings): Promise<boolean> {
  try {
    const head = await place.read({ ...file, bytes: Math.min(file.bytes, headBytes) });
    const [header = '', batch = ''] = head.toString('latin1').split(/\r?\n/, 2);
    return header.slice(13, 23).trim() === origin.trim() && batch.slice(40, 50).trim() === companyId.trim();
  } catch (error) {
    if (error instanceof PlaceFailed) return true;
    throw error;
  }
}
