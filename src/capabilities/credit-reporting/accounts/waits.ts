// Whether a borrower was told in time: that something negative may be reported, before it is (15 USC 1681s-2(a)(7)), and
// of a loan that was overdue when it was taken over, that it is to be collected, 14 days before anything is reported
// (12 CFR 1006.30(a)).
import { addSeconds, compare, type Instant } from '@tenor/engine/values/instant.ts';
import type { Account } from '@tenor/metro2/layout/segments.ts';
import { interactionsOfContacted, onceToCome } from '#capabilities/interactions/index.ts';
import type { LoanOfMonth } from '#capabilities/loans/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LeftOutReason } from './left-out.ts';
import { type KeptReport, type ReportRecord, recordOf } from './said.ts';

type Interaction = Awaited<ReturnType<typeof contactsSince>>[number];

const notices: readonly (string | null)[] = ['creditNegativeInfoMayBeReported', 'creditNegativeInfoReported'];

const day = 86_400;
/** Until then a message may come back. */
const comesBackSeconds = 14 * day;
/** Notices are looked for however old they are: one goes for a loan, and holds for all that is said of it later. */
const lookedBackSeconds = 3 * 366 * day;

/** With the notices that are held, or wait for their hour: they have not begun. */
async function contactsSince(reader: Reader, people: readonly string[], until: Instant) {
  const [begun, toCome] = await reader.together(
    interactionsOfContacted(reader.db, people, { from: addSeconds(until, -lookedBackSeconds), until }),
    onceToCome(reader.db, people, {}),
  );
  return [...begun, ...toCome];
}

/** With these codes somebody owes nothing by themselves: their bankruptcy is not that of a borrower. */
const owingNothing: readonly string[] = ['3', '5', 'T'];

/** Something that a borrower would not like to read: it is late, was lost, or somebody who owes it is insolvent. */
const isNegative = ({ base, consumers }: ReportRecord): boolean =>
  !['DA', 'DF'].includes(String(base.status)) &&
  ((base.status !== '11' && base.rating !== '0') ||
    consumers.some(({ ecoa, indicator }) => indicator !== '' && !owingNothing.includes(ecoa)));

/** Whoever has borrowed it, and is told of as such. */
export const borrowersOf = ({ people }: LoanOfMonth): string[] =>
  people
    .filter(({ relation, isReleased }) => !isReleased && (relation === 'mainBorrower' || relation === 'coBorrower'))
    .map(({ personId }) => personId);

/** What must have gone to borrowers before: word of a debt, or the notice. */
interface Needed {
  readonly isContact: boolean;
  readonly isNotice: boolean;
}

/** Only what is new waits: `known` is what the agency has heard last, of the months before and of this one. */
export function neededOf(
  loan: LoanOfMonth,
  account: Account,
  known: readonly (KeptReport | undefined)[],
): Needed | undefined {
  const heard = known.filter((one) => one !== undefined);
  const isContact = loan.wasTakenOverInDefault && heard.length === 0;
  const isNotice = isNegative(recordOf(account)) && !heard.some(({ record }) => isNegative(record));
  return isContact || isNotice ? { isContact, isNotice } : undefined;
}

export class Told {
  readonly #byPerson: ReadonlyMap<string, readonly Interaction[]>;
  readonly #now: Instant;
  private constructor(contacts: readonly Interaction[], now: Instant) {
    this.#byPerson = Map.groupBy(contacts, ({ person_id }) => person_id);
    this.#now = now;
  }

  /** Reads what these people were told, and what waits to be said to them. */
  static async read(reader: Reader, people: readonly string[], now: Instant): Promise<Told> {
    return new Told(people.length === 0 ? [] : await contactsSince(reader, people, now), now);
  }

  /** Why nothing may be said yet; undefined: it may. */
  waits(loan: LoanOfMonth, { isContact, isNotice: asksNotice }: Needed): LeftOutReason | undefined {
    if (isContact && !this.#contactsOf(loan, loan.personId).some((one) => this.#hasReached(one)))
      return 'waitsForContact';
    const isTold = (personId: string): boolean => this.#contactsOf(loan, personId).some(isNotice);
    return asksNotice && !borrowersOf(loan).every(isTold) ? 'waitsForNotice' : undefined;
  }

  /** The borrowers to whom the notice has not gone, and is not on its way. */
  untold(loan: LoanOfMonth): string[] {
    return borrowersOf(loan).filter(
      (personId) => !this.#contactsOf(loan, personId).some((one) => isNotice(one) || this.#isOnItsWay(one)),
    );
  }

  #contactsOf({ loanId }: LoanOfMonth, personId: string): Interaction[] {
    return (this.#byPerson.get(personId) ?? []).filter(
      (one) => one.loan_ids.length === 0 || one.loan_ids.includes(loanId),
    );
  }

  /** What was tried longer ago has not arrived. */
  #isOnItsWay({ subject, direction, status, started_at: at }: Interaction): boolean {
    const isUnderway = status === 'scheduled' || status === 'attempted';
    const isOld = at !== null && compare(addSeconds(at, comesBackSeconds), this.#now) <= 0;
    return notices.includes(subject) && direction === 'outbound' && isUnderway && !isOld;
  }

  /** They have spoken with somebody, or a message has not come back for 14 days. */
  #hasReached(one: Interaction): boolean {
    if (one.channel === 'voice') return one.conversation === true;
    const isOld = one.started_at !== null && compare(addSeconds(one.started_at, comesBackSeconds), this.#now) <= 0;
    return isOld && hasGone(one);
  }
}

const hasGone = ({ direction, status, undeliverable }: Interaction): boolean =>
  direction === 'outbound' && status === 'succeeded' && undeliverable !== true;

const isNotice = (one: Interaction): boolean => notices.includes(one.subject) && hasGone(one);
