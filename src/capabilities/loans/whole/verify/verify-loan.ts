// Computes a loan again from its timeline and compares everything that is stored of it, to the cent. It trusts only the
// facts, the terms, and the index that the books were computed with.
import { obligationKey } from '@tenor/engine/account/difference.ts';
import type { Fact } from '@tenor/engine/account/facts.ts';
import { rulesVersion } from '@tenor/engine/account/state.ts';
import { factsAfter } from '@tenor/engine/account/tail.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { dayFiguresOf } from '../../core/books/day-figures-of.ts';
import { hasAhead, lastFactOn } from '../../core/books/move-tip.ts';
import { queriedDays } from '../../core/books/queried-days.ts';
import { causeOf } from '../../core/books/tell-difference.ts';
import type { BookStep, State } from '../../core/loan/books.ts';
import { feeId } from '../../core/loan/derived-id.ts';
import { isLedgerEvent } from '../../core/loan/events.ts';
import { balancesIn, ledgerAmounts, nothingPosted, withPostings } from '../../core/loan/ledger-balances.ts';
import { figuresOf } from '../../core/loan/stored-figures.ts';
import type { LoanTail, TransactionRow } from '../../core/loan/tables.ts';
import { unlikePromises } from '../../core/promises/verify-promises.ts';
import { unlikeSettlementFacts, unlikeSettlements } from '../../core/settlements/verify-settlements.ts';
import { asState, asStored, beginsAtTail, termsOf } from '../../core/timeline/held-loan.ts';
import { indexFacts } from '../../core/timeline/index-facts.ts';
import type { Unlike } from '../../core/timeline/unlike-facts.ts';
import { unlikeDivisions, unlikePurchases } from '../../lines/purchases/verify-purchases.ts';
import { unlikeAdvances } from '../../money/advances/verify-advances.ts';
import { unlikeHardships } from '../../tools/hardship/verify-hardships.ts';
import { unlikeSuspensions } from '../../tools/late-fee-suspensions/verify-suspensions.ts';
import { unlikeRefunds } from '../../tools/refunds/verify-refunds.ts';
import { unlikeCaps } from '../../tools/scra/verify-caps.ts';
import { unlikeStatements } from '../../tools/statements/verify-statements.ts';
import { differences } from './differences.ts';
import type { StoredLoan } from './stored-loan.ts';

type FindingKind =
  | 'ledger'
  | 'counts'
  | 'facts'
  | 'state'
  | 'status'
  | 'postings'
  | 'obligations'
  | 'fees'
  | 'transactions'
  | 'purchases'
  | 'refunds'
  | 'advances'
  | 'scraCaps'
  | 'lateFeeSuspensions'
  | 'hardships'
  | 'settlements'
  | 'promises'
  | 'statements'
  | 'checkpoints'
  | 'figures'
  | 'nextActionAt'
  | 'events'
  | 'replay';

export interface Finding {
  readonly what: FindingKind;
  /** Its place in the stored data: a key, and the path of a part. */
  readonly where: string;
  readonly stored: unknown;
  readonly computed: unknown;
}

export interface Verdict {
  readonly personId: string;
  readonly loanId: string;
  readonly findings: readonly Finding[];
  /** The version of the rules that the books were computed under; null if it is the present one. */
  readonly otherRules: number | null;
  /** What differs under the present rules; only if `otherRules` is not null: otherwise differences are findings. */
  readonly underNewRules: readonly Finding[];
}

export function verifyLoan(stored: StoredLoan): Verdict {
  const { row } = stored;
  const sound = [...ledgerSums(stored), ...counts(stored), ...factNumbers(stored), ...rowsWithFacts(stored)];
  const { computed, rules } = comparison(stored);
  const isOther = rules !== null && rules !== rulesVersion;
  return {
    personId: row.person_id,
    loanId: row.id,
    findings: isOther ? sound : [...sound, ...computed],
    otherRules: isOther ? rules : null,
    underNewRules: isOther ? computed : [],
  };
}

// ---- what must be true under any rules ------------------------------------------------------------------------------

function ledgerSums({ row, sums }: StoredLoan): Finding[] {
  const posted = withPostings(nothingPosted, sums);
  const beside = balancesIn(row);
  return [
    ...ledgerAmounts.flatMap((name) => unlike('ledger', `posted_${name}`, beside[name], posted[name])),
    ...unbalanced(sums),
  ];
}

