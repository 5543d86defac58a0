// Whether a borrower was told in time: that something negative may be reported, before it is (15 USC 1681s-2(a)(7)), and
// of a loan that was overdue when it was taken over, that it is to be collected, 14 days before anything is reported
// (12 CFR 1006.30(a)).
import { addSeconds, compare, type Instant } from '@tenor/engine/values/instant.ts';
import type { Account } from '@tenor/metro2/layout/segments.ts';
import { interactionsOfContacted } from '#capabilities/interactions/index.ts';
import type { LoanOfMonth } from '#capabilities/loans/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LeftOutReason } from './left-out.ts';

type Interaction = Awaited<ReturnType<typeof contactsSince>>[number];

const notices: readonly (string | null)[] = ['creditNegativeInfoMayBeReported', 'creditNegativeInfoReported'];

const day = 86_400;
/** Until then a message may come back. */
const comesBackSeconds = 14 * day;
/** Older notices are not looked for: a new one goes with the next delinquency. */
const lookedBackSeconds = 3 * 366 * day;

const contactsSince = (reader: Reader, people: readonly string[], until: Instant) =>
  reader.rows(interactionsOfContacted(reader.db, people, { from: addSeconds(until, -lookedBackSeconds), until }));

/** Something that a consumer would not like to read. */
export const isNegative = ({ base }: Account): boolean =>
  !['11', 'DA', 'DF'].includes(base.status) && base.rating !== '0';

/** Whoever has borrowed it, and is told of as such. */
export const borrowersOf = ({ people }: LoanOfMonth): string[] =>
  people
    .filter(({ relation, isReleased }) => !isReleased && (relation === 'mainBorrower' || relation === 'coBorrower'))
    .map(({ personId }) => personId);

export class Told {
  readonly #byPerson: ReadonlyMap<string, readonly Interaction[]>;
  readonly #now: Instant;
  private constructor(contacts: readonly Interaction[], now: Instant) {
    this.#byPerson = Map.groupBy(contacts, ({ person_id }) => person_id);
    this.#now = now;
  }

  /** Reads what these people were told, in one statement. */
  static async read(reader: Reader, people: readonly string[], now: Instant): Promise<Told> {
    return new Told(people.length === 0 ? [] : await contactsSince(reader, people, now), now);
  }

  /** Why nothing may be said yet; undefined: it may. Only before the first time is anything asked. */
  waits(loan: LoanOfMonth, account: Account): LeftOutReason | undefined {
    const contactsOf = (personId: string) =>
      (this.#byPerson.get(personId) ?? []).filter(
        (one) => one.loan_ids.length === 0 || one.loan_ids.includes(loan.loanId),
      );
    if (loan.wasTakenOverInDefault && !contactsOf(loan.personId).some((one) => this.#hasReached(one)))
      return 'waitsForContact';
    const isTold = (personId: string): boolean => contactsOf(personId).some(isNotice);
    return isNegative(account) && !borrowersOf(loan).every(isTold) ? 'waitsForNotice' : undefined;
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
