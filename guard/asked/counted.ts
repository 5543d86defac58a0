// Which of the contacts that took place a rule of frequency counts.
import type { InteractionFact, Rule, RuleOf } from '../contract.ts';
import type { Ask } from './ask.ts';
import { reaches } from './channels.ts';
import { isCollection } from './context.ts';

export type Counted = (one: InteractionFact) => boolean;

export const isConversation = ({ conversation }: InteractionFact): boolean => conversation === true;

/** What nobody has said of an earlier contact is taken the way in which it counts. */
export function isCountedContext({ context }: Pick<Rule, 'context'>, one: InteractionFact): boolean {
  switch (context) {
    case 'solicitation':
      return one.isTransactional !== true;
    case 'prerecorded':
      return one.channel === 'voice' && one.isAutodialed !== false;
    case 'any':
      return true;
    default:
      return isCollection(one.theme);
  }
}

const excludedWhen: Readonly<Record<string, Counted>> = {
  notConnected: ({ connected }) => connected === false,
  noConnectionOrNoAbilityToLeaveMessage: ({ connected }) => connected === false,
  trulyUnableToReachOrLeaveMessage: ({ connected, undeliverable }) => connected === false || undeliverable === true,
  oneReturnCallOnRequest: ({ requestedByBorrower }) => requestedByBorrower,
  responseToRequest: ({ requestedByBorrower }) => requestedByBorrower,
  responseToInquiry: ({ requestedByBorrower }) => requestedByBorrower,
  wrongAddress: ({ undeliverable }) => undeliverable === true,
};

/** Usually every outbound attempt that the rule does not exclude counts. A rule that counts conversations counts inbound ones too. */
export function countedBy(rule: RuleOf<'frequency'>, { facts }: Ask): Counted {
  const { excluded = [], counts = [] } = rule.params;
  if (counts.length === 1 && counts[0] === 'conversation') {
    return (one) => isConversation(one) && reaches(rule, one.channel) && isCountedContext(rule, one);
  }
  const isExcluded = excluded.flatMap((word) => excludedWhen[word] ?? []);
  const attorneys = excluded.includes('toAttorneyCreditorBureau') ? attorneysContacts(facts) : null;
  return (one) =>
    one.direction === 'outbound' &&
    reaches(rule, one.channel) &&
    isCountedContext(rule, one) &&
    !isExcluded.some((test) => test(one)) &&
    !(one.contactId !== null && attorneys?.has(one.contactId));
}

function attorneysContacts({ contacts, representatives }: Ask['facts']): ReadonlySet<string> {
  const attorneys = representatives.filter(({ representativeType }) => representativeType === 'attorney');
  return new Set(
    contacts
      .filter((one) => one.affiliation === 'attorney' || attorneys.some(({ id }) => id === one.legalRepresentativeId))
      .map(({ id }) => id),
  );
}
