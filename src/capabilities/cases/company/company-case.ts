// A case of the company: what somebody has to do that is about no single borrower. It lives as other cases do.

import { type CaseAfterMove, caseStatuses, typeOfCase } from '#capabilities/case-types/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { DateTime, Described, ExternalId, Id, MetaData, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { madeByFields } from '#platform/resource/made-by.ts';
import { caseOutcome } from '../case.ts';
import type { OfType } from '../case-content.ts';
import { caseErrors } from '../errors.ts';
import { type CompanyCaseRow, companyCases, companyCaseTypes } from './tables.ts';

const id = (example: string) => Text({ max: 12, example });

export const detailsPart = (caseId: string): string => `company_cases.${caseId}.details`;

export const detailsOf = (vault: Vault, { id: caseId, company_id, details_sealed }: CompanyCaseRow): OfType =>
  JSON.parse(vault.companySealer(company_id).unseal(detailsPart(caseId), details_sealed));

export const companyCase = defineResource({
  name: 'company case',
  plural: 'company cases',
  prefix: 'CS',
  table: companyCases,
  fields: {
    externalId: ExternalId({ max: 255, example: 'audit-26' }),
    caseType: StringEnum(companyCaseTypes, {
      description: 'The base type; `generic` if no type is given. All others are about a borrower.',
    }),
    caseTypeId: Nullable(Text({ max: 12 }), {
      description: 'The version of the company’s type of which it was made. Null: the base type itself.',
    }),
    name: Nullable(Text({ max: 100, example: 'Answer the letter of the state' }), {
      description: 'A generic case takes a name; all others, and those without one, have that of their type.',
    }),
    status: StringEnum(caseStatuses, { description: 'A new one is `initiated`.' }),
    statusUpdatedAt: DateTime,
    outcome: Nullable(caseOutcome, {
      description: 'How it ended: it is completed with an outcome, and else has none.',
    }),
    dueAt: Described(DateTime, { description: 'From when on it is a task. Now if it is not given.' }),
    owningEmployeeId: Nullable(id('EE-3T8M-K4QZ'), { description: 'The employee who works on it.' }),
    owningTeamId: Nullable(id('TM-6M2W-K9QX'), { description: 'The team that works on it, in place of an employee.' }),
    fields: Described(MetaData, { description: 'The fields that its base type brings. What is not sent stays.' }),
    customFields: Described(MetaData, { description: 'The fields that the company’s type adds.' }),
    ...madeByFields,
  },
  onlyShown: ['statusUpdatedAt', 'createdByType', 'createdById'],
  taken: {
    caseTypeId: Nullable(Id('CE', 'case type', { description: 'An active type of the company.' })),
    owningEmployeeId: Nullable(Id('EE', 'employee', { description: 'An active employee.' })),
    owningTeamId: Nullable(Id('TM', 'team')),
  },
  defaults: { caseType: 'generic', status: 'initiated', dueAt: null, fields: {}, customFields: {} },
  sort: ['createdAt', 'name', 'status', 'dueAt'],
  filters: {
    caseType: StringEnum(companyCaseTypes),
    status: StringEnum(caseStatuses),
    owningEmployeeId: Id('EE', 'employee'),
    owningTeamId: Id('TM', 'team'),
  },
  told: { caseType: StringEnum(companyCaseTypes), status: StringEnum(caseStatuses) },
  events: {
    created: 'A case of the company was made, which is about no borrower.',
    updated: 'A case of the company was changed, or came to another status.',
  },
  endpoints: {
    list: {},
    create: {
      description: 'About no borrower: nothing personal belongs into it. It is a task from `dueAt` on.',
      errors: [errors.NotFound],
      body: { name: 'Answer the letter of the state', dueAt: '2099-01-01T15:00:00Z' },
    },
    read: {},
    update: {
      description:
        'What is not sent stays. `status` moves it; what is completed or canceled changes only by `reopened`, alone or with other fields.',
      errors: [caseErrors.CaseClosed],
      body: { status: 'processing' },
    },
  },
  present: (rows, { vault }) => rows.map((row) => detailsOf(vault, row)),
});

export const companyCaseEvents = companyCase.events;

const { param, notFound, find } = companyCase.subject;

/** The case of a path, for what lies below it. */
export const companyCaseOfPath: Subject<CompanyCaseRow> = {
  param,
  notFound,
  async find(...asked) {
    const { subject, ...found } = await find(...asked);
    return { ...found, subject: subject.row };
  },
};

/** The case whose id another row has. `lock`: nobody else changes it before the commit. */
export const companyCaseOf = (reader: Reader, id: string, lock = false): Promise<CompanyCaseRow> =>
  companyCase.find(reader, id, { lock });

/** A case of the company as conditions over it ask. */
export async function companyCaseForConditions(
  reader: Reader,
  vault: Vault,
  row: CompanyCaseRow,
): Promise<CaseAfterMove> {
  const { status, outcome, name } = row;
  return { status, outcome, name, ...detailsOf(vault, row), type: await typeOfCase(reader, row) } as CaseAfterMove;
}
