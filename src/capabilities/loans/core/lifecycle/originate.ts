// What the origination of a loan computes: its terms, and the figures that are disclosed with them. It refuses what is
// not possible, also for a draft: better now than on the day on which the loan is needed. A draft may lack terms.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import type { Address, PersonRow } from '#capabilities/people/index.ts';
import { indexRatesOf, type LoanType, merchantNamed } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, type Problem, refuseFields } from '#platform/errors.ts';
import { mustBeNoPercent, type RatesOfAny } from '../loan/agreement-fields.ts';
import type { Terms } from '../loan/books.ts';
import { loanErrors } from '../loan/errors.ts';
import type { LoanProduct } from '../loan/product.ts';
import type { Agreement } from '../loan/schemas.ts';
import type { LoanFigures } from '../loan/tables.ts';
import { stateOfBorrower } from './loan-address.ts';

interface Origination {
  readonly owner: PersonRow;
  readonly type: LoanType;
  readonly agreed: Agreement;
  /** The address in line. */
  readonly address: Address | null;
  /** The day of the origination. */
  readonly date: CivilDate;
  /** An application may lack terms. */
  readonly mayLack: boolean;
}

interface Originated {
  readonly terms: Terms;
  readonly figures: LoanFigures;
}

/** Undefined where terms are missing yet. Errors: InvalidRequest, InvalidSpecificDays, NotFound (merchant, contact). */
export async function originated(
  ctx: Pick<CommandContext, 'vault'>,
  tx: Tx,
  product: LoanProduct,
  { owner, type, agreed, address, date, mayLack }: Origination,
): Promise<Originated | undefined> {
  mustBeNoPercent(agreed as RatesOfAny, type.interest);
  const lacks = product.lacking(agreed);
  if (!mayLack) mustLackNothing(lacks);
  const agreedTerms = lacks.length === 0 ? product.termsOf(type, agreed) : product.mustBeSound(agreed);
  for (const [path, merchantId] of merchantsOf(agreed)) await merchantNamed(tx, path, merchantId);
  const state = await stateOfBorrower(tx, ctx.vault, owner, { ...agreed, address });
  if (agreedTerms === undefined) return undefined;
  const terms = await withClosedDays(tx, product, agreedTerms);
  const index = product.followsIndex(terms, null) ? await indexRatesOf(tx, type.id) : [];
  const found = { loanTypeId: type.id, settings: type, agreed, terms, index, state, date };
  return { terms, figures: await product.originationFigures(tx, found) };
}

/**
 * The loan keeps the days on which its lender is closed as they are known now: days that are added later move no
 * deadline that was agreed. Deadlines of lines follow the banks alone, as statements and grace are reckoned by them.
 */
async function withClosedDays(reader: Reader, product: LoanProduct, terms: Terms): Promise<Terms> {
  if (product.hasDraws || terms.delinquency.deadlines === 'asIs') return terms;
  const { closedDays } = await settingsOf(reader);
  return closedDays?.length ? { ...terms, delinquency: { ...terms.delinquency, closedDays } } : terms;
}

interface WithAdvances {
  readonly advanceSchedule?:
    | readonly { readonly advanceDetails?: { readonly merchantId?: string | null } | null }[]
    | null;
}

/** Each merchant that the agreement names, with its path. */
function merchantsOf(agreed: Agreement & WithAdvances): (readonly [path: string, merchantId: string])[] {
  const ofAdvances = (agreed.advanceSchedule ?? []).map(
    ({ advanceDetails }, i) =>
      [`atOrigination.advanceSchedule[${i}].advanceDetails.merchantId`, advanceDetails?.merchantId] as const,
  );
  const all = [['atOrigination.merchantId', agreed.merchantId] as const, ...ofAdvances];
  return all.flatMap(([path, merchantId]) => (merchantId ? [[path, merchantId] as const] : []));
}

/** Clients know the refusal of days. */
function mustLackNothing(lacks: readonly Problem[]): void {
  const [first, ...more] = lacks;
  if (first === undefined) return;
  const isOfDays = more.length === 0 && first.path === 'atOrigination.specificDays';
  throw refuseFields(isOfDays ? loanErrors.InvalidSpecificDays : errors.InvalidRequest, [first, ...more]);
}
