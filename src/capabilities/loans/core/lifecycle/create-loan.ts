// Boarding a loan: as a draft (pending), originated at once, or declined.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { Card } from '#capabilities/cards/index.ts';
import { type PersonRow, person, sealerOf } from '#capabilities/people/index.ts';
import { findLoanType, type LoanType } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { claimExternalId } from '#platform/resource/external-ids.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { start } from '#platform/states.ts';
import { loanCreated, toldOfLoan } from '../loan/events.ts';
import { noPostings } from '../loan/ledger-balances.ts';
import { mustHaveCome } from '../loan/originated-at.ts';
import type { LoanProduct } from '../loan/product.ts';
import type { AdditionalPerson } from '../loan/schemas.ts';
import { loanStates, verbOfStatus } from '../loan/states.ts';
import { noFigures } from '../loan/stored-figures.ts';
import type { LoanRow } from '../loan/tables.ts';
import { takenOverAs } from '../loan/taken-over.ts';
import { insertLoan } from '../loan/write-loan.ts';
import { nameOf, productNamed, products } from '../products/list.ts';
import { ignoreForeign, ownFields } from '../products/schemas.ts';
import { agreedPrograms, claimPrograms, tellAgreed, withPrograms } from '../promos/agree-programs.ts';
import { mustTakeCards, newCardIds, recordCards } from './agreed-cards.ts';
import { freeCanceledLoansId } from './canceled-loans-id.ts';
import { investorsOf } from './investors.ts';
import { loanKind } from './loan.ts';
import { addressAfter, openAddress, sealAddress } from './loan-address.ts';
import { originated } from './originate.ts';
import { presentLoan } from './present-loan.ts';
import type { Loan, LoanCreate } from './schemas.ts';

/**
 * Errors: NotFound (loan type, person, merchant, contact), InvalidRequest, InvalidSpecificDays,
 * DuplicateExternalId.
 */
export async function createLoan(
  ctx: CommandContext,
  tx: Tx,
  owner: PersonRow,
  input: LoanCreate,
  options: BoardOptions,
): Promise<Loan> {
  await freeCanceledLoansId(ctx, tx, input.externalId);
  const { row, cards } = await boardWithCards(ctx, tx, owner, input, options);
  return presentLoan(row, { address: openAddress(sealerOf(ctx.vault, owner), row), cards });
}

interface BoardOptions {
  /** False: an address in line is taken as it is. */
  readonly validate: boolean;
}

/** The same, for commands that continue with the loan. */
export const boardLoan = async (
  ctx: CommandContext,
  tx: Tx,
  owner: PersonRow,
  input: LoanCreate,
  options: BoardOptions = { validate: true },
): Promise<LoanRow> => (await boardWithCards(ctx, tx, owner, input, options)).row;

async function boardWithCards(
  ctx: CommandContext,
  tx: Tx,
  owner: PersonRow,
  input: LoanCreate,
  { validate }: BoardOptions,
): Promise<{ readonly row: LoanRow; readonly cards: readonly Card[] }> {
  const type = await findLoanType(tx, input.loanTypeId);
  if (input.type != null && input.type !== type.type) {
    throw refuseField('type', `is not what the loan type ${type.id} is for`, `${type.type}, or nothing`);
  }
  const product = productNamed(type.type) ?? products[0];
  const { card, cards, ...agreed } = input.atOrigination ?? {};
  mustTakeCards(product, { card, cards });
  const boarded = await newLoan(ctx, tx, { owner, type, product, validate }, { ...input, atOrigination: agreed });
  const row = { ...boarded, at_origination: { ...boarded.at_origination, ...newCardIds({ card, cards }) } };
  const owned = { kind: loanKind, subjectId: row.person_id, objectId: row.id };
  if (row.external_id !== null) claimExternalId(tx, owned, row.external_id);
  insertLoan(tx, row);
  claimPrograms(tx, row.person_id, null, row.promo_programs);
  for (const kind of [loanCreated, ...loanStates.move(start, beginning(input)).emits]) {
    ctx.emit(kind, row.person_id, toldOfLoan(row), { about: { loanId: row.id } });
  }
  tellAgreed(ctx, row, row.promo_programs ?? []);
  return { row, cards: await recordCards(ctx, tx, { owner, row }, { card, cards }) };
}

const beginning = ({ status }: LoanCreate) => verbOfStatus[status ?? 'pending'];

interface Parties {
  readonly owner: PersonRow;
  readonly type: LoanType;
  readonly product: LoanProduct;
  readonly validate: boolean;
}

