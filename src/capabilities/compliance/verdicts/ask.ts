// Asks the guard about one borrower or about many: what is known is read once, and each question is judged by it.
import type { Question } from '@tenor/guard/contract.ts';
import { judge } from '@tenor/guard/verdict/judge.ts';
import { findInteraction } from '#capabilities/interactions/index.ts';
import { findPersonIds, personNotFound, wasErased } from '#capabilities/people/index.ts';
import { refusedWith } from '#platform/errors.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { factsAt, type LeavingOfContacted, readFacts } from '../facts/read-facts.ts';
import { contactOf, namedOf, type OfPerson, type SentContact, sentContact, withContacts } from '../question.ts';
import { rulesOfPeople } from '../rules-of-people.ts';
import type { CanInteract, CanInteractWithMany, ContactVerdict, VerdictsOfMany } from '../schemas.ts';
import { ifSent } from '../sending.ts';
import { without } from './judge-interaction.ts';
import { shownVerdict } from './show.ts';

interface One {
  readonly personId: string;
  readonly sent: OfPerson;
  readonly details: SentContact | null;
  /** The interaction that it is about, which does not count itself. */
  readonly interactionId: string | null;
  /** What stands before the names of its fields. */
  readonly path: string;
}

type AskingContext = ReadContext & { readonly leaving: LeavingOfContacted };

type OfContact = Parameters<typeof contactOf>[0];

/** Errors: NotFound, PersonErased, InvalidRequest. */
export async function askAboutOne(ctx: AskingContext, personId: string, sent: CanInteract): Promise<ContactVerdict> {
  const { interactionId: named } = sent;
  const [details, about] = await Promise.all([
    sentContact(sent),
    named == null ? null : namedIn('interactionId', findInteraction(ctx.reader, personId, named)),
  ]);
  const one = { personId, sent, details, interactionId: about?.id ?? null, path: '' };
  const [verdict] = await ask(ctx, sent, [one], true);
  return verdict as ContactVerdict;
}

/** Errors: NotFound, PersonErased, InvalidRequest. */
export async function askAboutMany(
  ctx: AskingContext,
  { people, withInforming, ...contact }: CanInteractWithMany,
): Promise<VerdictsOfMany> {
  const references = people.map(({ personId }) => personId);
  const ids = await findPersonIds(ctx.reader, references);
  const all = people.map((sent, i): One => {
    const personId = ids.get(sent.personId);
    if (personId === undefined) throw unknownPerson(sent.personId, `people[${i}].`);
    return { personId, sent, details: null, interactionId: null, path: `people[${i}].` };
  });
  const verdicts = await ask(ctx, contact, all, withInforming ?? false);
  return { verdicts: verdicts.map((verdict, i) => ({ ...verdict, personId: (all[i] as One).personId })) };
}

const unknownPerson = (reference: string, path: string) =>
  refusedWith(personNotFound(reference), { path: `${path}personId` });

async function ask(
  ctx: AskingContext,
  contact: OfContact,
  all: readonly One[],
  withInforming: boolean,
): Promise<ContactVerdict[]> {
  const { reader, vault, caller } = ctx;
  const now = await ctx.now();
  const { moments, question } = contactOf(contact, now);
  const { at, knownAt } = moments;
  const people = [...new Set(all.map(({ personId }) => personId))];
  const { leaving } = ctx;
  const asked = { people, from: at, until: at, knownAt, now, timezone: caller.timezone, leaving };
  const known = await readFacts({ reader, vault }, asked);
  const { inForce } = known;
  const rulesOf = await rulesOfPeople({ reader, vault }, inForce, people);
  return eachInSlices(all, (one) => {
    const person = known.people.get(one.personId);
    if (person === undefined) throw unknownPerson(one.personId, one.path);
    if (person.person.erased_at !== null) {
      // What stood against contact went with the words: nobody may be told that it is allowed.
      throw refusedWith(wasErased(one.personId), { path: `${one.path}personId` });
    }
    const { contacts, ...named } = namedOf({ ...one, channel: question.channel, vault }, person);
    const whole: Question = { ...question, ...named };
    const facts = withContacts(factsAt(person, at, knownAt), contacts);
    const verdict = judge(whole, without(facts, one.interactionId), rulesOf(one.personId));
    const becomes = ifSent(verdict, question.theme, known.settings);
    return shownVerdict(verdict, { moments, inForce, ifSent: becomes, withInforming });
  });
}
