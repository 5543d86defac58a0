// Fee types: what the settings of a loan type charge, under ids that stay, and what was added to be charged by hand.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { addedFees, type FeeType, settledFees } from '../schemas.ts';
import type { LoanTypeSettings } from '../settings/schema.ts';
import { wholeSettings } from '../settings/settings.ts';
import type { FeeTypeRow, LoanTypeRow } from '../tables.ts';

export const feeTypeSort = {
  createdAt: 'created_at',
  feeType: 'fee_type',
  displayName: 'display_name',
  apiName: 'api_name',
};

interface FeeTypeFilter extends PageInput {
  readonly includeUncharged?: boolean;
}

export async function listFeeTypes(reader: Reader, type: LoanTypeRow, filter: FeeTypeFilter): Promise<Page<FeeType>> {
  const source: ListSource = {
    table: 'fee_types',
    idColumn: 'id',
    sortable: feeTypeSort,
    subject: { column: 'loan_type_id', id: type.id },
  };
  const { fees } = wholeSettings(type.settings);
  const shown = settledFees.filter((kind) => filter.includeUncharged || chargedBy(fees, kind) !== undefined);
  const query = feeTypeRows(reader, type.id).where(sql<boolean>`fee_type = any(${[...shown, ...addedFees]}::text[])`);
  const found = await page(reader, source, query, filter, (row) => row.id);
  return { ...found, items: found.items.map((row) => presentFeeType(row, fees)) };
}

const feeTypeRows = (reader: Reader, loanTypeId: string) =>
  reader.db.selectFrom('fee_types').selectAll().where('loan_type_id', '=', loanTypeId);

/** All of them, also those that the present settings do not charge: a loan may have fees of its own. */
export const feeTypesOf = (reader: Reader, loanTypeId: string): Promise<FeeTypeRow[]> =>
  reader.rows(feeTypeRows(reader, loanTypeId).orderBy('position'));

/** Refuses by the path `feeTypeId` what is not there. */
export async function findFeeType(reader: Reader, loanTypeId: string, id: string): Promise<FeeTypeRow> {
  const row = await reader.row(feeTypeRows(reader, loanTypeId).where('id', '=', id));
  if (row !== undefined) return row;
  throw new Refusal(errors.NotFound, `The loan type ${loanTypeId} has no fee type ${id}.`, {
    data: { path: 'feeTypeId' },
  });
}

interface Charged {
  readonly amount: Cents | null;
  readonly capAmount: Cents | null;
}

/** What the settings charge of a kind; undefined: nothing. */
function chargedBy(fees: LoanTypeSettings['fees'], kind: FeeTypeRow['fee_type']): Charged | undefined {
  const { origination, late, nsfAmount, service, membership } = fees;
  switch (kind) {
    case 'originationFee':
      return origination === null ? undefined : { amount: null, capAmount: null };
    case 'serviceFee':
      return service ?? undefined;
    case 'membershipFee':
      return membership ?? undefined;
    case 'lateFee':
      if (late === null) return undefined;
      return { amount: late.rule === 'flat' ? late.flatAmount : null, capAmount: late.lifetimeCapAmount };
    case 'nsfFee':
      return nsfAmount === null ? undefined : { amount: nsfAmount, capAmount: null };
    default:
      return undefined;
  }
}

export function presentFeeType(row: FeeTypeRow, fees: LoanTypeSettings['fees']): FeeType {
  const { amount, capAmount } = chargedBy(fees, row.fee_type) ?? { amount: row.amount, capAmount: null };
  return {
    id: row.id,
    object: 'feeType',
    loanTypeId: row.loan_type_id,
    feeType: row.fee_type,
    name: { displayName: row.display_name, apiName: row.api_name },
    amount,
    capAmount,
    createdAt: row.created_at,
    updatedAt: null,
    deletedAt: null,
  };
}
