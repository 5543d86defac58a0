// The cases of the whole company.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { sql } from 'kysely';
import Type from 'typebox';
import { baseCaseTypes, caseStatuses } from '#capabilities/case-types/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { EventResource } from '#platform/event-views/payload.ts';
import { type Endpoint, endpoint, type ReadContext } from '#platform/http/endpoint.ts';
import type { PageInput } from '#platform/http/pages.ts';
import { Bool, Described, Extended, Id, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { ofLoan } from './associations.ts';
import { caseResource } from './case.ts';
import { openStatuses } from './case-values.ts';
import { expanding } from './expand-cases.ts';
import { type CaseRow, cases } from './tables.ts';

/** Counting further costs as much as the page itself. */
const countedMax = 1_000;

const list = defineList({
  table: 'cases',
  isSkewed: true,
  countedMax,
  offsetMax: 10_000,
  sort: [
    'caseType',
    'createdAt',
    'externalId',
    'lastViewedAt',
    'lastSubresourceUpdatedAt',
    'name',
    'outcome',
    'status',
    'statusUpdatedAt',
    'dueDate',
    'owningEmployeeId',
    'owningTeamId',
  ],
  filters: {
    caseType: StringEnum(baseCaseTypes),
    status: StringEnum(caseStatuses),
    outcome: Text({ max: 50 }),
    owningEmployeeId: Id('EE', 'employee'),
    owningTeamId: Id('TM', 'team'),
    supercaseId: Id('SC', 'supercase'),
    loanId: ofLoan,
    personId: {
      schema: Id('BO', 'borrower'),
      where: (personId: string | undefined) =>
        personId === undefined ? undefined : sql<boolean>`person_id = ${personId}`,
    },
  },
});

/** In the words of the index, which has no others. */
const isOpen = sql<boolean>`status in (${sql.join(openStatuses.map((one) => sql.lit(one)))})`;

const allColumns = cases.all.map((column) => `cases.${column}` as const);

export function listOfCompany(resources: readonly EventResource[]): Endpoint {
  const { fields, beside } = expanding(resources);
  return endpoint({
    name: 'cases.listOfCompany',
    path: '/cases',
    summary: 'List the cases of the company',
    permission: 'case:list',
    shape: 'list',
    query: {
      ...list.query,
      overdue: Type.Optional(
        Described(Bool, { description: 'True: those that are open after their `dueDate`. False: all others.' }),
      ),
      expand: Type.Optional(
        Described(Bool, { description: 'True: each case with its borrower, its loans, its owner and its type.' }),
      ),
    },
    list,
    answer: Extended(caseResource.answer, fields, { title: 'CaseOfCompany' }),
    read: async ({ reader, vault, caller, now }, { query }) => {
      const all = reader.db.selectFrom('cases').select(allColumns);
      const { overdue, expand } = query;
      const today = overdue === undefined ? undefined : dateInZone(await now(), caller.timezone);
      const isLate = sql<boolean>`(due_date < ${today} and ${isOpen})`;
      const asked = overdue === undefined ? all : all.where(overdue ? isLate : sql<boolean>`${isLate} is not true`);
      return list.page(reader, asked, query, {
        async show(rows) {
          const shown = await caseResource.showAcross(rows, { reader, vault });
          if (expand !== true) return shown;
          const more = await beside({ reader, vault, caller }, rows);
          return shown.map((one, i) => ({ ...one, ...more[i] }));
        },
      });
    },
  });
}

/** The list of the cases of a supercase. */
export const subcases = defineList({
  table: 'cases',
  isSkewed: true,
  countedMax,
  sort: ['createdAt', 'status', 'statusUpdatedAt'],
  filters: { status: StringEnum(caseStatuses) },
});

export const pageOfSubcases = (
  { reader, vault }: Pick<ReadContext, 'reader' | 'vault'>,
  supercaseId: string,
  query: PageInput,
) =>
  subcases.page(
    reader,
    reader.db.selectFrom('cases').select(allColumns).where('cases.supercase_id', '=', supercaseId),
    query,
    { show: (rows) => caseResource.showAcross(rows, { reader, vault }) },
  );

/** Where a case stands among those of its supercase. */
export type SubcasePlace = Pick<CaseRow, 'person_id' | 'id' | 'position'>;

/** A page of them in the order in which they were made: a work goes through it. */
export const subcasesAfter = (
  reader: Reader,
  supercaseId: string,
  {
    after,
    limit,
    offset = 0,
  }: { readonly after: SubcasePlace | undefined; readonly limit: number; readonly offset?: number },
): Promise<SubcasePlace[]> => {
  const all = reader.db
    .selectFrom('cases')
    .select(['person_id', 'id', 'position'])
    .where('supercase_id', '=', supercaseId)
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .offset(offset);
  return reader.rows(
    after === undefined ? all : all.where(sql<boolean>`(position, id) > (${after.position}::bigint, ${after.id})`),
  );
};
