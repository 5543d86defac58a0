// The channels of the interface, as the rules know them.
import type { Channel, Rule, RuleChannel } from '../contract.ts';

const ruleChannels: readonly RuleChannel[] = ['voice', 'text', 'email', 'letter'];

const namedAlike: Readonly<Partial<Record<Channel, RuleChannel>>> = {
  voice: 'voice',
  text: 'text',
  email: 'email',
  mail: 'letter',
  fax: 'letter',
};

/** Null: the rules have no word for it. */
export const channelOfRules = (channel: Channel): RuleChannel | null => namedAlike[channel] ?? null;

/**
 * Whether a rule is about contacts by this channel. One that names all four means every contact, so a chat as well; what
 * a borrower fetches is no contact. A channel that nobody has named may be any.
 */
export function reaches({ channels }: Pick<Rule, 'channels'>, channel: Channel | null): boolean {
  if (channel === null) return true;
  const named = channelOfRules(channel);
  return named === null ? channel === 'chat' && channels.length === ruleChannels.length : channels.includes(named);
}

/** What a borrower fetches is none. */
export const isContact = (channel: Channel): boolean => channel !== 'gui' && channel !== 'document';

export const isCall = (channel: Channel): boolean => channel === 'voice';

/** In writing, on paper. */
export const isLetter = (channel: Channel): boolean => channelOfRules(channel) === 'letter';

/** A call, or a contact of which nobody has said that it is none. */
export const reachesByVoice = (channel: Channel | null): boolean => channel === null || channel === 'voice';

export const reachesByText = (channel: Channel | null): boolean => channel === null || channel === 'text';
