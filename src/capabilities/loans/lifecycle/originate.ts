// What the origination of a loan computes: its terms, and the figures that are disclosed with them. It refuses what is
// not possible, also for a draft: better now than on the day on which the loan is needed.
import type { LoanTerms } from '@tenor/engine/account/terms.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { type PersonRow, stateOfAddress } from '#capabilities/people/index.ts';
import { findMerchant, indexRatesOf, type LoanType } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { LoanProduct } from '../loan/product.ts';
import type { Agreement } from '../loan/schemas.ts';
import type { LoanFigures } from '../loan/tables.ts';
import { followsIndex } from '../timeline/held-loan.ts';
import { namedIn } from './named-in.ts';

interface Origination {
  readonly owner: PersonRow;
  readonly type: LoanType;
  readonly agreed: Agreement;
  readonly zone: string;
}

/** Computed as of today. Errors: InvalidRequest, InvalidSpecificDays, NotFound (merchant, contact). */
export async function originated(
  ctx: Pick<CommandContext, 'now' | 'vault'>,
  tx: Tx,
  product: LoanProduct,
  { owner, type, agreed, zone }: Origination,
): Promise<{ readonly terms: LoanTerms; readonly figures: LoanFigures }> {
  const terms = product.termsOf(type, agreed);
  if (agreed.merchantId) await namedIn('atOrigination.merchantId', findMerchant(tx, agreed.merchantId));
  const { personAddressId } = agreed;
  const state = personAddressId
    ? await namedIn('atOrigination.personAddressId', stateOfAddress(tx, ctx.vault, owner, personAddressId))
    : null;
  const index = followsIndex({ terms }) ? await indexRatesOf(tx, type.id) : [];
  const date = dateInZone(ctx.now, zone);
  const found = { loanTypeId: type.id, settings: type, agreed, terms, index, state, date };
  return { terms, figures: await product.originationFigures(tx, found) };
}
