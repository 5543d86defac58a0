// The one way in for every report on an order: the answer to it, what was asked, notices, lists, the calendar. It
// only moves an attempt forward, and tells its taker. What contradicts what we know is a break, and changes nothing.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { compare, dateInUtc, type Instant } from '@tenor/engine/values/instant.ts';
import type { Break } from '#capabilities/bank-books/index.ts';
import { entriesOf, type Money, nextEnd, type PostedEvent, postingsOf } from '#capabilities/bank-books/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { reasonOf } from '../order/failure-reasons.ts';
import { isAmountSecret } from '../order/order.ts';
import { withoutNumbers } from '../order/own-words.ts';
import type { Particulars, ProviderReport } from '../providers/provider.ts';
import { keyOf, writeAttempt } from './attempt.ts';
import { confirmedAt, liveAfterPrenote, settledAt } from './calendar.ts';
import { lookForRefund } from './refunded.ts';
import { type AttemptState, attemptStates } from './states.ts';
import type { AttemptRow } from './tables.ts';
import type { Takers, Taking } from './taker.ts';

export interface Report {
  readonly what: ProviderReport['what'];
  /** The provider's id of the order. */
  readonly id: string | null;
  readonly at: Instant;
  /** Null: the amount is that of the order. */
  readonly amount: Cents | null;
  readonly code: string | null;
  /** Our word for the code; that of the table where it is not given. */
  readonly reason?: string;
  /** The day on which it was accepted or settled. */
  readonly on: string | null;
  readonly respondBy?: string | null;
  readonly caseNumber?: string | null;
  readonly corrected?: string | null;
  readonly particulars?: Particulars;
}

type Effect = 'taken' | 'known' | Break;

type Verb = ProviderReport['what'];

/** What must have come before, and is taken with it where it was never told. */
const before: Readonly<Record<Verb, readonly Verb[]>> = {
  accepted: [],
  refused: [],
  settled: ['accepted'],
  confirmed: ['accepted', 'settled'],
  returned: ['accepted'],
  voided: ['accepted'],
  disputed: ['accepted'],
  disputeWon: ['accepted', 'disputed'],
  disputeLost: ['accepted', 'disputed'],
  corrected: ['accepted'],
};
/** A return by ACH is undone before anybody told of it: the money is there. */
const returnUndone: readonly Verb[] = ['accepted', 'settled', 'confirmed'];

/** These take money back, or give it back. Each says all that those of the order before it have said. */
const turning: readonly Verb[] = ['returned', 'disputed', 'disputeWon', 'disputeLost'];

/** A later message was faster. */
function isOvertaken({ state, turned_at, accepted_at, ended_at }: AttemptRow, { what, at }: Report): boolean {
  if (turning.includes(what)) return turned_at !== null && compare(at, turned_at) < 0;
  // That it was accepted is known; what was never accepted and refused is told to be accepted by mistake.
  const isRefusedLate = state === 'refused' && accepted_at !== null && ended_at !== null;
  return what === 'accepted' && isRefusedLate && compare(at, ended_at) < 0;
}

/** In these states it is no news. */
const knownIn: Readonly<Record<Verb, readonly AttemptState[]>> = {
  accepted: ['accepted', 'settled', 'confirmed', 'returned', 'disputed', 'voided'],
  refused: ['refused'],
  settled: ['settled', 'confirmed', 'returned', 'disputed'],
  confirmed: ['confirmed', 'returned', 'disputed'],
  returned: [],
  voided: ['voided'],
  disputed: ['disputed'],
  disputeWon: ['confirmed'],
  disputeLost: ['returned'],
  corrected: ['voided'],
};

const leads = (state: AttemptState, verb: Verb): boolean => attemptStates.from(verb).includes(state);

/** The verbs that lead to what was said; undefined: none does. */
function wayTo(row: AttemptRow, what: Verb): readonly Verb[] | undefined {
  const way: Verb[] = [];
  let { state } = row;
  const go = (verb: Verb): void => {
    way.push(verb);
    state = attemptStates.move(state, verb, { id: row.id }).to;
  };
  const isUnseen = what === 'disputeWon' && row.rail === 'ach' && !leads(state, what);
  // The issuer of a card tells of it whether or not the charge was accepted.
  const isOfCard = what === 'corrected' && row.rail === 'card';
  const implies = isOfCard ? [] : isUnseen ? returnUndone : before[what];
  for (const verb of implies) if (leads(state, verb)) go(verb);
  if (isUnseen && state === 'confirmed') return way;
  if (!leads(state, what)) return undefined;
  go(what);
  // A card that is verified moves no money: there is nothing to wait for.
  if (what === 'accepted' && row.deed === 'verify' && row.rail === 'card') go('settled');
  // Only the network of ACH takes money back in the ordinary way once it has settled.
  if (way.at(-1) === 'settled' && row.rail !== 'ach') go('confirmed');
  return way;
}

