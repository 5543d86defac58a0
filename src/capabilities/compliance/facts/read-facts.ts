// Reads all of borrowers that a verdict asks for, in one flight: of one borrower by one statement, of a thousand by one for
// each table. Whoever owes a loan together with somebody else costs a second flight, for the bankruptcies of the others.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { CaseFact, CompanyFact, Facts } from '@tenor/guard/contract.ts';
import { bankruptciesOf, casesOfContacted } from '#capabilities/cases/index.ts';
import { type Settings, storedSettings } from '#capabilities/company/index.ts';
import { type RulesInForce, rulesInForce, rulesOfRow, storedBook } from '#capabilities/compliance-rules/index.ts';
import { blocksOfContacted, type ContactBlock } from '#capabilities/do-not-interact/index.ts';
import {
  type CountedInteraction,
  interactionsNamed,
  interactionsOfContacted,
  versionsOfContacted,
} from '#capabilities/interactions/index.ts';
import { type ContactedLoan, loansOfContacted, loansSharedWith } from '#capabilities/loans/index.ts';
import {
  type ContactedConsent,
  type ContactedContact,
  type ContactedPerson,
  consentsOfContacted,
  contactsOfContacted,
  keysOfContacted,
  preferencesOfContacted,
  representativesOfContacted,
} from '#capabilities/people/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { type PartRead, readTogether } from '#platform/db/as-one-statement.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import { ofEach } from '#platform/of-each.ts';
import { loansByBorrower } from './loans-by-borrower.ts';
import { withoutOldValues } from './old-values.ts';
import { openedCases, openedContacts } from './open-facts.ts';
import { blockFact, consentFact, interactionFact, loanFact, representativeFact, versionFact } from './plain-facts.ts';
import { statedFacts } from './stated.ts';

/** No rule but those that count for all time looks back for longer than a year. */
const lookBackSeconds = 400 * 86_400;

/** A book that is taken over may have contacts of any time; before this one there are none to look back to. */
const firstMoment = '1900-01-01T00:00:00.000000+00:00' as Instant;

interface Leaving {
  readonly person_id: string;
  readonly interaction_id: string;
  /** When a worker took it. */
  readonly started_at: Instant;
}

/** Reads the messages to these borrowers that a worker is just sending. The capability that sends messages has this query. */
export type LeavingOfContacted = PartRead<Leaving>;

export interface FactsAsked {
  readonly people: readonly string[];
  /** The first and the last moment that will be asked about. */
  readonly from: Instant;
  readonly until: Instant;
  /** Null: what is known now. */
  readonly knownAt: Instant | null;
  readonly now: Instant;
  readonly timezone: string;
  /** What is just going counts, though no interaction says so before its outcome. Undefined: it does not matter here. */
  readonly leaving?: LeavingOfContacted;
}

/** What is known of a borrower, and by which names callers know it. */
export interface KnownOfPerson {
  readonly personId: string;
  readonly facts: Facts;
  readonly person: ContactedPerson;
  readonly contacts: readonly ContactedContact[];
  readonly consents: readonly ContactedConsent[];
  readonly loans: readonly ContactedLoan[];
  readonly blocks: readonly ContactBlock[];
  /** They are as they are known now. */
  readonly history: readonly CountedInteraction[];
}

interface ReadOfPeople {
  /** They are found by the ids of the borrowers; those that are not there are left out. */
  readonly people: ReadonlyMap<string, KnownOfPerson>;
  readonly settings: Settings;
  /** The rules of the company, as known at the moment of the facts. */
  readonly inForce: RulesInForce;
}

