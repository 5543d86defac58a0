// People and loans boarded in bulk: the people of a batch first, then their loans.
import { dateOf } from '@tenor/engine/values/day.ts';
import {
  findPeople,
  importPersons,
  peopleEvents,
  personLinePermissions,
  personNotFound,
} from '#capabilities/people/index.ts';
import { indexRatesOf } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { type Found, knownSubject } from '#platform/command/run-command.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { mustHave } from '#platform/http/may-call.ts';
import type { ImportBatch, ImportKind, ImportLine, Made } from '#platform/import/import-kind.ts';
import { inside } from '#platform/import/inside-part.ts';
import { findExternalIds } from '#platform/resource/external-ids.ts';
import { ledgerEvents } from '../../../core/books/ledger-events.ts';
import { boardLoan } from '../../../core/lifecycle/create-loan.ts';
import { loanKind } from '../../../core/lifecycle/loan.ts';
import { drawEvents } from '../../../core/loan/draw-events.ts';
import { loanEvents } from '../../../core/loan/events.ts';
import { mustBeLine } from '../../../core/loan/not-for.ts';
import type { HeldLoan, MadeDraw } from '../../../core/loan/product.ts';
import type { LoanRow, TransactionRow } from '../../../core/loan/tables.ts';
import { productOf } from '../../../core/products/list.ts';
import { followsIndex } from '../../../core/timeline/held-loan.ts';
import { createDraw } from '../../../lines/draws/create-draw.ts';
import type { DrawCreate } from '../../../lines/draws/schemas.ts';
import { addPastPurchases, countsFrom } from '../../../lines/purchases/past-purchases.ts';
import type { PastPurchaseInput } from '../../../lines/purchases/schemas.ts';
import type { PurchaseRow } from '../../../lines/purchases/tables.ts';
import { advanceStatusChanged } from '../../../money/advances/base/events.ts';
import { activateLoan } from '../../../money/paying-out/activate-loan.ts';
import { addPastPeriods } from '../past-periods.ts';
import { addPastTransaction } from '../past-transactions.ts';
import { firstDayOf, takeOver } from '../take-over.ts';
import { decodeLine, keysOfLine, type Line } from './line.ts';

/** The permissions that its lines may need. */
export const importPermissions = [
  ...personLinePermissions,
  'loan:create',
  'loan:activate',
  'loan.migration:create',
  'draw:create',
] as const;

export const importLoans: ImportKind<Line> = {
  kind: 'loans.import',
  permission: 'loan:import',
  events: [...peopleEvents, ...loanEvents, ...drawEvents, advanceStatusChanged, ...ledgerEvents],
  steady: ['loan_types', 'loan_type_versions', 'rate_caps', 'index_rates', 'merchants', 'investors'],
  decode: decodeLine,
  keys: keysOfLine,
  async batch(batch) {
    const { lines, tx } = batch;
    const madeAt = await importPersons(batch);
    const externalIds = lines.flatMap(({ body }) => body.loan?.externalId ?? []);
    const loans = await findExternalIds(tx, loanKind, externalIds);
    const references = lines.flatMap(({ body }) => body.loan?.personId ?? []);
    const owners = await findPeople(tx, [...new Set(references)]);
    const known = new Map([...loans].map(([text, { subjectId, objectId }]) => [text, { subjectId, objectId }]));
    for (const line of lines) {
      if (line.body.loan != null) await importLoan(batch, line, { owners, madeAt, known });
    }
  },
};

interface Surroundings {
  readonly owners: ReadonlyMap<string, Found<HeldOwner>>;
  readonly madeAt: ReadonlyMap<string, number>;
  readonly known: Map<string, { readonly subjectId: string; readonly objectId: string }>;
}

type HeldOwner = Parameters<typeof boardLoan>[2];