function unbalanced(sums: StoredLoan['sums']): Finding[] {
  const byEntry = Map.groupBy(sums, ({ effective_on, cause }) => `${effective_on} ${cause}`);
  return [...byEntry].flatMap(([where, sides]) => {
    const sum = sides.reduce((total, { amount }) => total + amount, 0);
    return sum === 0 ? [] : [{ what: 'ledger' as const, where: `${where} adds up to`, stored: sum, computed: 0 }];
  });
}

function counts({ row, facts, sums }: StoredLoan): Finding[] {
  const postings = sums.reduce((total, sum) => total + sum.postings, 0);
  return [
    ...unlike('counts', 'facts_count', row.facts_count, facts.length),
    ...unlike('counts', 'postings_count', row.postings_count, postings),
  ];
}

function factNumbers({ facts }: StoredLoan): Finding[] {
  return facts.flatMap(({ number }, i) => unlike('facts', `${number} number`, number, i + 1));
}

/** What is stored beside the facts that it made. */
function rowsWithFacts(stored: StoredLoan): Finding[] {
  const facts = stored.facts.map(({ fact }) => fact);
  return [
    ...asFindings('purchases', unlikePurchases(stored.row, facts, stored)),
    ...asFindings('refunds', unlikeRefunds(facts, stored.refunds)),
    ...asFindings('advances', unlikeAdvances(facts, stored.advances)),
    ...asFindings('scraCaps', unlikeCaps(stored.product, facts, stored.caps)),
    ...asFindings('lateFeeSuspensions', unlikeSuspensions(stored.row, facts, stored.suspensions)),
    ...asFindings('hardships', unlikeHardships(stored.row, facts, stored.hardships)),
    ...asFindings('settlements', unlikeSettlementFacts(facts, stored.settlements)),
    ...asFindings('promises', unlikePromises(stored.facts, stored.promises)),
  ];
}

const asFindings = (what: FindingKind, unlikes: readonly Unlike[]): Finding[] =>
  unlikes.map((one) => ({ what, ...one }));

// ---- what the engine computes from the facts ------------------------------------------------------------------------

function comparison(stored: StoredLoan): { readonly computed: readonly Finding[]; readonly rules: number | null } {
  const { row, product } = stored;
  if (row.state === null) return { computed: withoutBooks(stored), rules: null };
  const facts = [...indexFacts(row.index_known ?? []), ...stored.facts.map(({ fact }) => fact)];
  let life: State;
  try {
    life = product.replay(termsOf(row), facts, { through: row.state.through });
  } catch (error) {
    const computed: Finding = { what: 'replay', where: 'facts', stored: null, computed: (error as Error).message };
    return { computed: [computed], rules: row.state.rules };
  }
  const computed = [
    ...partsUnlike('state', '', row.state.position, product.stored(life.position)),
    ...statusColumns(stored, life),
    ...shown(stored, life),
    ...days(stored, life),
    ...lateness(stored, life),
    ...tip(stored),
    ...partsUnlike('figures', '', figuresOf(row, row.state.next), dayFiguresOf(product, termsOf(row), life, facts)),
    ...unlike('nextActionAt', '', row.next_action_at, product.nextActionAt(termsOf(row), life, facts, row.zone)),
    ...postings(stored, life),
    ...obligations(stored, life),
    ...fees(stored, life),
    ...splits(stored, life),
    ...asFindings('purchases', unlikeDivisions(stored, life)),
    ...asFindings('statements', unlikeStatements(stored, stored.statements, stored.turn)),
    ...asFindings('settlements', unlikeSettlements({ held: stored, after: life, all: facts }, stored.settlements)),
    ...checkpoints(stored, facts),
    ...tailFacts(stored),
    ...events(stored, life),
  ];
  return { computed, rules: row.state.rules };
}

/** Before its activation a loan has no books; after one that was undone, none that are anything. */
function withoutBooks(stored: StoredLoan): Finding[] {
  const { row, sums, obligations: due, fees: booked, checkpoints: kept } = stored;
  return [
    ...unlike('facts', 'before the activation', hasBegun(stored), false),
    ...unlike('postings', 'before the activation', sums.filter(({ amount }) => amount !== 0).length, 0),
    ...unlike('obligations', 'before the activation', due.length, 0),
    ...unlike('fees', 'before the activation', booked.length, 0),
    ...unlike('checkpoints', 'before the activation', kept.length, 0),
    ...unlike('nextActionAt', 'before the activation', row.next_action_at, null),
  ];
}

