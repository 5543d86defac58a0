// What can be said of an interaction on each channel.
import type { channels, contactTypes } from '#capabilities/people/index.ts';
import type { Problem } from '#platform/errors.ts';

export type Channel = (typeof channels)[number];
type ContactType = (typeof contactTypes)[number];

export const directions = ['inbound', 'outbound'] as const;
export type Direction = (typeof directions)[number];

/** The facts that only some channels have. Null: nobody has said. */
interface ChannelFacts {
  readonly connected: boolean | null;
  readonly conversation: boolean | null;
  readonly messageLeft: boolean | null;
  readonly undeliverable: boolean | null;
  readonly isAutodialed: boolean | null;
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
    facts: ['connected', 'conversation', 'messageLeft', 'isAutodialed'],
    reachedBy: 'phone',
  },
  chat: { lasts: true, facts: ['conversation'], reachedBy: null },
  text: { lasts: false, facts: ['undeliverable', 'isAutodialed'], reachedBy: 'phone' },
  email: { lasts: false, facts: ['undeliverable'], reachedBy: 'email' },
  mail: { lasts: false, facts: ['undeliverable'], reachedBy: 'address' },
  fax: { lasts: false, facts: ['undeliverable'], reachedBy: 'phone' },
  gui: shown,
  document: shown,
};

/** Null: no contact is named on this channel. */
export const reachedBy = (channel: Channel): ContactType | null => channelRules[channel].reachedBy;

export function factProblems(channel: Channel, facts: ChannelFacts): Problem[] {
  const { facts: known } = channelRules[channel];
  const names = Object.keys(facts) as (keyof ChannelFacts)[];
  return [
    ...names
      .filter((name) => facts[name] !== null && !known.includes(name))
      .map((path) => ({ path, message: `is nothing that can be said of ${channel}`, expected: 'nothing, or null' })),
    ...(facts.connected === false
      ? (['conversation', 'messageLeft'] as const)
          .filter((name) => facts[name] === true)
          .map((path) => ({
            path,
            message: 'is true although the call did not connect',
            expected: 'false, or connected true',
          }))
      : []),
  ];
}
