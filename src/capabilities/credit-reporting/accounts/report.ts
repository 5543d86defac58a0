// What an agency is told of a page of loans for a month: the books of its last day, the people, the cases, what somebody
// has said, and what was said before. Nothing is written here.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Instant, secondsOfInstant } from '@tenor/engine/values/instant.ts';
import { portfoliosOfType } from '@tenor/metro2/layout/codes.ts';
import type { Account } from '@tenor/metro2/layout/segments.ts';
import type { Facts, Person, Said } from '@tenor/metro2/month/facts.ts';
import { reportMonth } from '@tenor/metro2/month/month.ts';
import { type LoanOfMonth, loansOfMonth, type PersonOfLoan } from '#capabilities/loans/index.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { AgencyRow, StatementRow } from '../tables.ts';
import {
  about,
  bankruptcyOf,
  disputeOf,
  identityTheftOf,
  isDeceased,
  isOnDuty,
  type OpenedCase,
  openedCases,
} from './cases.ts';
import { type Consumer, consumersOf, isSsn, lackOf, roleOf } from './consumers.ts';
import type { LeftOutReason } from './left-out.ts';
import { type KeptReport, lastSaid } from './said.ts';
import { complianceOf, endSaid, statementsOf } from './statement.ts';
import { borrowersOf, neededOf, Told } from './waits.ts';

export interface Reporting {
  readonly reader: Reader;
  readonly vault: Vault;
  readonly agency: AgencyRow;
  readonly zone: string;
  readonly asOf: CivilDate;
  readonly knownAt: Instant;
  readonly isCorrection: boolean;
  /** The caller may not read cases: the report is made as if there were none. */
  readonly isWithoutCases?: boolean;
}

interface About {
  readonly personId: string;
  readonly loanId: string;
  readonly sealer: Sealer | undefined;
  /** What was said of the months before. */
  readonly before: KeptReport | undefined;
  /** What was said of this month, where it is corrected. */
  readonly saidOn: KeptReport | undefined;
}

export type LoanReport = About &
  (
    | { readonly is: 'reported'; readonly account: Account; readonly said: Said }
    | { readonly is: 'leftOut'; readonly reason: LeftOutReason; readonly untold?: Untold }
    /** It has ended and was told, or there is nothing to tell yet. */
    | { readonly is: 'silent' }
  );

/** The borrowers whom nobody has told yet that something negative may be reported. */
interface Untold {
  readonly loanTypeId: string;
  readonly people: readonly string[];
}

type LoanIds = Parameters<typeof loansOfMonth>[1];

/** In the order of the loans. */
export async function reportsOf(reporting: Reporting, ids: LoanIds): Promise<LoanReport[]> {
  const { reader, vault, asOf, knownAt, agency, zone, isCorrection, isWithoutCases = false } = reporting;
  const loans = await loansOfMonth(reader, ids, { asOf, knownAt });
  const people = [...new Set(loans.flatMap((loan) => loan.people.map(({ personId }) => personId)))];
  const [consumers, statements] = await Promise.all([
    consumersOf({ reader, vault }, people),
    statementsOf(reader, loans),
  ]);
  const sealerOf = (personId: string) => consumers.get(personId)?.sealer;
  const saidLast = (isOn: boolean) =>
    lastSaid(
      reader,
      loans.map(({ loanId }) => loanId),
      { agencyId: agency.id, asOf, isOn },
      sealerOf,
    );
  const [cases, before, saidOn] = await Promise.all([
    openedCases(reader, isWithoutCases ? [] : people, { zone, sealerOf }),
    saidLast(false),
    isCorrection ? saidLast(true) : undefined,
  ]);
  const made = loans.map((loan) => {
    const { loanId } = loan;
    const known = { loan, consumers, cases, said: statements.get(loanId) };
    return reportOf(reporting, { ...known, before: before.get(loanId), saidOn: saidOn?.get(loanId) });
  });
  return withoutUntold(reporting, loans, made);
}

/** What is said for the first time, or is negative for the first time, waits until the borrower was told. */
async function withoutUntold(
  { reader, knownAt }: Reporting,
  loans: readonly LoanOfMonth[],
  made: readonly LoanReport[],
): Promise<LoanReport[]> {
  const needed = made.map((one, i) =>
    one.is === 'reported' ? neededOf(loans[i] as LoanOfMonth, one.account, [one.before, one.saidOn]) : undefined,
  );
  const asked = loans.filter((_, i) => needed[i] !== undefined).flatMap(borrowersOf);
  const told = await Told.read(reader, [...new Set(asked)], knownAt);
  return made.map((one, i) => {
    const needs = needed[i];
    const loan = loans[i] as LoanOfMonth;
    const reason = needs === undefined ? undefined : told.waits(loan, needs);
    if (reason === undefined) return one;
    const { personId, loanId, sealer, before, saidOn } = one;
    const leftOut = { is: 'leftOut', reason, personId, loanId, sealer, before, saidOn } as const;
    if (reason !== 'waitsForNotice') return leftOut;
    return { ...leftOut, untold: { loanTypeId: loan.loanTypeId, people: told.untold(loan) } };
  });
}

interface Known {
  readonly loan: LoanOfMonth;
  readonly consumers: ReadonlyMap<string, Consumer>;
  readonly cases: ReadonlyMap<string, readonly OpenedCase[]>;
  readonly said: StatementRow | undefined;
  readonly before: KeptReport | undefined;
  readonly saidOn: KeptReport | undefined;
}

