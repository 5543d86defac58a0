// Boarding a loan: as a draft (pending), originated at once, or declined.

import { type Cents, subtractCents, sumCents } from '@tenor/engine/values/cents.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { type PersonRow, person, stateOfAddress } from '#capabilities/people/index.ts';
import {
  findLoanType,
  findMerchant,
  indexRatesOf,
  type LoanType,
  productErrors,
  rateProblem,
} from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, Refusal, refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { claimExternalId } from '#platform/resource/external-ids.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { start } from '#platform/states.ts';
import { loanCreated, toldOfLoan } from '../loan/events.ts';
import { loanStates, verbOfStatus } from '../loan/states.ts';
import type { LoanFigures, LoanRow } from '../loan/tables.ts';
import { insertLoan } from '../loan/write-loan.ts';
import { mustBeAgreement } from '../products/installment/agreement.ts';
import {
  absoluteRates,
  amountsFound,
  disclose,
  mustKeepCaps,
  originationLimits,
} from '../products/installment/origination.ts';
import type { AdditionalPerson, AtOriginationInput, Loan, LoanCreate } from '../products/installment/schemas.ts';
import { termsOfLoan } from '../products/installment/terms-of-loan.ts';
import { followsIndex } from '../timeline/held-loan.ts';
import { investorsOf } from './investors.ts';
import { loanKind, presentLoan } from './loan.ts';
import { namedIn } from './named-in.ts';

/** Errors: NotFound (loan type, person, merchant, contact), InvalidRequest, InvalidSpecificDays, DuplicateExternalId. */
export const createLoan = async (ctx: CommandContext, tx: Tx, owner: PersonRow, input: LoanCreate): Promise<Loan> =>
  presentLoan(await boardLoan(ctx, tx, owner, input));

/** The same, for what goes on with the loan. */
export async function boardLoan(ctx: CommandContext, tx: Tx, owner: PersonRow, input: LoanCreate): Promise<LoanRow> {
  if (input.type === 'lineOfCredit') {
    throw new Refusal(productErrors.LineOfCreditNotOffered, 'type: lines of credit are not offered yet.', {
      data: { path: 'type', expected: 'installment' },
    });
  }
  const type = await findLoanType(tx, input.loanTypeId);
  const row = await newLoan(ctx, tx, owner, type, input);
  const owned = { kind: loanKind, subjectId: row.person_id, objectId: row.id };
  if (row.external_id !== null) claimExternalId(tx, owned, row.external_id);
  insertLoan(tx, row);
  for (const kind of [loanCreated, ...loanStates.move(start, beginning(input)).emits]) {
    ctx.emit(kind, row.person_id, toldOfLoan(row), { about: { loanId: row.id } });
  }
  return row;
}

const beginning = ({ status }: LoanCreate) => verbOfStatus[status ?? 'pending'];

/** A loan that is not stored yet, checked. Its terms stand once it is originated. */
async function newLoan(
  ctx: Pick<CommandContext, 'now' | 'caller' | 'realm' | 'vault' | 'position'>,
  tx: Tx,
  owner: PersonRow,
  type: LoanType,
  input: LoanCreate,
): Promise<LoanRow> {
  mustBeActive(type);
  const begun = beginning(input);
  const isOriginated = begun === 'originate';
  const additional = await knownPeople(tx, owner, input.additionalPeople ?? []);
  const zone = type.timezone ?? ctx.caller.timezone;
  const investors = await investorsOf(tx, input.atOrigination.investors, dateInZone(ctx.now, zone));
  const agreed = { ...wholeAgreement(input.atOrigination), investors };
  const found = await originated(ctx, tx, { owner, type, agreed, zone });
  return {
    person_id: owner.person_id,
    id: newId('LN'),
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    version: 1,
    external_id: input.externalId ?? null,
    loan_type_id: type.id,
    loan_type_version: type.version,
    status: loanStates.move(start, begun).to,
    is_closed: false,
    serviced_by: input.servicedBy ?? 'creditor',
    nickname: input.nickname ?? null,
    decline_reason: input.declineReason ?? null,
    cancel_reason: null,
    cancel_notice: null,
    charged_off_reason: null,
    at_origination: agreed,
    additional_people: additional,
    terms: isOriginated ? found.terms : null,
    asset_type: type.assetType,
    asset_display_name: type.assetDisplayName,
    zone,
    cut_off: type.cutOffTime,
    meta_data: storedMetaData(input.metaData ?? null),
    state: null,
    base: null,
    base_through: null,
    facts_count: 0,
    postings_count: 0,
    next_action_at: null,
    index_known: null,
    timestamps: isOriginated ? { originatedAt: ctx.now } : {},
    figures: isOriginated ? found.figures : {},
    lease: null,
    created_at: ctx.now,
    updated_at: null,
  };
}

