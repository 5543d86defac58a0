// A case: what it is about, who works on it, and how it ended.
import Type from 'typebox';
import { baseCaseTypes, caseStatuses } from '#capabilities/case-types/index.ts';
import { type PersonRow, person, personSealers } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import {
  Bool,
  DateOnly,
  DateTime,
  Described,
  ExternalId,
  Id,
  MetaData,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { madeByFields } from '#platform/resource/made-by.ts';
import { ofLoan } from './associations.ts';
import type { OfType } from './case-content.ts';
import { openStatuses } from './case-values.ts';
import { caseErrors } from './errors.ts';
import { caseAssociationAdded, caseAssociationRemoved, caseChanged } from './events.ts';
import { caseStates } from './states.ts';
import { type CaseRow, cases } from './tables.ts';

const id = (example: string) => Text({ max: 12, example });
const caseType = StringEnum(baseCaseTypes, { description: 'The base type; `generic` if no type is given.' });
export const caseOutcome = Type.Unsafe<string>({
  type: 'string',
  maxLength: 50,
  pattern: '^[a-z][A-Za-z0-9]*$',
  'x-expected': 'one word of at most 50 letters and digits, such as approved, rejected, resolved or unresolved',
  examples: ['approved'],
});

export const caseResource = defineResource({
  name: 'case',
  plural: 'cases',
  prefix: 'CS',
  table: cases,
  below: { path: '/people/{personId}', subject: person, column: 'person_id', words: 'This borrower' },
  fields: {
    externalId: ExternalId({ max: 255, example: 'case-81' }),
    caseType,
    caseTypeId: Nullable(Text({ max: 12 }), {
      description: 'The version of the company’s type of which it was made. Null: the base type itself.',
    }),
    name: Nullable(Text({ max: 100, example: 'Asks for a copy of the contract' }), {
      description:
        'A case of the base type `generic` takes a name; all others, and those without one, have that of their type. No personal data: lists are sorted by it.',
    }),
    status: StringEnum(caseStatuses, { description: 'A new case is `initiated`.' }),
    statusUpdatedAt: DateTime,
    outcome: Nullable(caseOutcome, {
      description: 'How it ended: a case is completed with an outcome, and no other has one.',
    }),
    noticeSentDate: Nullable(DateOnly, {
      description: 'When the validation notice was sent: it counts as received five working days later.',
    }),
    receivedDate: Nullable(DateOnly, {
      description: 'When what it is about reached the company: today if it is not given and the law sets a term.',
    }),
    dueDate: Nullable(DateOnly, {
      description:
        'By when it must be answered. In disputes and debt validations it follows from receivedDate: 30 days; 90 in disputes of purchases.',
    }),
    dueDateExtended: Described(Bool, {
      description: 'True: the borrower has added information to a dispute at a credit bureau, which then has 45 days.',
    }),
    owningEmployeeId: Nullable(id('EE-3T8M-K4QZ'), { description: 'The employee who works on it.' }),
    owningTeamId: Nullable(id('TM-6M2W-K9QX'), { description: 'The team that works on it, in place of an employee.' }),
    loanIds: Type.Array(id('LN-7T2X-P5QG'), { description: 'The loans of this borrower that it is about.' }),
    fields: Described(MetaData, { description: 'The fields that its base type brings. What is not sent stays.' }),
    customFields: Described(MetaData, {
      description: 'The fields that the company’s type adds. What is not sent stays; null clears one.',
    }),
    purchaseId: Nullable(id('DP-4D7P-X2VC'), { description: 'The purchase whose dispute has opened it.' }),
    purchaseDisputeId: Nullable(id('PD-5KX8-W2NB')),
    supercaseId: Nullable(id('SC-5KX8-W2NB'), { description: 'The supercase that has made it.' }),
    lastViewedAt: Nullable(DateTime, { description: 'When somebody last said that they look at it.' }),
    lastSubresourceUpdatedAt: Nullable(DateTime, { description: 'When something below it last changed.' }),
    ...madeByFields,
  },
  onlyShown: [
    'statusUpdatedAt',
    'purchaseId',
    'purchaseDisputeId',
    'supercaseId',
    'lastViewedAt',
    'lastSubresourceUpdatedAt',
    'createdByType',
    'createdById',
  ],
  taken: {
    caseTypeId: Nullable(Id('CE', 'case type', { description: 'An active type of the company.' })),
    owningEmployeeId: Nullable(Id('EE', 'employee', { description: 'An active employee.' })),
    owningTeamId: Nullable(Id('TM', 'team')),
    loanIds: Type.Array(Id('LN', 'loan'), {
      maxItems: 100,
      description: 'All of them: they replace the earlier ones.',
    }),
  },
  defaults: { caseType: 'generic', status: 'initiated', dueDateExtended: false, loanIds: [] },
  sealed: { fields: ['fields', 'customFields'], sealersOf: personSealers },
  atMost: 1_000,
  sort: ['createdAt', 'updatedAt', 'status', 'statusUpdatedAt', 'dueDate', 'caseType', 'name'],
  filters: {
    caseType: StringEnum(baseCaseTypes),
    status: StringEnum(caseStatuses),
    outcome: Text({ max: 50 }),
    loanId: ofLoan,
  },
  endpoints: {
    list: { description: 'All of a borrower, open or not.' },
    create: {
      description: 'It is `initiated`. A borrower has one collection case that is open. Borrowers do not see cases.',
      errors: [caseErrors.CollectionCaseOpen],
      emits: [caseChanged, caseAssociationAdded],
      body: { caseType: 'bankruptcy', fields: { courtCaseNumber: '26-10482' } },
    },
    read: {},
    update: {
      description:
        'What is not sent stays. `status` moves it; what is completed or canceled changes only by `reopened`, alone or with other fields.',
      errors: [caseErrors.CaseClosed, caseErrors.CollectionCaseOpen],
      emits: [caseChanged, caseAssociationAdded, caseAssociationRemoved],
      body: { status: 'processing' },
    },
  },
  whenTaken: {
    cases_open_collection: (row, cause) =>
      new Refusal(caseErrors.CollectionCaseOpen, `The borrower ${row.person_id} has an open collection case already.`, {
        data: { path: row.updated_at === null ? 'caseType' : 'status', expected: 'the case that is there' },
        cause,
      }),
  },
});

export function detailsOf(sealer: Sealer, row: CaseRow): OfType {
  const { fields, customFields } = caseResource.open(sealer, row);
  return { fields: fields ?? {}, customFields: customFields ?? {} };
}

/** The case of a path, and whose it is. */
export interface CaseOfPath {
  readonly row: CaseRow;
  readonly parent: PersonRow;
}

/** Nothing below a closed case changes either. Errors: CaseClosed. */
export const mustBeOpen = ({ id, status }: Pick<CaseRow, 'id' | 'status'>): void =>
  caseStates.mustAllow(status, 'change', { id });

const caseById = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; id: string }>) =>
    db
      .selectFrom('cases')
      .select(cases.all)
      .where('person_id', '=', placeholder('personId'))
      .where('id', '=', placeholder('id')),
  { personId: 'text', id: 'text' },
);

/** A case that other rows name, so that it is there. */
export async function caseOf(reader: Reader, personId: string, id: string): Promise<CaseRow> {
  const row = await reader.row(caseById(reader.db, { personId, id }));
  if (row === undefined) throw new Error(`There is no case ${id}, though a row names it.`);
  return row;
}

/** The case with other columns, written. */
export function changeCase(tx: Tx, before: CaseRow, columns: Partial<CaseRow>): CaseRow {
  const row = { ...before, ...columns };
  caseResource.change(tx, before, row);
  return row;
}

/** Something below the case has changed. */
export const touchCase = ({ now }: Pick<CommandContext, 'now'>, tx: Tx, before: CaseRow): CaseRow =>
  changeCase(tx, before, { last_subresource_updated_at: now });

export const isOpen = ({ status }: Pick<CaseRow, 'status'>): boolean => openStatuses.some((one) => one === status);
