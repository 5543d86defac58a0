// A draw as it is stored, found and shown.
import { type DrawReading, readLine } from '@tenor/engine/line/read.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type PlaceholderOf, prepared, preparedInsert } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { shownMetaData } from '#platform/resource/meta-data.ts';
import { drawKind } from '../../core/loan/draw-kind.ts';
import type { LoanKeys } from '../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { DrawRow, LoanRow } from '../../core/loan/tables.ts';
import { DrawAgreement } from '../../core/products/lines.ts';
import type { LineBooks } from './line.ts';
import type { Draw } from './schemas.ts';

// ---- found ----------------------------------------------------------------------------------------------------------

const byId = prepared((db, placeholder: PlaceholderOf<LoanKeys & { readonly id: string }>) =>
  db
    .selectFrom('draws')
    .selectAll()
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .where('id', '=', placeholder('id')),
);

/** By id or `ext-` reference, among the draws of one line. Errors: NotFound. */
export async function findDraw(reader: Reader, { row }: HeldLoan, reference: string): Promise<DrawRow> {
  const id = await idOfReference(reader, drawKind, reference);
  const keys = { personId: row.person_id, loanId: row.id };
  const found = id === undefined ? undefined : await reader.row(byId(reader.db, { ...keys, id }));
  if (found !== undefined) return found;
  throw new Refusal(errors.NotFound, `This line has no draw ${reference}.`, { data: { path: 'drawId' } });
}

// ---- written --------------------------------------------------------------------------------------------------------

const changing = [
  'external_id',
  'nickname',
  'status',
  'is_closed',
  'is_amortized',
  'started_on',
  'cancel_reason',
  'meta_data',
  'updated_at',
] as const satisfies readonly (keyof DrawRow)[];
const json = [
  'decline_reason',
  'at_origination',
  'figures',
  'timestamps',
] as const satisfies readonly (keyof DrawRow)[];

const insert = preparedInsert('draws', ['person_id', 'id', 'loan_id', 'position', 'created_at', ...changing, ...json]);

const update = prepared((db, placeholder: PlaceholderOf<Record<keyof DrawRow, never>>) =>
  db
    .updateTable('draws')
    .set(Object.fromEntries([...changing, ...json].map((column) => [column, placeholder(column)])))
    .where('person_id', '=', placeholder('person_id'))
    .where('id', '=', placeholder('id')),
);

const asColumns = ({ company_id: _, ...row }: DrawRow): never =>
  ({
    ...row,
    decline_reason: row.decline_reason === null ? null : JSON.stringify(row.decline_reason),
    at_origination: JSON.stringify(row.at_origination),
    figures: JSON.stringify(row.figures),
    timestamps: JSON.stringify(row.timestamps),
  }) as never;

export const insertDraw = (tx: Tx, row: DrawRow): void => tx.write(insert(tx.db, asColumns(row)), redraw('draws_pkey'));

/** The version of the line guards it: a command writes the line as well. */
export const writeDraw = (tx: Tx, row: DrawRow): void => tx.write(update(tx.db, asColumns(row)));

// ---- shown ----------------------------------------------------------------------------------------------------------

export const agreementOf = ({ at_origination }: DrawRow): DrawAgreement => at_origination as DrawAgreement;

const unset = Object.fromEntries(Object.keys(DrawAgreement.properties).map((name) => [name, null]));

/** Every field that may be agreed, with what is in force where the draw says nothing. */
function shownAgreement(row: DrawRow): Draw['atOrigination'] {
  const agreed: DrawAgreement = { ...agreementOf(row), ...row.figures.whole };
  const { promoRates } = agreed;
  return { ...unset, ...agreed, promoRates: promoRates?.length ? promoRates : null } as Draw['atOrigination'];
}

/** What a draw is shown with of its line. */
type LineOfDraw = Pick<
  LoanRow,
  'loan_type_id' | 'loan_type_version' | 'asset_type' | 'asset_display_name' | 'serviced_by' | 'timestamps'
>;

/** By id, what the books say of each draw that they have. */
export const readingsOf = (books: LineBooks | undefined): ReadonlyMap<string, DrawReading> =>
  new Map(books === undefined ? [] : readLine(books.terms, books.state).draws.map((one) => [one.draw, one]));

export function presentDraw(line: LineOfDraw, row: DrawRow, books: DrawReading | undefined): Draw {
  const status = books?.status ?? row.status;
  const ofLine = (name: 'acceleratedAt' | 'chargedOffAt', is: typeof status): Instant | null =>
    status === is ? (line.timestamps[name] ?? null) : null;
  const moment = (name: keyof DrawRow['timestamps']): Instant | null => row.timestamps[name] ?? null;
  return {
    id: row.id,
    object: 'draw',
    type: 'draw',
    companyId: row.company_id,
    displayId: row.external_id ?? row.id,
    externalId: row.external_id,
    lineOfCreditId: row.loan_id,
    loanTypeId: line.loan_type_id,
    loanTypeVersion: line.loan_type_version,
    mainBorrowerId: row.person_id,
    assetType: line.asset_type,
    assetDisplayName: line.asset_display_name,
    nickname: row.nickname,
    status,
    isClosed: books?.isClosed ?? row.is_closed,
    isAmortized: row.is_amortized,
    purpose: agreementOf(row).purpose ?? 'regular',
    servicedBy: line.serviced_by,
    declineReason: row.decline_reason,
    cancelReason: row.cancel_reason,
    current: {
      creditLimitAmount: books?.limit ?? null,
      availableCreditAmount: books?.available ?? null,
      periodicPayment: books?.payment ?? null,
      hasGracePeriod: books?.hasGrace ?? null,
    },
    endDate: agreementOf(row).enforcedEndDate ?? null,
    ratesValidation: row.figures.ratesValidation ?? null,
    amountsValidation: {},
    atOrigination: shownAgreement(row),
    metaData: shownMetaData(row.meta_data),
    timestamps: {
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      deletedAt: null,
      startedAt: moment('activatedAt'),
      originatedAt: moment('lenderOriginatedAt') ?? moment('originatedAt'),
      activatedAt: moment('activatedAt'),
      frozenAt: null,
      lastAmortizedAt: moment('lastAmortizedAt'),
      acceleratedAt: ofLine('acceleratedAt', 'accelerated'),
      chargedOffAt: ofLine('chargedOffAt', 'chargedOff'),
      paidOffAt: moment('paidOffAt'),
      closedAt: moment('closedAt'),
    },
  };
}