function hasBegun({ row, product, facts }: StoredLoan): boolean {
  if (facts.length === 0) return false;
  const all = facts.map(({ fact }) => fact);
  const through = Math.max(...all.map(({ on }) => on));
  return product.replay(termsOf(row), all, { through }).position.standing !== 'pending';
}

function statusColumns({ row, product }: StoredLoan, { position }: State): Finding[] {
  return [
    ...unlike('status', 'status', row.status, product.statusOf(position)),
    ...unlike('status', 'is_closed', row.is_closed, position.isClosed),
    ...unlike('status', 'serviced_by', row.serviced_by, position.servicedBy),
  ];
}

const shown = ({ row, product }: StoredLoan, { position }: State): Finding[] =>
  partsUnlike('state', 'shown', row.shown, product.shownOf(position));

function days({ row, product }: StoredLoan, { position }: State): Finding[] {
  const computed = queriedDays(product, position);
  const { started_on, turns_on, paid_off_on } = row;
  return partsUnlike('state', 'days', { started_on, turns_on, paid_off_on }, computed);
}

/** It depends on what was known when, so it is bounded: by nothing late, and by the oldest due date that is. */
function lateness({ row }: StoredLoan, { position: { standing, paidOffOn } }: State): Finding[] {
  const { missed_since: stored, oldest_due_on: oldest } = row;
  const isLate = paidOffOn === null && oldest !== null && standing !== 'chargedOff';
  if (isLate) return stored !== null && stored <= oldest ? [] : unlike('figures', 'missed_since', stored, oldest);
  return standing === 'chargedOff' && paidOffOn === null ? [] : unlike('figures', 'missed_since', stored, null);
}

/** How many facts it counts decides what is read, and nothing else. */
function tip({ row: { state }, product, facts }: StoredLoan): Finding[] {
  if (state === null) return [];
  const all = facts.map(({ fact }) => fact);
  return [
    ...unlike('state', 'tip ahead', state.tip.isAhead ?? false, hasAhead(product, state, all)),
    ...partsUnlike('state', 'tip last', state.tip.last ?? null, lastFactOn(state, all) ?? null),
  ];
}

function postings({ sums }: StoredLoan, life: State): Finding[] {
  const computed = new Map<string, number>();
  for (const { on, account, cause, amount } of life.records.postings) {
    const key = `${dateOf(on)} ${account} ${cause}`;
    computed.set(key, (computed.get(key) ?? 0) + amount);
  }
  const stored = new Map(sums.map((sum) => [`${sum.effective_on} ${sum.account} ${sum.cause}`, sum.amount]));
  const keys = new Set([...stored.keys(), ...computed.keys()]);
  return [...keys].flatMap((key) => unlike('postings', key, stored.get(key) ?? 0, computed.get(key) ?? 0));
}

function obligations({ obligations: rows }: StoredLoan, { records, position }: State): Finding[] {
  const whole = [...records.obligations, ...position.obligations];
  const computed = whole.map((obligation) => ({ key: obligationKey(obligation), obligation }));
  return byKey('obligations', rows, computed);
}

function fees({ row, fees: rows }: StoredLoan, { records }: State): Finding[] {
  // A fee that was booked, retracted and booked again is stored as it was booked last.
  const last = new Map(records.fees.map((fee) => [fee.key, fee]));
  const computed = [...last.values()].map((fee) => ({ key: fee.key, id: feeId(row.id, fee.key), fee }));
  return byKey('fees', rows, computed);
}

const moneyKinds: ReadonlySet<BookStep['kind']> = new Set<BookStep['kind']>([
  'payment',
  'serviceCredit',
  'reimbursement',
]);

function splits({ transactions }: StoredLoan, { records }: State): Finding[] {
  const steps = records.steps.filter(({ kind }) => moneyKinds.has(kind));
  const byFact = new Map(steps.map((step) => [step.cause.slice(step.cause.indexOf(':') + 1), step]));
  const splitOf = (row: TransactionRow) => {
    const step = byFact.get(row.fact_id as string);
    return {
      paid_principal: step?.principal ?? 0,
      paid_interest: step?.interest ?? 0,
      paid_fees: step?.fees ?? 0,
      paid_over: step?.over ?? 0,
      isApplied: step !== undefined,
    };
  };
  return transactions.flatMap((row) => {
    const { paid_principal, paid_interest, paid_fees, paid_over } = row;
    const isApplied = row.applied_at !== null;
    return partsUnlike(
      'transactions',
      row.id,
      { paid_principal, paid_interest, paid_fees, paid_over, isApplied },
      splitOf(row),
    );
  });
}

