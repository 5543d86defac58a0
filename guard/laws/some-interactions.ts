// What happened between a borrower and the company, with late and corrected reports.
import type { Channel, ContactFact, InteractionFact, Moment, Theme } from '../contract.ts';
import type { Dice } from './dice.ts';
import { around, msOfHour } from './moments.ts';

export const themes: readonly Theme[] = [
  'opsCollDebt',
  'opsCollDebt',
  'opsServicing',
  'opsServicing',
  'opsCollLocateBorrower',
  'opsCollVerifyEmployment',
  'opsCollContactEmployerNotice',
  'opsServicingDebtValidation',
  'opsServicingTimeBarredNotice',
  'opsServicingNegativeCreditReportNotice',
  'opsAccountCredentials',
  'agentNotification',
];
export const subjects = ['offer', 'reminder', 'ceaseCommunicationAcknowledgement', 'ceaseCommunicationRefuseToPay'];
export const channels: readonly Channel[] = [
  'voice',
  'voice',
  'voice',
  'text',
  'text',
  'email',
  'email',
  'mail',
  'fax',
  'chat',
  'gui',
  'document',
];

export function someInteractions(dice: Dice, contacts: readonly ContactFact[], loans: readonly string[], at: Moment) {
  const busy = dice.pick([1, 2, 4, 8, 8, 20]);
  const days = dice.pick([2, 7, 9, 35]);
  const favourite = dice.pick(themes);
  const interactions: InteractionFact[] = [];
  for (let index = 0; index < busy; index += 1) {
    const one = someInteraction(dice, `interaction ${index}`, contacts, loans, around(dice, at, days), favourite);
    interactions.push(one);
    if (!dice.chance(0.1)) continue;
    // A later report says that it was otherwise.
    const corrected = one.knownFrom + dice.between(1, 60) * msOfHour;
    interactions[interactions.length - 1] = { ...one, knownUntil: corrected };
    const change = someInteraction(dice, one.id, contacts, loans, one.at + dice.between(-3, 3) * msOfHour, favourite);
    interactions.push({ ...change, knownFrom: corrected });
  }
  return interactions;
}

export function someInteraction(
  dice: Dice,
  id: string,
  contacts: readonly ContactFact[],
  loans: readonly string[],
  at: Moment,
  favourite: Theme,
): InteractionFact {
  const channel = dice.pick(channels);
  const fitting = contacts.filter((contact) => contact.contactType === typeFor[channel]);
  const isCall = channel === 'voice';
  const connected = isCall ? dice.pick([true, true, false, null]) : null;
  return {
    id,
    channel,
    direction: dice.chance(0.8) ? 'outbound' : 'inbound',
    theme: dice.chance(0.6) ? favourite : dice.pick(themes),
    subject: dice.chance(0.5) ? dice.pick(subjects) : null,
    contactId: fitting.length > 0 && dice.chance(0.9) ? dice.pick(fitting).id : null,
    loanIds: someOf(dice, loans),
    status: dice.pick(['attempted', 'succeeded', 'succeeded', 'failed', 'inProgress', 'scheduled', 'canceled']),
    at,
    connected,
    conversation: isCall ? connected !== false && dice.chance(0.3) : false,
    messageLeft: isCall && dice.chance(0.3),
    undeliverable: isCall ? null : dice.chance(0.1),
    isAutodialed: isCall && dice.chance(0.4),
    isTransactional: dice.chance(0.6),
    requestedByBorrower: dice.chance(0.1),
    knownFrom: dice.chance(0.8) ? at : at + dice.between(1, 72) * msOfHour,
    knownUntil: null,
  };
}

export const typeFor: Readonly<Record<Channel, ContactFact['contactType'] | null>> = {
  voice: 'phone',
  text: 'phone',
  email: 'email',
  mail: 'address',
  fax: 'phone',
  chat: null,
  gui: null,
  document: null,
};

export const someOf = (dice: Dice, ids: readonly string[]): readonly string[] =>
  dice.chance(0.4) ? [] : ids.filter(() => dice.chance(0.5));
