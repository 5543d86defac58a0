// A credit agency: to whom a company tells how loans are paid, by which numbers, of which loans, when, and where.
import { portfoliosOfType } from '@tenor/metro2/layout/codes.ts';
import { Type } from 'typebox';
import { ownCompany, timezoneOf } from '#capabilities/access/index.ts';
import { findLoanType } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, Refusal, refusedWith, refuseField } from '#platform/errors.ts';
import { type CompanyPlace, samePlace } from '#platform/file-places/company-place.ts';
import { mustBePublicKey } from '#platform/file-places/open-pgp.ts';
import {
  placeCredentials,
  placeFields,
  placeOf,
  problemsOfCredentials,
  problemsOfPlace,
} from '#platform/file-places/place-settings.ts';
import { mustHave } from '#platform/http/may-call.ts';
import {
  Bool,
  DateTime,
  Described,
  ExternalId,
  Id,
  Int,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { fileTable } from '../files/states.ts';
import { type AgencyRow, creditAgencies } from '../tables.ts';
import { type AgencyName, agencyNames, downloadPermission } from '../words.ts';
import { nextFileAt } from './months.ts';
import { placeOfAgency, secretsAfter } from './secrets.ts';

const { incomingFolder: _, ...leaving } = placeFields('the agency', '');

const Place = Named('CreditAgencyPlace')(leaving);
const PlaceInput = Named('CreditAgencyPlaceInput')({
  ...leaving,
  credentials: Type.Optional(
    Nullable(Type.Object(placeCredentials), {
      description: 'For sftp: a key or a password. If not sent, those of before stay, for the same host alone.',
    }),
  ),
});

const loanTypesMax = 100;
const loanTypesWords =
  'Loans of which types are reported. None: of every type. A type that is taken away is told of no more, and its accounts stay open at the agency: say first how they end.';

export const creditAgency = defineResource({
  name: 'credit agency',
  plural: 'credit agencies',
  prefix: 'CA',
  table: creditAgencies,
  below: { path: '/companies/{companyId}', subject: ownCompany },
  fields: {
    externalId: ExternalId({ max: 255, example: 'equifax-consumer' }),
    agencyName: StringEnum(agencyNames, { example: 'equifax' }),
    programIdentifier: Text({
      min: 1,
      max: 10,
      description:
        'The number that the agency has given to your company; that of Experian has at most five characters.',
      example: 'EFX0001',
    }),
    identificationNumber: Text({
      min: 5,
      max: 20,
      description:
        'The number by which the agency knows whose the accounts are, of letters and digits. It stays once a file is made.',
      example: 'TENOR01',
    }),
    reporterName: Text({ min: 1, max: 40, description: 'Who reports, as the agency knows it.', example: 'Acme Loans' }),
    reporterAddress: Text({ min: 1, max: 96, example: '1 Main Street, Springfield IL 62701' }),
    reporterTelephone: Nullable(Text({ min: 10, max: 10, description: 'Ten digits.', example: '2175550100' })),
    loanTypeIds: Type.Array(Text({ max: 12, example: 'LT-5KX8-W2NB' }), {
      maxItems: loanTypesMax,
      description: loanTypesWords,
    }),
    installmentAccountType: Text({
      min: 2,
      max: 2,
      description: 'What installment loans are, by the codes of Metro 2: 01 unsecured, 00 auto, 02 secured.',
      example: '01',
    }),
    lineAccountType: Text({
      min: 2,
      max: 2,
      description: 'What lines of credit are: 15 line of credit, 07 charge account, 18 credit card.',
      example: '15',
    }),
    fileNamePrefix: Nullable(Text({ min: 1, max: 40, description: 'Required of Experian.', example: 'ACME' })),
    reportsOnDay: Nullable(Int({ min: 1, max: 28 }), {
      description: 'The day on which the file of the month before is made by itself. Null: only by hand.',
    }),
    nextFileAt: Nullable(DateTime, { description: 'When its next file is made by itself.' }),
    place: Nullable(Place, {
      description:
        'Where its files are left, besides being downloaded. Whoever names it, changes an agency that has one, or begins a file for it, needs the permission to download files.',
    }),
    openPgpPublicKey: Nullable(Text({ min: 100, max: 20_000 }), {
      description: 'A public key of the agency, armored: its files are encrypted by it.',
    }),
    isActive: Described(Bool, { description: 'False: no file is made for it.' }),
  },
  onlyShown: ['nextFileAt'],
  taken: {
    place: Nullable(PlaceInput),
    loanTypeIds: Type.Array(Id('LT', 'loan type'), { maxItems: loanTypesMax, description: loanTypesWords }),
  },
  defaults: { loanTypeIds: [], installmentAccountType: '01', lineAccountType: '15', isActive: true },
  atMost: 100,
  told: {},
  events: { created: 'A credit agency was created.', updated: 'A credit agency was changed.' },
  endpoints: {
    list: { description: 'Lists those of your own company: companyId is its id, or `current`.' },
    create: {
      description: 'Whoever has changed it last is responsible for the files that are made by themselves.',
      body: {
        externalId: 'equifax-consumer',
        agencyName: 'equifax',
        programIdentifier: 'EFX0001',
        identificationNumber: 'TENOR01',
        reporterName: 'Acme Loans',
        reporterAddress: '1 Main Street, Springfield IL 62701',
        reportsOnDay: 3,
      },
    },
    read: {},
    update: {
      description: 'What is not sent stays. Keys and passwords stay for the same host alone.',
      body: { reportsOnDay: 5 },
    },
  },
  present: (rows) => rows.map((row) => ({ place: shownPlace(row) })),
});

function shownPlace(row: Pick<AgencyRow, 'place'>) {
  const place = placeOfAgency(row);
  if (place === null) return null;
  const { incomingFolder: _none, ...shown } = place;
  return shown;
}

export const creditAgencyRoutes = creditAgency.endpoints({
  async beforeWrite(ctx, tx, { before, row, sent }) {
    const { place: sentPlace } = sent;
    const place =
      sentPlace == null
        ? sentPlace === null || before === undefined
          ? null
          : placeOfAgency(before)
        : placeOf(sentPlace);
    mustHaveNone([
      ...problemsOfNumbers(row),
      ...(sentPlace == null
        ? []
        : [
            ...problemsOfPlace(ctx.settings, sentPlace, 'place.'),
            ...problemsOfCredentials(sentPlace, sentPlace.credentials).map((one) => ({
              ...one,
              path: `place.${one.path}`,
            })),
          ]),
    ]);
    // Leaving a file there is downloading it for somebody else.
    if (place !== null) mustHave(ctx.caller, downloadPermission);
    if (before !== undefined) await mustStayKnown(tx, before, row);
    if (place !== null) await mustNameOtherFiles(tx, row, place);
    if (sent.openPgpPublicKey != null) await mustBePublicKey(sent.openPgpPublicKey);
    const zone = (await timezoneOf(tx)) ?? 'UTC';
    const { reports_on_day: day, is_active: isActive } = row;
    const isSame = isSameSchedule(before, row);
    // A month that is due is not passed over.
    const due = before?.next_file_at != null && before.next_file_at <= ctx.now ? before.next_file_at : null;
    const next = isSame ? row.next_file_at : day === null || !isActive ? null : (due ?? nextFileAt(day, ctx.now, zone));
    return {
      loan_type_ids: sent.loanTypeIds === undefined ? row.loan_type_ids : await typesNamed(tx, sent.loanTypeIds),
      next_file_at: next,
      look_at: isSame ? row.look_at : next,
      place: place === null ? null : JSON.stringify(place),
      secrets_sealed: secretsAfter(ctx.vault, { before, row, place, sent: sentPlace?.credentials }),
      changed_by_type: ctx.caller.actor.type,
      changed_by_id: ctx.caller.actor.id,
    };
  },
});

/** What is due and not begun yet stays so, whatever else is changed. */
const isSameSchedule = (before: AgencyRow | undefined, row: AgencyRow): boolean =>
  before !== undefined && before.reports_on_day === row.reports_on_day && before.is_active === row.is_active;

/** The first file that is being made has these numbers already. */
const sayingStates = [...fileTable.from('fail'), fileTable.to('make')];

/** By another number all accounts would be new ones to the agency, and the old ones open for ever. Errors: InvalidRequest. */
async function mustStayKnown(reader: Reader, before: AgencyRow, row: AgencyRow): Promise<void> {
  const names = { agency_name: 'agencyName', identification_number: 'identificationNumber' } as const;
  const changed = (['agency_name', 'identification_number'] as const).find((column) => before[column] !== row[column]);
  if (changed === undefined) return;
  const files = reader.db.selectFrom('credit_files').select('id').where('agency_id', '=', before.id);
  const told = await reader.row(files.where('state', 'in', sayingStates).limit(1));
  if (told === undefined) return;
  throw refuseField(
    names[changed],
    'is how the agency knows accounts that it was told of, or is just being told of',
    before[changed],
  );
}

/** A file of the same name at the same place would be taken for the other one. Errors: InvalidRequest. */
async function mustNameOtherFiles(reader: Reader, row: AgencyRow, place: CompanyPlace): Promise<void> {
  const others = (await reader.rows(
    reader.db
      .selectFrom('credit_agencies')
      .select(creditAgencies.all)
      .where('agency_name', '=', row.agency_name)
      .where('place', 'is not', null)
      .where('id', '<>', row.id),
  )) as AgencyRow[];
  const field = row.agency_name === 'experian' ? 'file_name_prefix' : 'reporter_name';
  const same = others.find((other) => {
    const there = placeOfAgency(other);
    return there?.folder === place.folder && samePlace(there, place) && plain(other[field]) === plain(row[field]);
  });
  if (same === undefined) return;
  const path = field === 'file_name_prefix' ? 'fileNamePrefix' : 'reporterName';
  throw refuseField(
    path,
    `gives files the same names as those of ${same.id} at this place`,
    'another name, or another folder',
  );
}

const plain = (text: string | null): string => (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Errors: NotFound. */
async function typesNamed(reader: Reader, references: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [i, reference] of references.entries()) {
    try {
      ids.push((await findLoanType(reader, reference)).id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw refusedWith(error, { ...error.data, path: `loanTypeIds[${i}]` });
    }
  }
  return [...new Set(ids)];
}

const isPlain = (text: string): boolean => /^[!-~](?:[ -~]*[!-~])?$/.test(text);
const isCode = (text: string): boolean => /^[A-Za-z0-9]+$/.test(text);

interface Numbers {
  readonly agency_name: AgencyName;
  readonly program_identifier: string;
  readonly identification_number: string;
  readonly reporter_name: string;
  readonly reporter_address: string;
  readonly reporter_telephone: string | null;
  readonly installment_account_type: string;
  readonly line_account_type: string;
  readonly file_name_prefix: string | null;
}

function problemsOfNumbers(row: Numbers): Problem[] {
  const problems: Problem[] = [];
  const add = (path: string, isRight: boolean, message: string, expected: string): void => {
    if (!isRight) problems.push({ path, message, expected });
  };
  const isExperian = row.agency_name === 'experian';
  const width = isExperian ? 5 : 10;
  add(
    'programIdentifier',
    isCode(row.program_identifier) && row.program_identifier.length <= width,
    'is no number of this agency',
    `1 to ${width} letters and digits`,
  );
  add('identificationNumber', isCode(row.identification_number), 'has other signs', 'letters and digits');
  add('reporterName', isPlain(row.reporter_name), 'has letters that a file cannot hold', 'ASCII');
  add('reporterAddress', isPlain(row.reporter_address), 'has letters that a file cannot hold', 'ASCII');
  const { reporter_telephone: phone, file_name_prefix: prefix } = row;
  add('reporterTelephone', phone === null || /^[1-9]\d{9}$/.test(phone), 'is no number', 'ten digits');
  add(
    'installmentAccountType',
    isOf('I', row.installment_account_type),
    'is no type of an installment loan',
    ofPortfolios('I'),
  );
  add('lineAccountType', isOf('CR', row.line_account_type), 'is no type of a line of credit', ofPortfolios('CR'));
  add('fileNamePrefix', !isExperian || prefix !== null, 'is missing', 'the prefix that Experian has said');
  add('fileNamePrefix', prefix === null || isCode(prefix), 'has other signs', 'letters and digits');
  return problems;
}

const isOf = (portfolios: string, type: string): boolean =>
  [...(portfoliosOfType[type] ?? '')].some((portfolio) => portfolios.includes(portfolio));

const ofPortfolios = (portfolios: string): string =>
  Object.keys(portfoliosOfType)
    .filter((type) => isOf(portfolios, type))
    .join(', ');
