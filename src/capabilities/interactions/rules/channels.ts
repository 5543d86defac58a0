// What can be said of an interaction on each channel.
import type { channels, contactTypes } from '#capabilities/people/index.ts';
import type { Problem } from '#platform/errors.ts';

export type Channel = (typeof channels)[number];
type ContactType = (typeof contactTypes)[number];

export const directions = ['inbound', 'outbound'] as const;
export type Direction = (typeof directions)[number];

/** Who spoke: a person, a recording, or a voice that a machine makes, which the law treats as a recording. */
export const voiceKinds = ['live', 'recorded', 'ai'] as const;
export type VoiceKind = (typeof voiceKinds)[number];

/** How a letter went: some rules let only registered or certified mail through. */
export const deliveries = ['regular', 'certified', 'registered'] as const;
export type Delivery = (typeof deliveries)[number];

/** The facts that only some channels have. Null: nobody has said. */
interface ChannelFacts {
  readonly connected: boolean | null;
  readonly conversation: boolean | null;
  readonly messageLeft: boolean | null;
  readonly limitedContent: boolean | null;
  readonly wrongNumber: boolean | null;
  readonly undeliverable: boolean | null;
  readonly isAutodialed: boolean | null;
  readonly voiceKind: VoiceKind | null;
  readonly delivery: Delivery | null;
}

interface ChannelRules {
  /** It goes on for a while, so it can be in progress. */
  readonly lasts: boolean;
  readonly facts: readonly (keyof ChannelFacts)[];
  /** The type of the contact by which the borrower is reached. Null: none is named. */
  readonly reachedBy: ContactType | null;
}

const shown: ChannelRules = { lasts: false, facts: [], reachedBy: null };

export const channelRules: Readonly<Record<Channel, ChannelRules>> = {
  voice: {
    lasts: true,
    facts: ['connected', 'conversation', 'messageLeft', 'limitedContent', 'wrongNumber', 'isAutodialed', 'voiceKind'],
    reachedBy: 'phone',
  },
  chat: { lasts: true, facts: ['conversation'], reachedBy: null },
  text: { lasts: false, facts: ['undeliverable', 'wrongNumber', 'isAutodialed'], reachedBy: 'phone' },
  email: { lasts: false, facts: ['undeliverable'], reachedBy: 'email' },
  mail: { lasts: false, facts: ['undeliverable', 'delivery'], reachedBy: 'address' },
  fax: { lasts: false, facts: ['undeliverable'], reachedBy: 'phone' },
  gui: shown,
  document: shown,
};

/** Null: no contact is named on this channel. */
export const reachedBy = (channel: Channel): ContactType | null => channelRules[channel].reachedBy;

/** What cannot be true beside something else: the second is named, with why. */
const contradictions = [
  { when: 'connected', is: false, fact: 'conversation', why: 'is true although the call did not connect' },
  { when: 'connected', is: false, fact: 'messageLeft', why: 'is true although the call did not connect' },
  { when: 'messageLeft', is: false, fact: 'limitedContent', why: 'is true although no message was left' },
  { when: 'wrongNumber', is: true, fact: 'conversation', why: 'is true although the number is of somebody else' },
] as const;

export function factProblems(channel: Channel, facts: ChannelFacts): Problem[] {
  const { facts: known } = channelRules[channel];
  const names = Object.keys(facts) as (keyof ChannelFacts)[];
  return [
    ...names
      .filter((name) => facts[name] !== null && !known.includes(name))
      .map((path) => ({ path, message: `is nothing that can be said of ${channel}`, expected: 'nothing, or null' })),
    ...contradictions
      .filter(({ when, is, fact }) => facts[when] === is && facts[fact] === true)
      .map(({ when, is, fact, why }) => ({ path: fact, message: why, expected: `false, or ${when} ${!is}` })),
  ];
}
