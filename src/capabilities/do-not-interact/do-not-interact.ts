// How a do-not-interact is found and shown.

import { type CaseRow, caseResource } from '#capabilities/cases/index.ts';
import type { PersonRow } from '#capabilities/people/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { Standing } from './rules/blocks.ts';
import { DoNotInteract } from './schemas.ts';
import { type DoNotInteractRow, doNotInteracts } from './tables.ts';

export const doNotInteractList = defineList({
  table: 'do_not_interacts',
  below: 'person_id',
  sort: ['createdAt', 'updatedAt', 'startDate', 'endDate'],
});

const rowsOf = (reader: Reader) =>
  reader.db.selectFrom('do_not_interacts').select(doNotInteracts.all).where('deleted_at', 'is', null);

const present = presenter<typeof DoNotInteract, DoNotInteractRow>(DoNotInteract);
export const presentDoNotInteract = (row: DoNotInteractRow): DoNotInteract =>
  present(row, {
    daysOfWeek: [...row.days_of_week],
    timesOfDay: row.times_of_day.map(({ fromHour, toHour }) => ({ fromHour, toHour })),
    contactLabels: row.contact_labels as DoNotInteract['contactLabels'],
  });

/** The case that a path names, with its borrower. */
export interface CaseOfPath {
  readonly row: CaseRow;
  readonly parent: PersonRow;
}

export const listOfCase = (reader: Reader, { row }: CaseOfPath, input: PageInput): Promise<Page<DoNotInteract>> =>
  doNotInteractList.page(reader, rowsOf(reader).where('case_id', '=', row.id), input, {
    below: row.person_id,
    each: presentDoNotInteract,
  });

export interface DoNotInteractOfPath {
  readonly ofCase: CaseRow;
  readonly row: DoNotInteractRow;
}

export const doNotInteractOfPath: Subject<DoNotInteractOfPath> = {
  param: 'doNotInteractId',
  notFound: errors.NotFound,
  ...(caseResource.subject.refusesChange && { refusesChange: caseResource.subject.refusesChange }),
  async find(reader, reference, lock, params) {
    const { subject, ...found } = await caseResource.subject.find(reader, params?.caseId as string, lock, params);
    const { person_id: personId, id: caseId } = subject.row;
    const query = rowsOf(reader).where('person_id', '=', personId).where('case_id', '=', caseId);
    const row = await reader.row(query.where('id', '=', reference));
    if (row === undefined) throw notFound('do-not-interact', reference, 'doNotInteractId', 'This case');
    return { ...found, subject: { ofCase: subject.row, row } };
  },
};

/** The do-not-interacts of a case that have not ended, oldest first. */
export const standingOnCase = (reader: Reader, personId: string, caseId: string): Promise<DoNotInteractRow[]> =>
  reader.rows(
    rowsOf(reader)
      .where('person_id', '=', personId)
      .where('case_id', '=', caseId)
      .where('ended_at', 'is', null)
      .orderBy('position'),
  );

/** All of a borrower that have not ended. `blocksFor` decides which of them block a contact. */
export async function standingFor(reader: Reader, personId: string): Promise<Standing[]> {
  const rows = await reader.rows(
    rowsOf(reader).where('person_id', '=', personId).where('ended_at', 'is', null).orderBy('position'),
  );
  return rows.map((row) => ({
    id: row.id,
    caseId: row.case_id,
    channels: row.channels,
    themes: row.themes,
    startDate: row.start_date,
    endDate: row.end_date,
    daysOfWeek: row.days_of_week,
    timesOfDay: row.times_of_day,
    timezone: row.timezone,
    contactLabels: row.contact_labels,
  }));
}