export async function readFacts(
  { reader, vault }: { readonly reader: Reader; readonly vault: Vault },
  asked: FactsAsked,
): Promise<ReadOfPeople> {
  const [read, versions, rulesThen] = await Promise.all([
    flight(reader, asked),
    versionsFor(reader, asked),
    asked.knownAt === null ? undefined : rulesInForce(reader, { knownAt: asked.knownAt }),
  ]);
  const inForce = rulesThen ?? (await rulesOfRow(reader, read.book));
  const today = dateInZone(asked.now, asked.timezone);
  const settings = read.settings?.settings ?? {};
  const company: CompanyFact = { zone: asked.timezone, holidays: settings.closedDays ?? [] };
  const of = <Row extends { readonly person_id: string }>(rows: readonly Row[]) => {
    const grouped = Map.groupBy(rows, ({ person_id }) => person_id);
    return (personId: string): readonly Row[] => grouped.get(personId) ?? [];
  };
  const [contacts, consents, representatives] = [of(read.contacts), of(read.consents), of(read.representatives)];
  const past = [...read.history, ...(await justGoing(reader, asked, read))].map((row) => begunByNow(row, asked));
  const [cases, blocks, history, earlier] = [of(read.cases), of(read.blocks), of(past), of(versions)];
  const preferences = of(read.preferences);
  const loans = loansByBorrower(read, today);
  const others = await casesOfOthers(reader, vault, asked, loans);
  const known = await eachInSlices(read.people, (person): KnownOfPerson => {
    const { person_id: personId } = person;
    const owed = loans.get(personId) ?? [];
    const keyed = { vault, person };
    return {
      personId,
      person,
      contacts: contacts(personId),
      consents: consents(personId),
      loans: owed,
      blocks: blocks(personId),
      history: history(personId),
      facts: {
        ...statedFacts(personId, preferences(personId), { contacts: contacts(personId), knownAt: asked.knownAt }),
        company,
        contacts: openedContacts(keyed, contacts(personId)),
        loans: owed.map(loanFact),
        interactions: [...history(personId).map(interactionFact), ...earlier(personId).map(versionFact)],
        doNotInteracts: blocks(personId).map(blockFact),
        cases: [
          ...openedCases(keyed, cases(personId), asked).flatMap((one) =>
            ofAllDebts(
              one,
              owed.map(({ id }) => id),
            ),
          ),
          ...(others.get(personId) ?? []),
        ],
        consents: consents(personId).flatMap((row) => consentFact(row, asked.knownAt)),
        representatives: representatives(personId).flatMap((row) => representativeFact(row, asked.knownAt)),
      },
    };
  });
  return { people: new Map(known.map((one) => [one.personId, one])), settings, inForce };
}

const parts = {
  history: interactionsOfContacted,
  people: keysOfContacted,
  contacts: contactsOfContacted,
  consents: consentsOfContacted,
  representatives: representativesOfContacted,
  preferences: preferencesOfContacted,
  cases: casesOfContacted,
  blocks: blocksOfContacted,
  ownLoans: loansOfContacted,
  settings: storedSettings,
  book: storedBook,
};
/** Nobody knows with whom the loans lie that others have taken together with the borrower. */
const apart = { sharedLoans: loansSharedWith };

const readKnown = readTogether(parts, apart);
/**
 * What is leaving is read with the history, of one borrower as of one moment. Of many it is read first and the history right
 * after it, over one connection: each statement sees what was committed before it, so what concludes meanwhile is in one of
 * them at least.
 */
const readWithLeaving = ofEach((leaving: LeavingOfContacted) => readTogether({ going: leaving, ...parts }, apart));

async function flight(reader: Reader, { people, from, until, knownAt, now, leaving }: FactsAsked) {
  const values = {
    from: from < firstMoment ? from : addSeconds(from, -lookBackSeconds),
    until: untilByAnyClock({ until, now }),
    // What had ended before the first moment, or before what was known then, stands against nothing.
    standingAt: [from, knownAt ?? now].toSorted()[0] as Instant,
  };
  const isCounted = leaving !== undefined && knownAt === null;
  const read = isCounted
    ? await readWithLeaving(leaving)(reader, people, values)
    : { ...(await readKnown(reader, people, values)), going: [] };
  const [[settings], [book]] = [read.settings, read.book];
  return { ...read, settings, book };
}

/**
 * As attempts, from when a worker took them. What was tried before is an attempt already, and what has concluded meanwhile
 * counts as it is. The clock of another host may be ahead: what it took counts as begun for a question about now.
 */
async function justGoing(
  reader: Reader,
  { until, now }: FactsAsked,
  { going, history }: Read,
): Promise<readonly CountedInteraction[]> {
  const known = new Set(history.map(({ id }) => id));
  const hasBegun = (since: Instant) => since <= until || until >= now;
  const others = going.filter(({ interaction_id: id, started_at: since }) => hasBegun(since) && !known.has(id));
  if (others.length === 0) return [];
  const people = [...new Set(others.map(({ person_id }) => person_id))];
  const since = new Map(others.map(({ interaction_id: id, started_at }) => [id, started_at]));
  const found = await reader.rows(interactionsNamed(reader.db, { people, ids: [...since.keys()] }));
  return found.flatMap((row) => {
    const begun = row.started_at ?? since.get(row.id) ?? until;
    if (!hasBegun(begun)) return [];
    const started_at = begun < until ? begun : until;
    return [{ ...row, status: row.started_at === null ? 'attempted' : row.status, started_at }];
  });
}

/** A host whose clock is further ahead is one that the doctor names. */
const aheadSecondsMax = 60;

/**
 * A question about now, or about a later moment, counts all that has begun. Another host, whose clock is ahead, may have
 * written that it begins a second from now.
 */
