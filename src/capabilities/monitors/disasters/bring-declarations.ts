// Takes a page of declarations: disasters and areas that are new are kept, and those that are known change to what is
// sent. Then the borrowers of their states are looked up.
import { sql } from 'kysely';
import { companyToHold } from '#capabilities/access/index.ts';
import {
  type DisasterDetails,
  describeSupercase,
  openSupercase,
  supercaseEvents,
} from '#capabilities/supercases/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { columnsWithout } from '#platform/db/define-table.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, problemIf } from '#platform/errors.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { Operation } from '#platform/http/operation-routes.ts';
import { newId } from '#platform/ids.ts';
import { withMaker } from '#platform/with-maker.ts';
import type { OperationView } from '#platform/work/operations/operations.ts';
import { countyOf, type Declaration, Declarations, isRelevant, reliefWindowEnd } from './declared.ts';
import { femaDisaster } from './disaster.ts';
import { type AreaRow, type DisasterRow, femaDisasterAreas, femaDisasters } from './tables.ts';
import { startWaking } from './wake.ts';

const example: Declaration = {
  femaDeclarationString: 'DR-4801-TX',
  disasterNumber: 4801,
  state: 'TX',
  declarationType: 'DR',
  declarationDate: '2026-05-20' as Declaration['declarationDate'],
  incidentType: 'Flood',
  declarationTitle: 'SEVERE STORMS AND FLOODING',
  ihProgramDeclared: true,
  iaProgramDeclared: false,
  paProgramDeclared: true,
  hmProgramDeclared: true,
  fipsStateCode: '48',
  fipsCountyCode: '201',
  placeCode: '99201',
  designatedArea: 'Harris (County)',
};

export const bringRoute = endpoint({
  name: 'femaDeclarations.bring',
  path: '/fema-disasters/declarations',
  summary: 'Bring declarations of FEMA',
  description:
    'A page of the data set DisasterDeclarationsSummaries (version 2) of OpenFEMA, as it is. Areas that are new are added; what is known changes to what is sent. A disaster for which relief is offered gets a supercase. Whoever has changed what is known of a disaster has prepared what its cases say, as whoever brings a file of a register has. The operation looks up the borrowers of its state, where the monitor federalEmergency is on: its progress counts them.',
  permission: 'fema.disaster:bring',
  shape: 'operation',
  status: 202,
  body: Declarations,
  answer: Operation,
  emits: femaDisaster.events.slice(0, 2),
  mayEmit: supercaseEvents,
  example: { body: { DisasterDeclarationsSummaries: [example] } },
  command: (ctx, tx, { body }) => bringDeclarations(ctx, tx, body.DisasterDeclarationsSummaries),
});

/** Errors: InvalidRequest. */
async function bringDeclarations(ctx: CommandContext, tx: Tx, rows: readonly Declaration[]): Promise<OperationView> {
  mustAgree(rows);
  await tx.rows(companyToHold(tx));
  const known = await knownOf(tx, rows);
  for (const [number, own] of Map.groupBy(rows, ({ disasterNumber }) => disasterNumber)) {
    await keepDisaster(ctx, tx, known.get(number), own);
  }
  return startWaking(ctx, tx, [...new Set(rows.map(({ state }) => state))].sort());
}

/** All rows of a disaster name one declaration. Errors: InvalidRequest. */
function mustAgree(rows: readonly Declaration[]): void {
  const named = new Map<number, string>();
  mustHaveNone(
    rows.flatMap(({ disasterNumber, femaDeclarationString: said }, i) => {
      const first = named.get(disasterNumber) ?? said;
      named.set(disasterNumber, first);
      const path = `DisasterDeclarationsSummaries[${i}].femaDeclarationString`;
      return problemIf(said !== first, path, `is another one than ${first}`, first);
    }),
  );
}

interface Known {
  readonly row: DisasterRow;
  readonly areas: readonly AreaRow[];
}

async function knownOf(reader: Reader, rows: readonly Declaration[]): Promise<ReadonlyMap<number, Known>> {
  const numbers = [...new Set(rows.map(({ disasterNumber }) => disasterNumber))];
  const found = await reader.rows(
    reader.db
      .selectFrom('fema_disasters')
      .select(femaDisasters.all)
      .where('disaster_number', '=', sql<number>`any(${numbers}::integer[])`),
  );
  const areas = await reader.rows(
    reader.db
      .selectFrom('fema_disaster_areas')
      .select(femaDisasterAreas.all)
      .where('fema_disaster_id', '=', sql<string>`any(${found.map(({ id }) => id)}::text[])`),
  );
  const byDisaster = Map.groupBy(areas, ({ fema_disaster_id }) => fema_disaster_id);
  return new Map(found.map((row) => [row.disaster_number, { row, areas: byDisaster.get(row.id) ?? [] }]));
}

