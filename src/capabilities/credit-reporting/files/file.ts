// A file for a credit agency, as it is found and shown.
import Type, { type Static } from 'typebox';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { Emit } from '#platform/events/emit.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { Bool, DateOnly, DateTime, Described, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { type LeftOutReason, leftOutReasons, reasonsInWords } from '../accounts/left-out.ts';
import { creditAgency } from '../agencies/agency.ts';
import { creditFileChanged } from '../events.ts';
import { type AgencyRow, creditFiles, type FileRow } from '../tables.ts';
import { fileStates } from './states.ts';

const id = (example: string) => Text({ max: 12, example });
const moment = (description: string) => Nullable(DateTime, { description });

const counts = Object.fromEntries(leftOutReasons.map((one) => [one, Type.Integer()])) as Record<
  LeftOutReason,
  ReturnType<typeof Type.Integer>
>;

const LeftOutLoan = Named('CreditFileLeftOutLoan')({
  loanId: id('LN-7KQ2-M4XA'),
  reason: StringEnum(leftOutReasons, { description: reasonsInWords }),
});

const Finding = Named('CreditFileFinding')({
  loanId: Nullable(id('LN-7KQ2-M4XA'), { description: 'Null: of the file as a whole.' }),
  rule: Text({ max: 100, example: 'bucket-skipped' }),
  says: Text({
    max: 1_000,
    example: 'the account status: In a month an account gets at most one step of thirty days later.',
  }),
});

export const CreditFile = Type.Object(
  {
    id: id('MF-7KQ2-M4XA'),
    object: Type.Literal('creditFile'),
    companyId: id('CP-4H7K-2MXA'),
    creditAgencyId: id('CA-5KX8-W2NB'),
    asOf: Described(DateOnly, { description: 'The last day of its month: the accounts are as they were then.' }),
    knownAt: Described(DateTime, { description: 'The books of that day are as they were known at this moment.' }),
    isCorrection: Described(Bool, {
      description: 'True: it has those loans alone of which something else is known now than was said.',
    }),
    isScheduled: Described(Bool, { description: 'True: it was begun by itself.' }),
    state: StringEnum(fileStates, {
      description: '`refused`: it breaks a rule of the form, so it does not leave, and none of it counts as said.',
    }),
    operationId: Described(id('OP-7KQ2-M9XA'), { description: 'The operation that makes it.' }),
    numAccounts: Nullable(Type.Integer(), { description: 'How many accounts it has.' }),
    numLeftOut: Described(Type.Integer(), { description: 'How many loans are not in it, and could be.' }),
    leftOut: Described(Named('CreditFileLeftOutCounts')(counts), { description: 'The same, by the reason.' }),
    leftOutLoans: Type.Array(LeftOutLoan, { description: 'The first hundred of them.' }),
    findings: Type.Array(Finding, { description: 'The rules that it breaks: the first hundred.' }),
    fileName: Nullable(Text({ max: 200, example: 'ACMELOANSCP4H7K2MXAEQUIFAX20260131.txt' })),
    leftAt: moment('When it was left with the agency.'),
    lastFailure: Nullable(Text({ max: 1_000 }), { description: 'Why it could not be left; it is tried again.' }),
    errorMessage: Nullable(Text({ max: 1_000 }), { description: 'Why it could not be made.' }),
    finishedAt: moment('When it was made, or was not.'),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'CreditFile' },
);
type CreditFile = Static<typeof CreditFile>;

const present = presenter<typeof CreditFile, FileRow>(CreditFile);

export function showFile(row: FileRow): CreditFile {
  const { counts: found, loans } = row.left_out;
  const all = leftOutReasons.map((one) => [one, found[one] ?? 0] as const);
  return present(row, {
    creditAgencyId: row.agency_id,
    numLeftOut: all.reduce((sum, [, count]) => sum + count, 0),
    leftOut: Object.fromEntries(all) as CreditFile['leftOut'],
    leftOutLoans: [...loans],
    findings: [...row.findings],
  });
}

export const fileList = defineList({
  table: 'credit_files',
  below: 'agency_id',
  filters: { state: StringEnum(fileStates) },
});

export const readFile = (reader: Reader, fileId: string, lock = false): Promise<FileRow | undefined> => {
  const query = reader.db.selectFrom('credit_files').select(creditFiles.all).where('id', '=', fileId);
  return reader.row(lock ? query.forNoKeyUpdate() : query) as Promise<FileRow | undefined>;
};

interface FileOfPath {
  readonly agency: AgencyRow;
  readonly file: FileRow;
}

const param = 'creditFileId';

export const fileOfPath: Subject<FileOfPath> = {
  param,
  notFound: errors.NotFound,
  async find(reader, reference, lock, params) {
    const { companyId } = reader.realm;
    if (params?.companyId !== companyId && params?.companyId !== 'current')
      throw notFound('company', params?.companyId ?? '', 'companyId');
    const agency = await creditAgency.find(reader, params?.creditAgencyId ?? '');
    const file = await readFile(reader, reference, lock);
    if (file === undefined || file.agency_id !== agency.id) throw notFound('file', reference, param, 'This agency');
    return { id: companyId, subject: { agency, file } };
  },
};

export const tellFile = (emit: Emit, companyId: string, row: FileRow): void =>
  emit(creditFileChanged, companyId, {
    creditAgencyId: row.agency_id,
    creditFileId: row.id,
    asOf: row.as_of,
    isCorrection: row.is_correction,
    state: row.state,
  });
