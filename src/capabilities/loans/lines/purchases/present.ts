// Purchases and disputes as they are shown.

import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import { isOurMerchant } from '#capabilities/products/index.ts';
import { presenter } from '#platform/resource/columns.ts';
import { shownMetaData } from '#platform/resource/meta-data.ts';
import { presentFees } from './charged-with.ts';
import { isPast } from './purchase-fact.ts';
import { type Purchase, PurchaseDispute } from './schemas.ts';
import { isSettled } from './states.ts';
import type { DisputeRow, PurchaseRow } from './tables.ts';

/** What may still be disputed: nothing before it is settled, and nothing of a refund. */
export function eligible({ type, status, amount, refunded, disputed }: PurchaseRow): Cents {
  return (type === 'regular' && isSettled(status) ? Math.max(0, amount - refunded - disputed) : 0) as Cents;
}

export function presentPurchase(row: PurchaseRow): Purchase {
  const { status, settled_at: settledAt } = row;
  const amount = row.amount as Cents;
  const notDue = row.refund_not_due as Cents | null;
  return {
    id: row.id,
    object: 'purchase',
    externalId: row.external_id,
    displayId: row.external_id ?? row.id,
    companyId: row.company_id,
    loanId: row.loan_id,
    mainBorrowerId: row.person_id,
    drawId: row.draw_id,
    lineOfCreditId: row.loan_id,
    authorizationPurchaseId: row.authorization_id,
    replacedByPurchaseId: row.replaced_by,
    originalPurchaseId: row.original_id,
    disbursementId: row.details.disbursementId ?? null,
    type: row.type,
    status,
    amount,
    originalAmount: settledAt === null ? null : amount,
    eligibleDisputeAmount: eligible(row),
    currency: 'USD',
    purchaseDate: row.purchase_date,
    purchaseDetails: detailsOf(row),
    declineReason: row.details.declineReason ?? null,
    dynamicFees: presentFees(row),
    migration: { originalDrawId: row.details.originalDrawId ?? null, isPast: isPast(row) },
    refundDetails: {
      refundTransactionId: null,
      refundNonDuePrincipalAmount: notDue,
      refundTransactionAmount: notDue === null ? null : ((amount - notDue) as Cents),
    },
    metadata: shownMetaData(row.meta_data),
    timestamps: {
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      authorizedAt: row.authorized_at,
      settledAt,
      effectiveAt: row.effective_at,
    },
  };
}

function detailsOf({ details }: PurchaseRow): Purchase['purchaseDetails'] {
  const { originalCurrencyAmount = null, conversionRate = null, metadata = null } = details;
  return {
    description: details.description ?? 'Purchase',
    pointOfSaleType: details.pointOfSaleType ?? null,
    categoryId: details.categoryId ?? null,
    merchantId: details.merchantId ?? null,
    isValidMerchantId: isOurMerchant(details.merchantId),
    merchantName: details.merchantName ?? null,
    merchantCity: details.merchantCity ?? null,
    merchantState: details.merchantState ?? null,
    merchantCountry: details.merchantCountry ?? null,
    merchantCategoryCode: details.merchantCategoryCode ?? null,
    externalCardId: details.externalCardId ?? null,
    originalCurrencyAmount: originalCurrencyAmount as Cents | null,
    originalCurrencyCode: details.originalCurrencyCode ?? 'USD',
    conversionRate: (conversionRate ?? '1') as Rate,
    metadata: shownMetaData(metadata),
  };
}

const presentRow = presenter<typeof PurchaseDispute, DisputeRow>(PurchaseDispute);

export function presentDispute(row: DisputeRow): PurchaseDispute {
  const { submittedAt, expiredAt, wonAt, lostAt, withdrawnAt } = row.timestamps;
  return presentRow(row, {
    displayId: row.external_id ?? row.id,
    disputedAmount: row.amount as Cents,
    acknowledgeByDate: row.timestamps.acknowledgeBy ?? null,
    decideByDate: row.timestamps.decideBy ?? null,
    metadata: shownMetaData(row.meta_data),
    timestamps: {
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      submittedAt: submittedAt ?? null,
      expiredAt: expiredAt ?? null,
      wonAt: wonAt ?? null,
      lostAt: lostAt ?? null,
      withdrawnAt: withdrawnAt ?? null,
    },
  });
}