const noBooks = {
  state: null,
  base: null,
  base_through: null,
  facts_count: 0,
  postings_count: 0,
  next_action_at: null,
  started_on: null,
  turns_on: null,
  paid_off_on: null,
  missed_since: null,
  disbursement_id: null,
  promise_plan_id: null,
  index_known: null,
  shown: null,
  ...noFigures,
  ...noPostings,
} as const satisfies Partial<LoanRow>;

/** Checks a loan that is not stored yet. Its terms are fixed once it is originated. */
async function newLoan(
  ctx: Pick<CommandContext, 'now' | 'caller' | 'realm' | 'vault' | 'position' | 'ignore'>,
  tx: Tx,
  { owner, type, product, validate }: Parties,
  input: LoanCreate,
): Promise<LoanRow> {
  mustBeActive(type);
  const begun = beginning(input);
  const isOriginated = begun === 'originate';
  const additional = await knownPeople(tx, owner, input.additionalPeople ?? []);
  const zone = type.timezone ?? ctx.caller.timezone;
  const { personAddress, promoPrograms, ...sent } = ownFields(
    product.schemas.agreement,
    input.atOrigination ?? {},
    'atOrigination',
  );
  ignoreOthers(ctx, product, input);
  const address = addressAfter(null, { ...sent, personAddress }, { validate });
  const investors = await investorsOf(tx, sent.investors, dateInZone(ctx.now, zone));
  const agreed = { ...product.wholeAgreement(sent), investors, ...nameOf(product) };
  const said = input.timestamps?.originatedAt ?? undefined;
  mustHaveCome(said, ctx.now, zone);
  const date = dateInZone(said ?? ctx.now, zone);
  const promo_programs = await agreedPrograms(ctx, tx, { product, settings: type, before: null }, promoPrograms);
  const found = await originated(ctx, tx, product, {
    owner,
    type,
    agreed: withPrograms(product, agreed, promo_programs),
    address,
    date,
    mayLack: !isOriginated,
  });
  const id = newId('LN');
  return {
    person_id: owner.person_id,
    id,
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    version: 1,
    external_id: input.externalId ?? null,
    loan_type_id: type.id,
    loan_type_version: type.version,
    status: loanStates.move(start, begun).to,
    is_closed: false,
    serviced_by: input.servicedBy ?? 'creditor',
    ...takenOverAs(input, date),
    nickname: input.nickname ?? null,
    decline_reason: input.declineReason ?? null,
    cancel_reason: null,
    send_notice: null,
    charged_off_reason: null,
    at_origination: agreed,
    additional_people: additional,
    terms: (isOriginated && found?.terms) || null,
    asset_type: type.assetType,
    asset_display_name: type.assetDisplayName,
    zone,
    cut_off: type.cutOffTime,
    meta_data: storedMetaData(input.metaData ?? null),
    ...noBooks,
    timestamps: { lenderOriginatedAt: said, originatedAt: isOriginated ? ctx.now : undefined },
    figures: (isOriginated && found?.figures) || {},
    address_sealed: sealAddress(ctx.vault, owner, id, address),
    lease: null,
    autopay_plan_id: null,
    new_draws_allowed: product.hasDraws ? (input.newDrawsAllowed ?? null) : null,
    promo_programs,
    created_at: ctx.now,
    updated_at: null,
  };
}

/** Names what the product does not have. */
function ignoreOthers(ctx: Pick<CommandContext, 'ignore'>, product: LoanProduct, input: LoanCreate): void {
  ignoreForeign(ctx, product.schemas.agreement.properties, input.atOrigination ?? {}, 'atOrigination.');
  ignoreNewDraws(ctx, product, input.newDrawsAllowed);
}

/** Clients send it with any loan. */
export function ignoreNewDraws(
  ctx: Pick<CommandContext, 'ignore'>,
  { hasDraws }: LoanProduct,
  newDrawsAllowed: boolean | null | undefined,
): void {
  if (newDrawsAllowed != null && !hasDraws) ctx.ignore('newDrawsAllowed');
}

function mustBeActive({ id, status }: LoanType): void {
  if (status === 'active') return;
  const message = `${id} is inactive: no new loans are made of it`;
  throw refuseField('loanTypeId', message, 'an active loan type');
}

async function knownPeople(tx: Tx, main: PersonRow, people: readonly AdditionalPerson[]): Promise<AdditionalPerson[]> {
  const known: AdditionalPerson[] = [];
  for (const [i, { personId: reference, loanRelationType }] of people.entries()) {
    const path = `additionalPeople[${i}].personId`;
    const { id: personId } = await namedIn(path, person.find(tx, reference, false));
    if (personId === main.person_id || known.some((other) => other.personId === personId)) {
      const message = 'is on the loan already';
      throw refuseField(path, message, 'another borrower');
    }
    known.push({ personId, loanRelationType });
  }
  return known;
}
