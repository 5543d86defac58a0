// What was done in hardship, as it is shown: with the payments that are expected then, where it was just done.

import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type Page, type PageInput, page } from '#platform/http/pages.ts';
import { presentDifference } from '../../core/books/present-difference.ts';
import { keysOf } from '../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { stateOn } from '../../core/timeline/compute-state.ts';
import type { Used } from './record.ts';
import type { ChangedHardship, ChangedPlan, CustomPaymentPlan, Hardship } from './schemas.ts';
import { hardshipsOf, plansOf, runningPlan, sourceOf, statusOf } from './stored.ts';
import type { HardshipRow } from './tables.ts';
import { hardships, paymentPlans } from './tables.ts';
import type { HardshipStatus } from './words.ts';

// ---- read -----------------------------------------------------------------------------------------------------------

export async function listHardships(
  reader: Reader,
  { row: loan }: HeldLoan,
  today: Day,
  input: PageInput,
): Promise<Page<Hardship>> {
  const keys = keysOf(loan);
  const found = await page(reader, sourceOf(keys.personId), hardshipsOf(reader, keys), input, (row) => row.id);
  return { ...found, items: found.items.map((row) => shownHardship(row, statusOf(row, today, null))) };
}

/** Errors: NotFound. */
export async function readHardship(reader: Reader, held: HeldLoan, today: Day, id: string): Promise<Hardship> {
  const row = await hardships.find(reader, keysOf(held.row), id);
  return shownHardship(row, statusOf(row, today, null));
}

export async function listPlans(
  reader: Reader,
  held: HeldLoan,
  today: Day,
  input: PageInput,
): Promise<Page<CustomPaymentPlan>> {
  const keys = keysOf(held.row);
  const found = await page(reader, sourceOf(keys.personId), plansOf(reader, keys), input, (row) => row.id);
  const running = found.items.length === 0 ? null : await runningToday(reader, held, today);
  return { ...found, items: found.items.map((row) => shownPlan(row, statusOf(row, today, running))) };
}

/** Errors: NotFound. */
export async function readPlan(
  reader: Reader,
  held: HeldLoan,
  today: Day,
  reference: string,
): Promise<CustomPaymentPlan> {
  const row = await paymentPlans.find(reader, keysOf(held.row), reference);
  return shownPlan(row, statusOf(row, today, await runningToday(reader, held, today)));
}

async function runningToday(reader: Reader, held: HeldLoan, today: Day): Promise<string | null> {
  return runningPlan(reader, held, (await stateOn(reader, held, today)).state);
}

// ---- just done ------------------------------------------------------------------------------------------------------

type Preview = boolean | null | undefined;

export const changedHardship = async (
  reader: Reader,
  held: HeldLoan,
  used: Used,
  isPreview: Preview,
): Promise<ChangedHardship> => ({
  ...shownHardship(used.row, used.row.status),
  ...(await outcome(reader, held, used, isPreview)),
  deferredAmount: null,
});

export const changedPlan = async (
  reader: Reader,
  held: HeldLoan,
  used: Used,
  isPreview: Preview,
): Promise<ChangedPlan> => ({
  ...shownPlan(used.row, used.row.status),
  ...(await outcome(reader, held, used, isPreview)),
});

/** What is only previewed has no id yet, unless it is taken back. */
async function outcome(reader: Reader, held: HeldLoan, { row, changed }: Used, isPreview: Preview) {
  const isNew = row.updated_at === null;
  return {
    id: isPreview && isNew ? null : row.id,
    schedule: await held.product.itemsAhead(reader, { ...held, row: changed.row }, changed.after, changed.all),
    difference: isPreview ? await presentDifference(held, changed, isNew ? row.id : undefined) : null,
  };
}

const shared = (row: HardshipRow) => ({
  companyId: row.company_id,
  loanId: row.loan_id,
  effectiveDate: row.effective_on as CivilDate,
  sendNotice: row.said.sendNotice,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  canceledAt: row.canceled_at,
  deletedAt: null,
});

const shownHardship = (row: HardshipRow, status: HardshipStatus): Hardship => ({
  id: row.id,
  object: 'hardship',
  hardshipType: row.kind,
  status,
  dueDates: row.said.dueDates === undefined ? null : [...row.said.dueDates],
  deferTo: row.said.deferTo ?? null,
  disasterNumber: row.said.disasterNumber ?? null,
  dueDatesFrequency: row.said.dueDatesFrequency ?? null,
  specificDays: row.said.specificDays === undefined ? null : [...row.said.specificDays],
  reamortize: row.said.reamortize ?? null,
  into: row.said.into ?? null,
  addedPayments: row.said.addedPayments ?? null,
  cancelableUntil: row.final_on,
  ...shared(row),
});

function shownPlan(row: HardshipRow, status: HardshipStatus): CustomPaymentPlan {
  const { type, firstDueDate, numberOfPeriods, amount, isLonger, replaced } = row.said.plan!;
  return {
    id: row.id,
    object: 'customPaymentPlan',
    externalId: row.external_id,
    status,
    paymentPlanType: type,
    selectedDueDate: firstDueDate,
    numberOfPeriods,
    amount,
    isExtendLoanDuration: isLonger,
    replacedHardshipIds: [...replaced],
    caseId: null,
    ...shared(row),
  };
}
