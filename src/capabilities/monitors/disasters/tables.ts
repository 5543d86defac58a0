import { defineTable, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { reference } from '#platform/db/tables.ts';

export const femaDisasters = defineTable('fema_disasters', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  disaster_number: 'int',
  declaration_string: 'text',
  state: 'text',
  declaration_type: 'text',
  declaration_date: 'date',
  incident_type: 'text',
  title: 'text',
  incident_begin_date: 'date?',
  incident_end_date: 'date?',
  last_ia_filing_date: 'date?',
  is_relevant: 'bool',
  relief_window_end_date: 'date',
  supercase_id: 'text?',
  makers: 'texts',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const femaDisasterAreas = defineTable('fema_disaster_areas', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  fema_disaster_id: 'text',
  place_code: 'text',
  county_fips: 'text?',
  designated_area: 'text',
  ih_program_declared: 'bool',
  ia_program_declared: 'bool',
  pa_program_declared: 'bool',
  hm_program_declared: 'bool',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const zipCounties = defineTable('zip_counties', reference, {
  company_id: 'company',
  postal_code: 'text',
  county_fips: 'texts',
  makers: 'texts',
  updated_at: 'instant',
});

export type DisasterRow = RowOf<typeof femaDisasters>;
export type AreaRow = RowOf<typeof femaDisasterAreas>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    fema_disasters: Stored<typeof femaDisasters>;
    fema_disaster_areas: Stored<typeof femaDisasterAreas>;
    zip_counties: Stored<typeof zipCounties>;
  }
}
