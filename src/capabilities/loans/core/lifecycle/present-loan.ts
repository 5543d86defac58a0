// A loan as it is shown: what every loan has, and the fields of its product.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type PersonRow, personSealers, sealerOf } from '#capabilities/people/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import { shownMetaData } from '#platform/resource/meta-data.ts';
import type { BesideLoan } from '../loan/product.ts';
import type { LoanRow, ShownLoan } from '../loan/tables.ts';
import { productOf } from '../products/list.ts';
import { cardsOf } from './agreed-cards.ts';
import { openAddress } from './loan-address.ts';
import type { Loan } from './schemas.ts';

export const shownColumns = [
  'loans.person_id',
  'loans.id',
  'loans.company_id',
  'external_id',
  'loan_type_id',
  'loan_type_version',
  'status',
  'is_closed',
  'serviced_by',
  'defaulted_at_boarding',
  'first_missed_on',
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
  'zone',
  'new_draws_allowed',
  'promo_programs',
  'autopay_plan_id',
  'address_sealed',
  'created_at',
  'updated_at',
] as const;

/** What is shown of the state, in its place: the state itself is not read. */
export const shownState = sql<
  ShownLoan['state']
>`case when shown is not null then jsonb_build_object('position', shown) end`;

/** The addresses in line and the cards cost a query only where there are some. */
export async function presentLoans(reader: Reader, vault: Vault, rows: readonly ShownLoan[]): Promise<Loan[]> {
  const owners = rows.filter((row) => row.address_sealed !== null).map((row) => row.person_id);
  const sealers = owners.length === 0 ? undefined : await personSealers(reader, vault, [...new Set(owners)]);
  const cards = await cardsOf(reader, vault, rows);
  return eachInSlices(rows, (row) => {
    const sealer = sealers?.get(row.person_id);
    const address = sealer === undefined ? null : openAddress(sealer, row);
    return presentLoan(row, { address, cards: cards.get(row) ?? [] });
  });
}

/** For a command that changes the loan. */
export async function presentOne(tx: Tx, vault: Vault, owner: PersonRow, row: ShownLoan): Promise<Loan> {
  const cards = (await cardsOf(tx, vault, [row])).get(row) ?? [];
  return presentLoan(row, { address: openAddress(sealerOf(vault, owner), row), cards });
}

export function presentLoan(row: ShownLoan, beside: BesideLoan): Loan {
  const product = productOf(row);
  const { product: _, cardIds: __, ...at_origination } = row.at_origination;
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
    additionalPeople: row.additional_people.map(({ mayRead: _, ...person }) => person),
    assetType: row.asset_type,
    assetDisplayName: row.asset_display_name,
    nickname: row.nickname,
    status: row.status,
    isClosed: row.is_closed,
    servicedBy: row.serviced_by,
    defaultedAtBoarding: row.defaulted_at_boarding,
    firstMissedDueDate: row.first_missed_on,
    declineReason: row.decline_reason,
    chargedOffReason: row.charged_off_reason,
    cancelReason: row.cancel_reason,
    ...product.present({ ...row, at_origination, ...beside }),
    metaData: shownMetaData(row.meta_data),
    timestamps: {
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      deletedAt: null,
      startedAt: moment('startedAt'),
      originatedAt: moment('lenderOriginatedAt') ?? moment('originatedAt'),
      originationRecordedAt: moment('originatedAt'),
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
