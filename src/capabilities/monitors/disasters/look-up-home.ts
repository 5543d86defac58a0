// In which declared disasters a borrower lives today.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Identifying } from '#capabilities/people/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Answer } from '../formats/format.ts';
import { surest } from './match.ts';
import type { DisasterRow } from './tables.ts';

/** A disaster in which a borrower lives. */
interface Struck extends Answer {
  /** The supercase of each finding, by its key. */
  readonly supercases: ReadonlyMap<string, string | null>;
  /** The last day of relief of all of them. */
  readonly until: CivilDate | null;
}

const nowhere: Struck = { findings: [], isWhole: true, supercases: new Map(), until: null };

export async function disastersAt(reader: Reader, { home }: Identifying, today: CivilDate): Promise<Struck> {
  if (home?.state == null || home.country !== 'US') return nowhere;
  const areas = await areasOfState(reader, home.state, today);
  if (areas.length === 0) return nowhere;
  const zipCounties = home.postalCode === null ? undefined : await countiesOf(reader, home.postalCode.slice(0, 5));
  const struck = [...Map.groupBy(areas, ({ id }) => id).values()].flatMap((own) => {
    const found = surest(own, { address: home, zipCounties });
    return found === undefined ? [] : [found];
  });
  return {
    isWhole: true,
    findings: struck.map(({ area, quality }) => ({
      key: String(area.disaster_number),
      quality,
      standing: 'stands',
      asOf: today,
      fields: fieldsOf(area),
      record: `${area.declaration_string} ${area.designatedArea}`,
    })),
    supercases: new Map(struck.map(({ area }) => [String(area.disaster_number), area.supercase_id])),
    until:
      struck
        .map(({ area }) => area.relief_window_end_date)
        .toSorted()
        .at(-1) ?? null,
  };
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

async function countiesOf(reader: Reader, postalCode: string): Promise<readonly string[] | undefined> {
  const row = await reader.row(
    reader.db.selectFrom('zip_counties').select('county_fips').where('postal_code', '=', postalCode),
  );
  return row?.county_fips;
}