/** Each is computed from the one before, which was computed and not read. */
function checkpoints(stored: StoredLoan, facts: readonly Fact[]): Finding[] {
  const { row, product } = stored;
  const kept = stored.checkpoints.map(({ through, state }) => ({
    where: through as string,
    through: dayOf(through),
    state,
  }));
  const ofTail = tailInUse(stored) && stored.tail?.state;
  if (ofTail != null) kept.push({ where: 'tail', through: ofTail.through, state: ofTail });
  if (row.base !== null && row.base_through !== null) {
    kept.push({ where: `base ${row.base_through}`, through: dayOf(row.base_through), state: row.base });
  }
  let from: State | undefined;
  return kept
    .sort((a, b) => a.through - b.through)
    .flatMap(({ where, through, state }) => {
      if (state.rules !== rulesVersion) return [];
      const computed = product.replay(termsOf(row), facts, { through, last: state.last, from });
      const again = asStored(product, computed);
      from = asState(product, again);
      return partsUnlike('checkpoints', where, state, again);
    });
}

/** A tail that another process has left out of date is not used any more, so it is not compared. */
function tailInUse({ row, product, tail: found, facts }: StoredLoan): LoanTail | undefined {
  if (found === undefined) return undefined;
  const { facts_count: count, tail } = found;
  const since = facts.slice(count).map(({ fact }) => fact);
  const held = { product, row, tail, index: row.index_known ?? [] };
  return beginsAtTail(held, [...tail.ahead, ...since], []) ? tail : undefined;
}

/** The facts that a replay from the tail adds after its beginning. */
function tailFacts(stored: StoredLoan): Finding[] {
  const tail = tailInUse(stored);
  if (tail?.state?.last === undefined) return [];
  const known = stored.facts.slice(0, stored.tail?.facts_count).map(({ fact }) => fact);
  return partsUnlike('checkpoints', 'tail ahead', tail.ahead, factsAfter(known, tail.state.last, stored.product.reach));
}

function events({ row, events: rows }: StoredLoan, life: State): Finding[] {
  const stored = new Set(rows.filter(({ type }) => isLedgerEvent(type)).map(({ type, cause }) => `${type} ${cause}`));
  const told = life.records.events.filter(({ type }) => isLedgerEvent(type));
  const computed = new Set(told.map((event) => `${event.type} ${causeOf(row, event)}`));
  const keys = new Set([...stored, ...computed]);
  return [...keys].flatMap((key) => unlike('events', key, stored.has(key), computed.has(key)));
}

// ---- comparing ------------------------------------------------------------------------------------------------------

function unlike(what: FindingKind, where: string, stored: unknown, computed: unknown): Finding[] {
  return stored === computed ? [] : [{ what, where, stored, computed }];
}

const partsUnlike = (what: FindingKind, where: string, stored: unknown, computed: unknown): Finding[] =>
  differences(stored, JSON.parse(JSON.stringify(computed))).map(({ path, ...values }) => ({
    what,
    where: [where, path].filter(Boolean).join(' '),
    ...values,
  }));

type Keyed = { readonly key: string };

function byKey(what: FindingKind, stored: readonly Keyed[], computed: readonly Keyed[]): Finding[] {
  const rows = new Map(stored.map((row) => [row.key, row]));
  const made = new Map(computed.map((row) => [row.key, row]));
  const missing = [...made.keys()].filter((key) => !rows.has(key));
  const left = [...rows.keys()].filter((key) => !made.has(key));
  const both = [...rows].filter(([key]) => made.has(key));
  return [
    ...missing.map((where) => ({ what, where, stored: null, computed: 'is there' })),
    ...left.map((where) => ({ what, where, stored: 'is there', computed: null })),
    ...both.flatMap(([key, row]) => partsUnlike(what, key, comparable(row), made.get(key))),
  ];
}

const comparable = ({ person_id: _, loan_id: __, ...row }: Keyed & { person_id?: string; loan_id?: string }): object =>
  row;