function contradictionIn(row: AttemptRow, report: Report): Break | undefined {
  const { what, id, amount } = report;
  const is = `${keyOf(row)} is ${row.state}`;
  if (id !== null && row.provider_id !== null && id !== row.provider_id) {
    const detail = `${keyOf(row)} has the id ${row.provider_id} with the provider, which now calls it ${id}.`;
    return { kind: what === 'accepted' ? 'chargedTwice' : 'contradiction', detail };
  }
  const isPart = what.startsWith('dispute');
  const isKnown = amount !== null && !isAmountSecret(row.subject_kind);
  const isWrongPart = isPart && (amount === 0 || (amount ?? 0) > row.amount_cents);
  if (isKnown && (isPart ? isWrongPart : amount !== row.amount_cents)) {
    return { kind: 'amount', detail: `${is}, and the provider tells another amount of it (${what}).` };
  }
  if (what === 'returned' && row.state === 'returned' && !isOvertaken(row, report))
    return { kind: 'returnTwice', detail: `${is} already.` };
  return undefined;
}

/** The caller has locked the row. */
export async function takeReport(
  taking: Taking,
  tx: Tx,
  row: AttemptRow,
  report: Report,
  { takers, zone }: { readonly takers: Takers; readonly zone: string },
): Promise<Effect> {
  const wrong = contradictionIn(row, report);
  if (wrong !== undefined) return wrong;
  if (isOvertaken(row, report)) return 'known';
  const isKnown = knownIn[report.what].includes(row.state);
  const way = isKnown ? [] : wayTo(row, report.what);
  if (way === undefined) {
    return { kind: 'contradiction', detail: `${keyOf(row)} is ${row.state}, and is told to be ${report.what}.` };
  }
  if (turning.includes(report.what)) writeAttempt(tx, row, { turned_at: report.at });
  if (isKnown) return settledLate(taking, tx, row, report);
  if (report.what === 'returned' || report.what === 'disputed') await lookForRefund(taking, tx, row);
  let now = row;
  const posted: PostedEvent[] = [];
  for (const what of way) {
    // What was left out was never told with a code of its own.
    const one = what === report.what ? report : implied(report, what);
    const changes = changesBy(now, one, zone);
    posted.push(postedBy(now, one));
    writeAttempt(tx, now, changes);
    now = { ...now, ...changes };
    await tell(taking, tx, now, one, takers);
  }
  if (way.includes('accepted') && row.deed !== 'verify')
    await taking.last.openDay(row.carrier_id, nextEnd(taking.now, zone));
  taking.last.postings.push(...postingsOf(aboutCash(taking, row, report), posted));
  return 'taken';
}

/** Nobody has heard of it, and nobody will. The caller has locked the row. */
export async function withdraw(taking: Taking, tx: Tx, row: AttemptRow, takers: Takers): Promise<void> {
  const { to: state } = attemptStates.move(row.state, 'takeBack', { id: row.id });
  const changes = { state, held_until: null, act_at: null, ended_at: taking.now };
  writeAttempt(tx, row, changes);
  const report: Report = { what: 'voided', id: null, at: taking.now, amount: null, code: null, on: null };
  await tell(taking, tx, { ...row, ...changes }, report, takers);
}

const implied = ({ id, at, amount, on }: Report, what: Verb): Report => ({ what, id, at, amount, on, code: null });

/** The books of the cash hear of it; the status does not. */
function settledLate(taking: Taking, tx: Tx, row: AttemptRow, report: Report): Effect {
  const { what, on, at } = report;
  if (what !== 'settled' || row.settled_on !== null) return 'known';
  writeAttempt(tx, row, { settled_on: (on ?? dateInUtc(at)) as CivilDate, held_until: null });
  taking.last.postings.push(...postingsOf(aboutCash(taking, row, report), [postedBy(row, report)]));
  return 'taken';
}

const aboutCash = ({ position, now: at }: Taking, row: AttemptRow, report: Report) => ({
  carrierId: row.carrier_id,
  attemptId: row.id,
  at,
  position,
  orderKey: keyOf(row),
  providerRef: row.provider_id ?? report.id,
});

/** A void moves no money of its own: the order that it takes back is voided. A verification moves none at all. */
function movesOf(deed: AttemptRow['deed']): Money['moves'] {
  if (deed === 'void' || deed === 'verify') return 'nothing';
  return deed === 'debit' ? 'in' : 'out';
}

