// Asks the guard about messages that the company wants to send: what is known of the borrowers is read once, and each
// message is judged by it, for as many contacts as there are to choose from.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Question, Verdict } from '@tenor/guard/contract.ts';
import { judge } from '@tenor/guard/verdict/judge.ts';
import type { Settings } from '#capabilities/company/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { instantIf, momentOf } from '../facts/moments.ts';
import { factsAt, type KnownOfPerson, type LeavingOfContacted, readFacts } from '../facts/read-facts.ts';
import { rulesOfPeople } from '../rules-of-people.ts';
import type { ContactVerdict } from '../schemas.ts';
import { ifSent } from '../sending.ts';
import { interactionVerdicts } from '../tables.ts';
import { without } from './judge-interaction.ts';
import { keptRules } from './show.ts';
import { noteSpokenRules } from './spoken-rules.ts';

type MessageQuestion = Pick<
  Question,
  'channel' | 'theme' | 'subject' | 'loanIds' | 'contactId' | 'isTransactional' | 'isAutodialed'
> &
  /** Where a person speaks, or the clock of the question is noon of the company. */
  Partial<Pick<Question, 'voice' | 'checkAtCompanyNoon'>> & {
    /** The interaction of the message, which does not count itself; null: there is none yet. */
    readonly interactionId: string | null;
  };

export interface JudgedMessage {
  readonly verdict: Verdict;
  readonly ifSent: ContactVerdict['ifSent'];
  /** The rules that block it. */
  readonly blockedBy: readonly string[];
  readonly ruleSet: { readonly setNumber: number; readonly version: string };
}

export interface MessageGuard {
  readonly settings: Settings;
  /** Undefined: there is no such borrower. */
  knownOf(personId: string): KnownOfPerson | undefined;
  /** The borrower is one of those whom the guard was made for. */
  ask(personId: string, question: MessageQuestion): JudgedMessage;
}

export interface Asking {
  readonly people: readonly string[];
  readonly now: Instant;
  readonly timezone: string;
  /** Where what is on its way counts. */
  readonly leaving?: LeavingOfContacted;
}

export async function messageGuard(
  from: { readonly reader: Reader; readonly vault: Vault },
  asking: Asking,
): Promise<MessageGuard> {
  const { people, now } = asking;
  const known = await readFacts(from, { ...asking, from: now, until: now, knownAt: null });
  const { settings, inForce } = known;
  const rulesOf = await rulesOfPeople(from, inForce, people);
  return {
    settings,
    knownOf: (personId) => known.people.get(personId),
    ask(personId, { interactionId, ...asked }) {
      const person = known.people.get(personId) as KnownOfPerson;
      const question: Question = {
        // What this service says by voice, a machine says.
        voice: asked.channel === 'voice' ? 'recorded' : 'live',
        checkAtCompanyNoon: false,
        ...asked,
        at: momentOf(now),
        knownAt: null,
        direction: 'outbound',
      };
      const verdict = judge(question, without(factsAt(person, now, null), interactionId), rulesOf(personId));
      return {
        verdict,
        ifSent: ifSent(verdict, question.theme, settings),
        blockedBy: verdict.rules.flatMap(({ ruleId, outcome }) => (outcome === 'blocks' ? [ruleId] : [])),
        ruleSet: inForce,
      };
    },
  };
}

interface OfInteraction {
  readonly personId: string;
  readonly interactionId: string;
  readonly now: Instant;
  /** It goes out with this verdict. One that is asked about before that is asked again. */
  readonly leaves: boolean;
}

/** Keeps the verdict of a message. That of one that had to wait is replaced by the one with which it goes out. */
export function keepMessageVerdict(
  tx: Tx,
  of: OfInteraction,
  { verdict, ruleSet, ifSent: { becomes } }: JudgedMessage,
): void {
  const { personId, interactionId, now, leaves } = of;
  const kept = {
    person_id: personId,
    interaction_id: interactionId,
    result: verdict.result,
    at: now,
    known_at: now,
    party: verdict.party,
    rules: JSON.stringify(keptRules(verdict)),
    next_allowed_at: instantIf(verdict.nextAllowedAt),
    set_number: ruleSet.setNumber,
    rules_version: ruleSet.version,
  };
  for (const insert of writeLast(tx.db, [kept])) tx.write(insert);
  // What does not keep it back counts when it goes out: until then the rules, or what the company has set, may change.
  const isSaid = leaves || becomes !== 'sent';
  noteSpokenRules(tx, of, verdict, {
    blocks: isSaid ? becomes : null,
    warns: leaves ? 'warned' : null,
    informs: null,
  });
}

const columns = interactionVerdicts.all.filter((column) => column !== 'company_id');
const keys: readonly string[] = ['person_id', 'interaction_id'];

const writeLast = preparedInserts('interaction_verdicts', columns, (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['person_id', 'interaction_id'])
      .doUpdateSet((eb) =>
        Object.fromEntries(
          columns.filter((column) => !keys.includes(column)).map((column) => [column, eb.ref(`excluded.${column}`)]),
        ),
      ),
  ),
);