interface Agreement {
  readonly owner: PersonRow;
  readonly type: LoanType;
  readonly agreed: AtOriginationInput;
  readonly zone: string;
}

/** Terms and figures as of today. Refuses what cannot be, also for a draft: better now than on the day it is needed. */
export async function originated(
  ctx: Pick<CommandContext, 'now' | 'vault'>,
  tx: Tx,
  { owner, type, agreed, zone }: Agreement,
): Promise<{ terms: ReturnType<typeof termsOfLoan>; figures: LoanFigures }> {
  mustBeRates(agreed);
  const terms = termsOfLoan(type, agreed);
  mustBeAgreement(agreed);
  const date = dateInZone(ctx.now, zone);
  const day = dayOf(date);
  if (agreed.merchantId) await namedIn('atOrigination.merchantId', findMerchant(tx, agreed.merchantId));
  const { personAddressId } = agreed;
  const state = personAddressId
    ? await namedIn('atOrigination.personAddressId', stateOfAddress(tx, ctx.vault, owner, personAddressId))
    : null;
  const index = followsIndex({ terms }) ? await indexRatesOf(tx, type.id) : [];
  await mustKeepCaps(tx, type.id, absoluteRates(terms, index, day), { state, date });
  const found = disclose(terms, index, type, day);
  const amounts = amountsFound(terms, agreed, day);
  const figures: LoanFigures = {
    ...(found.aprNominal === null ? {} : { aprNominalAtOrigination: found.aprNominal }),
    ...(found.aprEffective === null ? {} : { aprEffectiveAtOrigination: found.aprEffective }),
    totalInterestAmount: sumCents(found.schedule.map(({ interest }) => interest)),
    totalDiscountAmount: sumCents(found.schedule.map((row) => subtractCents(row.interestBeforeDiscount, row.interest))),
    ratesValidation: originationLimits(found),
    ...(amounts === null ? {} : { amountsValidation: { ...amounts } }),
  };
  return { terms, figures };
}

/** Written as percent by mistake, or finer than the engine keeps exact. Errors: InvalidRequest. */
function mustBeRates({ interestRates, promoRates }: AtOriginationInput): void {
  const problems = [
    ...interestRates.flatMap(({ rate }, i) => rateProblem(`atOrigination.interestRates[${i}].rate`, rate, rateBounds)),
    ...(promoRates ?? []).flatMap(({ rate }, i) =>
      rateProblem(`atOrigination.promoRates[${i}].rate`, rate, promoBounds),
    ),
  ];
  mustHaveNone(problems);
}

const rateBounds = { min: -1, max: 10 };
const promoBounds = { min: 0, max: 10 };

function mustBeActive({ id, status }: LoanType): void {
  if (status === 'active') return;
  const message = `${id} is inactive: no new loans are made of it`;
  throw refuseField('loanTypeId', message, 'an active loan type');
}

/** With what was left out filled in, so that what is shown is what holds. */
export function wholeAgreement(agreed: AtOriginationInput): AtOriginationInput {
  const down = (agreed.downPaymentAmount ?? 0) as Cents;
  const principal = agreed.principalAmount ?? (((agreed.amountFinanced ?? 0) - down) as Cents);
  return {
    ...agreed,
    amountFinanced: agreed.amountFinanced ?? principal,
    principalAmount: principal,
    downPaymentAmount: down,
    specificDays: agreed.specificDays ?? [],
    skipCreditReporting: agreed.skipCreditReporting ?? false,
  };
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