function postedBy(row: AttemptRow, { what, amount, on, at }: Report): PostedEvent {
  const money: Money = {
    moves: movesOf(row.deed),
    owner: row.subject_kind === 'downPayment' ? 'DN' : 'LC',
    amount: row.amount_cents,
    disputed: what === 'disputed' ? (amount ?? row.amount_cents) : (row.disputed_cents ?? 0),
    lost: amount ?? row.disputed_cents ?? 0,
    isAccepted: row.accepted_at !== null,
    isSettled: row.settled_on !== null,
    isReturned: row.state === 'returned',
  };
  return { event: what, day: (on ?? dateInUtc(at)) as CivilDate, entries: entriesOf(what, money) };
}

/** A file is answered only by what comes back: that its entries have settled, nobody says. */
export const settlesByCalendar = ({ carrier_kind }: Pick<AttemptRow, 'carrier_kind'>): boolean =>
  carrier_kind === 'ach';

function changesBy(row: AttemptRow, report: Report, zone: string) {
  const { what, id, at, on } = report;
  const state = attemptStates.move(row.state, what, { id: row.id }).to;
  const same = {
    state,
    provider_id: row.provider_id ?? id,
    held_until: null,
    asked: 0,
    act_at: row.act_at,
    entry_date: row.entry_date,
    accepted_at: row.accepted_at,
    settled_on: row.settled_on,
    confirmed_at: row.confirmed_at,
    ended_at: row.ended_at,
    disputed_cents: row.disputed_cents,
    reason: row.reason,
    code: row.code,
  };
  const ended = { act_at: null, ended_at: at, code: report.code, reason: reasonIn(row, report) };
  const isByCalendar = row.rail === 'ach';
  const isUndone = row.state === 'returned' && row.disputed_cents === null;
  switch (what) {
    case 'accepted': {
      const entry_date = (on ?? row.entry_date) as CivilDate | null;
      const settles = entry_date ?? dateInUtc(at);
      const isWaiting = isByCalendar && row.deed !== 'void';
      const next = settlesByCalendar(row) ? settledAt(settles, at, zone) : confirmedAt(settles, zone);
      return { ...same, accepted_at: at, entry_date, act_at: isWaiting ? next : null };
    }
    case 'settled': {
      const settled_on = (on ?? row.entry_date ?? dateInUtc(at)) as CivilDate;
      const isSureAt = row.deed === 'verify' ? liveAfterPrenote : confirmedAt;
      return { ...same, settled_on, act_at: isByCalendar ? isSureAt(settled_on, zone) : null };
    }
    case 'confirmed':
      return { ...same, confirmed_at: at, act_at: null };
    case 'disputed':
      return { ...same, act_at: null, disputed_cents: report.amount ?? row.amount_cents, code: report.code };
    case 'disputeWon':
      return {
        ...same,
        disputed_cents: null,
        settled_on: row.settled_on ?? (isUndone ? ((on ?? dateInUtc(at)) as CivilDate) : null),
        confirmed_at: row.confirmed_at ?? at,
        ended_at: null,
        reason: null,
        code: null,
      };
    case 'disputeLost':
      return { ...same, ...ended, disputed_cents: report.amount ?? row.disputed_cents };
    case 'corrected':
      return { ...same, provider_id: row.provider_id, held_until: row.held_until, asked: row.asked };
    default:
      return { ...same, ...ended };
  }
}

const reasonIn = ({ rail }: AttemptRow, { what, code, reason }: Report): string | null =>
  what === 'voided' ? null : (reason ?? reasonOf(rail, code));

async function tell(taking: Taking, tx: Tx, row: AttemptRow, report: Report, takers: Takers): Promise<void> {
  await takers[row.subject_kind]?.take(taking, tx, {
    subject: { kind: row.subject_kind, id: row.subject_id },
    personId: row.person_id,
    attemptId: row.id,
    number: row.number,
    deed: row.deed,
    rail: row.rail,
    amount: report.what.startsWith('dispute')
      ? (report.amount ?? row.disputed_cents ?? row.amount_cents)
      : row.amount_cents,
    what: report.what,
    providerId: row.provider_id,
    reason: isFailure(report.what) ? reasonIn(row, report) : null,
    code: report.code,
    entryDate: row.entry_date,
    at: report.at,
    respondBy: report.respondBy ?? null,
    caseNumber: report.caseNumber ?? null,
    corrected: report.corrected ?? null,
    particulars: safe(report.particulars ?? {}),
  });
}

const safe = ({ failureDetails, ...rest }: Particulars): Particulars =>
  failureDetails === undefined ? rest : { ...rest, failureDetails: withoutNumbers(failureDetails) };

const isFailure = (what: Verb): boolean =>
  what === 'refused' || what === 'returned' || what === 'disputed' || what === 'disputeLost';
