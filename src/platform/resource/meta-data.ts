// Metadata in the database: the JSON text as it was sent, so that numbers are returned unchanged to the last digit.
import { keptMetaData, type MetaData } from '#platform/input/metadata.ts';
import { mayLoseDigits, parseWithSources } from '#platform/input/number.ts';

export const storedMetaData = (value: MetaData | null): string | null =>
  value === null ? null : JSON.stringify(value);

export function shownMetaData(text: string | null): MetaData | null {
  if (text === null) return null;
  return mayLoseDigits(text) ? keptMetaData(parseWithSources(text) as MetaData) : (JSON.parse(text) as MetaData);
}
