// A loan as it is shown: what every loan has, and the fields of its product.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { shownMetaData } from '#platform/resource/meta-data.ts';
import type { LoanRow, ShownLoan } from '../loan/tables.ts';
import { productOf, sqlOfProduct } from '../products/list.ts';
import type { Loan } from './schemas.ts';

export const shownColumns = [
  'person_id',
  'id',
  'company_id',
  'external_id',
  'loan_type_id',
  'loan_type_version',
  'status',
  'is_closed',
  'serviced_by',
  'nickname',
  'decline_reason',
  'cancel_reason',
  'charged_off_reason',
  'at_origination',
  'additional_people',
  'asset_type',
  'asset_display_name',
  'meta_data',
  'timestamps',
  'figures',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ShownLoan)[];

/** The part of the state that the loan's product shows, so that a list need not read whole states. */
export const shownState = sqlOfProduct(({ shownState: own }) => own);

export function presentLoan(row: ShownLoan): Loan {
  const product = productOf(row);
  const { product: _, ...at_origination } = row.at_origination;
  const moment = (name: keyof LoanRow['timestamps']): Instant | null => row.timestamps[name] ?? null;
  return {
    id: row.id,
    object: product.kind,
    type: product.kind,
    companyId: row.company_id,
    displayId: row.external_id ?? row.id,
    externalId: row.external_id,
    loanTypeId: row.loan_type_id,
    loanTypeVersion: row.loan_type_version,
    mainBorrowerId: row.person_id,
    additionalPeople: row.additional_people,
    assetType: row.asset_type,
    assetDisplayName: row.asset_display_name,
    nickname: row.nickname,
    status: row.status,
    isClosed: row.is_closed,
    servicedBy: row.serviced_by,
    declineReason: row.decline_reason,
    chargedOffReason: row.charged_off_reason,
    cancelReason: row.cancel_reason,
    ...product.present({ ...row, at_origination }),
    metaData: shownMetaData(row.meta_data),
    timestamps: {
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      deletedAt: null,
      startedAt: moment('startedAt'),
      originatedAt: moment('originatedAt'),
      activatedAt: moment('activatedAt'),
      frozenAt: moment('frozenAt'),
      lastAmortizedAt: moment('lastAmortizedAt'),
      acceleratedAt: moment('acceleratedAt'),
      chargedOffAt: moment('chargedOffAt'),
      paidOffAt: moment('paidOffAt'),
      closedAt: moment('closedAt'),
    },
  } as Loan;
}