const untilByAnyClock = ({ until, now }: Pick<FactsAsked, 'until' | 'now'>): Instant => {
  const ahead = addSeconds(now, aheadSecondsMax);
  return until < now || until > ahead ? until : ahead;
};

/** What was written ahead of now has begun by now, and counts from then on. */
const begunByNow = (row: CountedInteraction, { until, now }: FactsAsked): CountedInteraction => {
  const begun = row.started_at as Instant;
  const isAhead = until >= now && begun > now && begun <= addSeconds(now, aheadSecondsMax);
  return isAhead ? { ...row, started_at: now } : row;
};

const versionsFor = async (reader: Reader, { people, knownAt }: FactsAsked) =>
  knownAt === null ? [] : reader.rows(versionsOfContacted(reader.db, people, { knownAt }));

type Read = Awaited<ReturnType<typeof flight>>;

/** Bankruptcies of those who owe a loan together with the borrower, and for which loans. */
async function casesOfOthers(
  reader: Reader,
  vault: Vault,
  asked: FactsAsked,
  loans: ReadonlyMap<string, readonly ContactedLoan[]>,
): Promise<ReadonlyMap<string, readonly CaseFact[]>> {
  const shared = [...loans].map(([personId, owed]) => [personId, sharedWith(personId, owed)] as const);
  const others = [...new Set(shared.flatMap(([, loansOf]) => [...loansOf.keys()]))];
  if (others.length === 0) return new Map();
  const [keys, cases] = await reader.together(
    keysOfContacted(reader.db, others, {}),
    bankruptciesOf(reader.db, others, {}),
  );
  const rows = Map.groupBy(cases, ({ person_id }) => person_id);
  const opened = new Map(
    keys.map((person) => [person.person_id, openedCases({ vault, person }, rows.get(person.person_id) ?? [], asked)]),
  );
  return new Map(
    shared.map(([personId, loansOf]) => [
      personId,
      [...loansOf].flatMap(([other, owed]) =>
        (opened.get(other) ?? []).flatMap((one) => ofAllDebts(one, owed).flatMap((debt) => asOfCoBorrower(debt, owed))),
      ),
    ]),
  );
}

/** The ids of the loans that a borrower has together with each of the others. */
function sharedWith(personId: string, owed: readonly ContactedLoan[]): ReadonlyMap<string, readonly string[]> {
  const pairs = owed.flatMap(({ id, borrowerIds }) =>
    borrowerIds.filter((one) => one !== personId).map((other) => ({ other, id })),
  );
  return new Map(
    [...Map.groupBy(pairs, ({ other }) => other)].map(([other, some]) => [other, some.map(({ id }) => id)]),
  );
}

/**
 * A bankruptcy is about all that its borrower owes, also together with others, whichever loans its case names (11 USC
 * 362(a), 1301): what it names is only what was reaffirmed.
 */
function ofAllDebts(one: CaseFact, owed: readonly string[]): CaseFact[] {
  if (one.bankruptcy === null || one.loanIds.length === 0) return [one];
  if (!one.bankruptcy.reaffirmed) return [{ ...one, loanIds: [] }];
  const others = owed.filter((id) => !one.loanIds.includes(id));
  const bankruptcy = { ...one.bankruptcy, reaffirmed: false };
  return others.length === 0 ? [one] : [one, { ...one, loanIds: others, bankruptcy }];
}

function asOfCoBorrower(one: CaseFact, owed: readonly string[]): CaseFact[] {
  const loanIds = one.loanIds.length === 0 ? owed : one.loanIds.filter((id) => owed.includes(id));
  return loanIds.length === 0 ? [] : [{ ...one, loanIds, whose: 'coBorrower' }];
}

/** The facts for a question about one moment: what had ended by then stands against nothing. */
export function factsAt(known: KnownOfPerson, at: Instant, knownAt: Instant | null): Facts {
  const { facts, blocks } = known;
  const standing = blocks.filter((one) => stands(one, at, knownAt));
  const left = standing.length === blocks.length ? facts : { ...facts, doNotInteracts: standing.map(blockFact) };
  return withoutOldValues(known, left, at);
}

function stands(one: ContactBlock, at: Instant, knownAt: Instant | null): boolean {
  if (knownAt === null) return one.deleted_at === null && (one.ended_at === null || one.ended_at > at);
  const isGone = (moment: Instant | null) => moment !== null && moment <= knownAt;
  const hasEnded = isGone(one.ended_at) && (one.ended_at as Instant) <= at;
  return one.created_at <= knownAt && !isGone(one.deleted_at) && !hasEnded;
}