async function importLoan(
  { attempt }: ImportBatch<Line>,
  line: ImportLine<Line>,
  { owners, madeAt, known }: Surroundings,
): Promise<void> {
  const { personId, ...input } = line.body.loan as NonNullable<Line['loan']>;
  const externalId = input.externalId as string;
  const owner = owners.get(personId);
  const after = owner && knownSubject(owner);
  const work = async (ctx: CommandContext, tx: Tx): Promise<Made> => {
    mustHave(ctx.caller, 'loan:create');
    const there = known.get(externalId);
    if (there !== undefined) {
      return { outcome: 'existing', personId: there.subjectId, loanId: there.objectId, externalId };
    }
    if (owner === undefined) throw unknownOwner(personId);
    const at = madeAt.get(owner.id);
    if (at !== undefined && at > line.number) throw laterOwner(personId, at);
    const row = await inside('loan', () => boardLoan(ctx, tx, owner.subject, input));
    await begin(ctx, tx, row, line.body);
    return { outcome: 'created', personId: owner.id, loanId: row.id, externalId };
  };
  const made = await attempt(line, work, after);
  if (made?.outcome === 'created') {
    known.set(externalId, { subjectId: made.personId as string, objectId: made.loanId as string });
  }
}

const unknownOwner = (reference: string): Refusal =>
  new Refusal(errors.NotFound, personNotFound(reference).message, {
    data: { path: 'loan.personId', expected: 'a borrower that is there, or one of an earlier line' },
  });

const laterOwner = (reference: string, line: number): Refusal =>
  new Refusal(errors.NotFound, `${reference} comes only in line ${line}: a loan comes after its borrower.`, {
    data: { path: 'loan.personId', expected: 'a borrower of an earlier line' },
  });

async function heldAnew(tx: Tx, row: LoanRow): Promise<HeldLoan> {
  const product = productOf(row);
  const index = followsIndex(product, row) ? await indexRatesOf(tx, row.loan_type_id) : [];
  return { product, row, tail: null, tailFacts: 0, facts: [], index };
}

/** Each draw writes the row of its line. */
async function withDraws(ctx: CommandContext, tx: Tx, row: LoanRow, draws: readonly DrawCreate[]) {
  if (draws.length === 0) return { row, drawn: [] };
  mustHave(ctx.caller, 'draw:create');
  const held = await heldAnew(tx, row);
  mustBeLine(held);
  let { version } = row;
  const drawn: MadeDraw[] = [];
  for (const [i, draw] of draws.entries()) {
    const made = await inside(`draws[${i}]`, () => createDraw(ctx, tx, { ...held, row: { ...row, version } }, draw));
    const { id, externalId, status, atOrigination } = made;
    drawn.push({ id, external_id: externalId, status, at_origination: atOrigination });
    version += 1;
  }
  return { row: { ...row, version }, drawn };
}

async function purchasesOf(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  inputs: readonly PastPurchaseInput[],
  draws: readonly MadeDraw[],
): Promise<readonly PurchaseRow[]> {
  if (inputs.length === 0) return [];
  mustBeLine(held);
  return addPastPurchases(ctx, tx, held.row, inputs, draws, (i, work) => inside(`pastPurchases[${i}]`, work));
}

/** Begins the loan and adds its past, as the line says. */
async function begin(ctx: CommandContext, tx: Tx, made: LoanRow, line: Line): Promise<void> {
  const { activate, draws, migration, pastPeriods, pastTransactions, pastPurchases } = line;
  if ((pastPeriods ?? pastTransactions ?? pastPurchases) != null) mustHave(ctx.caller, 'loan.migration:create');
  const { row, drawn } = await withDraws(ctx, tx, made, draws ?? []);
  const periods =
    pastPeriods == null ? [] : await inside('', () => addPastPeriods(ctx, tx, row, pastPeriods, 'pastPeriods', []));
  const transactions: TransactionRow[] = [];
  for (const [i, past] of (pastTransactions ?? []).entries()) {
    transactions.push(await addPastTransaction(ctx, tx, row, past, `pastTransactions[${i}].`));
  }
  const held = await heldAnew(tx, row);
  const bought = await purchasesOf(ctx, tx, held, pastPurchases ?? [], drawn);
  if (activate == null && migration == null) return;
  if (activate != null) {
    mustHave(ctx.caller, 'loan:activate');
    await inside('activate', () => activateLoan(ctx, tx, held, activate));
  } else if (migration != null) {
    mustHave(ctx.caller, 'loan.migration:create');
    await inside('migration', async () => {
      const first = firstDayOf(row, ctx, migration);
      const since = transactions.filter(({ effective_on }) => effective_on >= dateOf(first));
      const purchases = bought.filter((one) => countsFrom(row, one, first));
      await takeOver(ctx, tx, held, migration, { periods, transactions: since, purchases, draws: drawn });
    });
  }
}
