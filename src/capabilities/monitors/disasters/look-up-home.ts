// Which declared disasters have struck a borrower: those of where they live today, and those in which they were found before.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import type { Identifying } from '#capabilities/people/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Origin } from '../apply-finding.ts';
import type { Answer } from '../formats/format.ts';
import type { OpenHit } from '../hit.ts';
import type { Finding } from '../rules/finding.ts';
import { surest } from './match.ts';
import type { DisasterRow } from './tables.ts';

interface Struck extends Answer {
  /** Where findings come from, by their keys. */
  readonly origins: ReadonlyMap<string, Origin>;
  /** The last day of relief of all of them. */
  readonly until: CivilDate | null;
}

/** A disaster that has struck a borrower. */
interface Disaster extends Origin {
  readonly finding: Finding;
  readonly until: CivilDate;
}

interface Asked {
  readonly today: CivilDate;
  /** What was found before. */
  readonly known: readonly OpenHit[];
}

/** Whoever was surely struck is so until the relief is over: many move because of it. */
export async function disastersAt(reader: Reader, { home }: Identifying, { today, known }: Asked): Promise<Struck> {
  const here = await disastersOfHome(reader, home, today);
  const before = await disastersBefore(reader, surelyKnown(known, here), today);
  const keys = new Set(before.map(({ finding }) => finding.key));
  const struck = [...here.filter(({ finding }) => !keys.has(finding.key)), ...before];
  const days = struck.map(({ until }) => until).toSorted();
  return {
    isWhole: true,
    findings: struck.map(({ finding }) => finding),
    origins: new Map(struck.map(({ finding, supercaseId, preparedBy }) => [finding.key, { supercaseId, preparedBy }])),
    until: days.at(-1) ?? null,
  };
}

async function disastersOfHome(reader: Reader, home: Identifying['home'], today: CivilDate): Promise<Disaster[]> {
  if (home?.state == null || home.country !== 'US') return [];
  const areas = await areasOfState(reader, home.state, today);
  if (areas.length === 0) return [];
  const zip = home.postalCode === null ? undefined : await zipOf(reader, home.postalCode.slice(0, 5));
  return [...Map.groupBy(areas, ({ id }) => id).values()].flatMap((own): Disaster[] => {
    const found = surest(own, { address: home, zipCounties: zip?.county_fips });
    if (found === undefined) return [];
    const { area, quality } = found;
    const finding: Finding = {
      key: String(area.disaster_number),
      quality,
      standing: 'stands',
      asOf: today,
      fields: fieldsOf(area),
      record: `${area.declaration_string} ${area.designatedArea}`,
    };
    const isByZip = home.countyOrRegion === null && area.countyFips !== null;
    const preparedBy = [...area.makers, ...(isByZip ? (zip?.makers ?? []) : [])];
    return [{ finding, supercaseId: area.supercase_id, preparedBy, until: area.relief_window_end_date }];
  });
}

/** What is only possible may have been about another county all along. */
const surelyKnown = (known: readonly OpenHit[], here: readonly Disaster[]): OpenHit[] =>
  known
    .filter(({ row }) => row.standing === 'stands' && row.match_quality !== 'possible')
    .filter(({ details }) => !here.some(({ finding: { key, quality } }) => key === details.key && quality === 'exact'));

/** The relief of a disaster may have been prolonged since. */
async function disastersBefore(reader: Reader, known: readonly OpenHit[], today: CivilDate): Promise<Disaster[]> {
  if (known.length === 0) return [];
  const numbers = known.map(({ details }) => Number(details.key));
  const rows = await reader.rows(
    reader.db
      .selectFrom('fema_disasters')
      .select(['disaster_number', 'relief_window_end_date', 'supercase_id', 'makers'])
      .where('disaster_number', '=', sql<number>`any(${numbers}::integer[])`)
      .where('relief_window_end_date', '>=', today)
      .orderBy('disaster_number'),
  );
  return rows.flatMap(({ disaster_number, relief_window_end_date: until, supercase_id: supercaseId, makers }) => {
    const hit = known.find(({ details }) => details.key === String(disaster_number));
    if (hit === undefined) return [];
    const { key, fields, record } = hit.details;
    const stands = { quality: hit.row.match_quality, standing: 'stands', asOf: today } as const;
    const finding = { key, record, ...stands, fields: { ...fields, reliefWindowEndDate: until } };
    return [{ finding, supercaseId, preparedBy: makers, until }];
  });
}

type AreaOfDisaster = Awaited<ReturnType<typeof areasOfState>>[number];

const fieldsOf = (area: AreaOfDisaster) => ({
  disasterNumber: area.disaster_number,
  declarationString: area.declaration_string,
  incidentType: area.incident_type,
  disasterState: area.state,
  disasterCounty: area.designatedArea,
  declarationDate: area.declaration_date,
  ...(area.incident_begin_date !== null && { incidentBeginDate: area.incident_begin_date }),
  reliefWindowEndDate: area.relief_window_end_date,
});

const columns = [
  'fema_disasters.id',
  'disaster_number',
  'declaration_string',
  'state',
  'incident_type',
  'declaration_date',
  'incident_begin_date',
  'relief_window_end_date',
  'supercase_id',
  'makers',
] as const satisfies readonly (keyof DisasterRow | 'fema_disasters.id')[];

const areasOfState = (reader: Reader, state: string, today: CivilDate) =>
  reader.rows(
    reader.db
      .selectFrom('fema_disasters')
      .innerJoin('fema_disaster_areas', 'fema_disaster_areas.fema_disaster_id', 'fema_disasters.id')
      .select(columns)
      .select(['county_fips as countyFips', 'designated_area as designatedArea'])
      .where('state', '=', state)
      .where('is_relevant', '=', true)
      .where('relief_window_end_date', '>=', today)
      .orderBy('disaster_number')
      .orderBy('place_code'),
  );

const zipOf = (reader: Reader, postalCode: string) =>
  reader.row(
    reader.db.selectFrom('zip_counties').select(['county_fips', 'makers']).where('postal_code', '=', postalCode),
  );