function reportOf(reporting: Reporting, known: Known): LoanReport {
  const { loan, consumers, before, saidOn } = known;
  const { personId, loanId } = loan;
  const of: About = { personId, loanId, sealer: consumers.get(personId)?.sealer, before, saidOn };
  const facts = factsOf(reporting, known);
  if (typeof facts === 'string') return { ...of, is: 'leftOut', reason: facts };
  const { asOf, knownAt, isCorrection } = reporting;
  const month = { asOf, stamp: stampOf(knownAt), isCorrection, said: before?.said ?? null };
  const reported = reportMonth(facts, month);
  if (reported.is === 'reported') return { ...of, is: 'reported', account: reported.account, said: reported.said };
  const { because } = reported;
  if (because === 'sevenYears' || because === 'lessThanADollar') return { ...of, is: 'leftOut', reason: because };
  return { ...of, is: 'silent' };
}

/** MMDDYYYYHHMMSS, in UTC. */
function stampOf(instant: Instant): string {
  const text = new Date(secondsOfInstant(instant) * 1_000).toISOString();
  return `${text.slice(5, 7)}${text.slice(8, 10)}${text.slice(0, 4)}${text.slice(11, 19).replaceAll(':', '')}`;
}

const accountNumberOf = (loanId: string): string => loanId.replaceAll('-', '');

function factsOf({ agency, asOf }: Reporting, { loan, consumers, cases, said }: Known): Facts | LeftOutReason {
  const own = about(cases.get(loan.personId), loan.loanId);
  const owing = casesOfOwing(loan, cases);
  const end =
    identityTheftOf(own, asOf) === 'confirmed' ? ({ kind: 'deleted', because: 'fraud' } as const) : endSaid(said, asOf);
  // What is to be deleted is deleted, whatever else was said of it.
  if (end?.kind !== 'deleted') {
    if (loan.notReported !== null && loan.notReported !== 'notActivated') return loan.notReported;
    if (owing.some((ofOne) => identityTheftOf(ofOne, asOf) === 'open')) return 'identityTheft';
  }
  const people = peopleOf(loan, { consumers, cases, asOf });
  if (typeof people === 'string') return people;
  const type = loan.isLine ? agency.line_account_type : agency.installment_account_type;
  const { comment, ...ofBooks } = loan.facts;
  return {
    ...ofBooks,
    identification: agency.identification_number.toUpperCase(),
    accountNumber: accountNumberOf(loan.loanId),
    portfolio: (portfoliosOfType[type] ?? 'I').charAt(0) as Facts['portfolio'],
    accountType: type,
    end: end ?? ofBooks.end,
    ...complianceOf(loan, said, disputeOf(owing.flat(), asOf), asOf),
    isOnActiveDuty: isServing(consumers.get(loan.personId), own, asOf),
    comment,
    people,
  };
}

/** What each of those who owe it says of the loan: a dispute of one of them is a dispute of the account. */
const casesOfOwing = ({ people, loanId }: LoanOfMonth, cases: Known['cases']): OpenedCase[][] =>
  people
    .filter(({ isReleased, relation }) => !isReleased && relation !== 'authorizedUser')
    .map(({ personId }) => about(cases.get(personId), loanId));

const isServing = (consumer: Consumer | undefined, own: readonly OpenedCase[], asOf: CivilDate): boolean =>
  isOnDuty(own, asOf) ||
  (consumer?.services ?? []).some(({ from, until }) => from <= asOf && (until === null || until >= asOf));

interface OfPeople {
  readonly consumers: ReadonlyMap<string, Consumer>;
  readonly cases: ReadonlyMap<string, readonly OpenedCase[]>;
  readonly asOf: CivilDate;
}

function peopleOf({ loanId, people }: LoanOfMonth, of: OfPeople): Facts['people'] | LeftOutReason {
  const found: Person[] = [];
  // The debt of somebody else was put under the name of a victim.
  const isVictim = ({ personId }: PersonOfLoan): boolean =>
    identityTheftOf(about(of.cases.get(personId), loanId), of.asOf) === 'confirmed';
  const told = people.filter((one) => one.relation === 'mainBorrower' || !isVictim(one));
  for (const one of told) {
    const person = personOf(one, told, loanId, of);
    if (typeof person !== 'string') found.push(person);
    // Without the main borrower there is nobody to tell of. Another one who was erased is named no more.
    else if (one.relation === 'mainBorrower' || person !== 'erased') return person;
  }
  return found as [Person, ...Person[]];
}

function personOf(
  one: PersonOfLoan,
  people: readonly PersonOfLoan[],
  loanId: string,
  { consumers, cases, asOf }: OfPeople,
): Person | LeftOutReason {
  const consumer = consumers.get(one.personId);
  const lack = lackOf(consumer);
  if (lack !== undefined) return lack;
  const { name, ssn, birthDate, telephone, address } = consumer as Consumer;
  const own = about(cases.get(one.personId), loanId);
  const bankruptcy = bankruptcyOf(own, asOf);
  if (bankruptcy === 'unknown') return 'bankruptcyNotKnown';
  return {
    surname: name?.last ?? '',
    firstName: name?.first ?? '',
    middleName: name?.middle ?? '',
    ssn: isSsn(ssn) ? ssn : '',
    birthDate,
    telephone,
    address: address as NonNullable<Consumer['address']>,
    role: roleOf(one, people),
    isDeceased: isDeceased(own, asOf),
    isReleased: one.isReleased,
    bankruptcy,
  };
}