async function keepDisaster(
  ctx: CommandContext,
  tx: Tx,
  known: Known | undefined,
  rows: readonly Declaration[],
): Promise<void> {
  const before = known?.row;
  const said = saidOf(rows, before?.is_relevant === true);
  const id = before?.id ?? newId('FE');
  const { added, changed, all } = areasAfter(ctx, { id, company_id: ctx.realm.companyId }, known?.areas ?? [], rows);
  const declared = { details: detailsOf(said, all), monitoringEndDate: said.relief_window_end_date };
  const opens = before?.supercase_id == null && said.is_relevant;
  const stamps = { created_at: before?.created_at ?? ctx.now, updated_at: before === undefined ? null : ctx.now };
  const row: DisasterRow = {
    id,
    company_id: ctx.realm.companyId,
    position: before?.position ?? ctx.position(),
    ...said,
    supercase_id: opens ? supercaseOf(ctx, tx, said, declared) : (before?.supercase_id ?? null),
    makers: withMaker(before?.makers, ctx.caller.actor),
    ...stamps,
  };
  const isChanged = before === undefined || columns.some((column) => before[column] !== row[column]);
  if (!isChanged && added.length === 0 && changed.length === 0) return;
  if (!opens && row.supercase_id !== null) await describeSupercase(ctx, tx, row.supercase_id, declared);
  const { company_id: _, ...written } = row;
  if (before === undefined) tx.write(tx.db.insertInto('fema_disasters').values(written), redraw('fema_disasters_pkey'));
  else tx.write(tx.db.updateTable('fema_disasters').set(written).where('id', '=', row.id));
  writeAreas(tx, added, changed);
  femaDisaster.tell(ctx, before === undefined ? 'created' : 'updated', row);
}

function writeAreas(tx: Tx, added: readonly AreaRow[], changed: readonly AreaRow[]): void {
  if (added.length > 0) {
    const inserted = added.map(({ company_id: _, ...area }) => area);
    tx.write(tx.db.insertInto('fema_disaster_areas').values(inserted), redraw('fema_disaster_areas_pkey'));
  }
  for (const { company_id: _, id, ...set } of changed) {
    tx.write(tx.db.updateTable('fema_disaster_areas').set(set).where('id', '=', id));
  }
}

type Said = Omit<
  DisasterRow,
  'id' | 'company_id' | 'position' | 'supercase_id' | 'makers' | 'created_at' | 'updated_at'
>;

function saidOf(rows: readonly Declaration[], wasRelevant: boolean): Said {
  const [first] = rows as readonly [Declaration, ...Declaration[]];
  return {
    disaster_number: first.disasterNumber,
    declaration_string: first.femaDeclarationString,
    state: first.state,
    declaration_type: first.declarationType,
    declaration_date: first.declarationDate,
    incident_type: first.incidentType,
    title: first.declarationTitle,
    incident_begin_date: first.incidentBeginDate ?? null,
    incident_end_date: first.incidentEndDate ?? null,
    last_ia_filing_date: first.lastIAFilingDate ?? null,
    is_relevant: wasRelevant || isRelevant(rows),
    relief_window_end_date: reliefWindowEnd(first),
  };
}

const columns = columnsWithout(femaDisasters, 'id', 'company_id', 'position', 'makers', 'created_at', 'updated_at');

type Declared = Parameters<typeof openSupercase>[3];

const supercaseOf = (ctx: CommandContext, tx: Tx, said: Said, declared: Declared): string =>
  openSupercase(
    ctx,
    tx,
    {
      supercaseType: 'federalEmergency',
      name: `${said.declaration_string} ${said.title}`.slice(0, 100),
      autoCreated: true,
      femaDisasterNumber: said.disaster_number,
    },
    declared,
  ).id;

const programs = {
  individualsAndHouseholds: 'ih_program_declared',
  individualAssistance: 'ia_program_declared',
  publicAssistance: 'pa_program_declared',
  hazardMitigation: 'hm_program_declared',
} as const;

const detailsOf = (said: Said, areas: readonly AreaRow[]): DisasterDetails => ({
  description: said.title,
  incidentType: said.incident_type,
  declarationDate: said.declaration_date,
  programs: (Object.keys(programs) as (keyof typeof programs)[]).filter((one) =>
    areas.some((area) => area[programs[one]]),
  ),
  areas: areas.map(({ designated_area: name }) => name).toSorted(),
});

interface Areas {
  readonly added: readonly AreaRow[];
  readonly changed: readonly AreaRow[];
  readonly all: readonly AreaRow[];
}

const areaColumns = columnsWithout(femaDisasterAreas, 'id', 'company_id', 'position', 'created_at', 'updated_at');

/** A page may name an area twice: the last one counts. */
function areasAfter(
  ctx: CommandContext,
  { id, company_id }: Pick<DisasterRow, 'id' | 'company_id'>,
  known: readonly AreaRow[],
  rows: readonly Declaration[],
): Areas {
  const byPlace = new Map(known.map((area) => [area.place_code, area]));
  const said = [...new Map(rows.map((row) => [row.placeCode, row])).values()].map((row): AreaRow => {
    const before = byPlace.get(row.placeCode);
    return {
      id: before?.id ?? newId('FD'),
      company_id,
      position: before?.position ?? ctx.position(),
      fema_disaster_id: id,
      place_code: row.placeCode,
      county_fips: countyOf(row),
      designated_area: row.designatedArea,
      ih_program_declared: row.ihProgramDeclared,
      ia_program_declared: row.iaProgramDeclared,
      pa_program_declared: row.paProgramDeclared,
      hm_program_declared: row.hmProgramDeclared,
      created_at: before?.created_at ?? ctx.now,
      updated_at: before === undefined ? null : ctx.now,
    };
  });
  const places = new Set(said.map(({ place_code }) => place_code));
  return {
    added: said.filter(({ place_code }) => !byPlace.has(place_code)),
    changed: said.filter((area) => {
      const before = byPlace.get(area.place_code);
      return before !== undefined && areaColumns.some((column) => before[column] !== area[column]);
    }),
    all: [...known.filter(({ place_code }) => !places.has(place_code)), ...said],
  };
}
