// A draw as it is found and shown.
import { type DrawReading, readLine } from '@tenor/engine/line/read.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { shownMetaData } from '#platform/resource/meta-data.ts';
import { draws } from '../../core/loan/draws.ts';
import { keysOf } from '../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { DrawRow, LoanRow } from '../../core/loan/tables.ts';
import { DrawAgreement } from '../../core/products/lines.ts';
import type { LineBooks } from './line.ts';
import type { Draw } from './schemas.ts';

/** By id or `ext-` reference, among the draws of one line. Errors: NotFound. */
export const findDraw = (reader: Reader, { row }: HeldLoan, reference: string): Promise<DrawRow> =>
  draws.find(reader, keysOf(row), reference);

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
