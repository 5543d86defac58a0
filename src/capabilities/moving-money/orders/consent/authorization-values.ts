// The words of authorizations.
import type { authorizationChannels } from '#capabilities/company/index.ts';

export type Channel = (typeof authorizationChannels)[number];

/** For one debit, for a series of them, or for later ones that a short word of the consumer begins. */
export const authorizationKinds = ['single', 'recurring', 'standing'] as const;
export type AuthorizationKind = (typeof authorizationKinds)[number];

/** How it is known who gave it. */
export const authentications = ['session', 'oneTimeCode', 'signature', 'recording', 'statement'] as const;
export type Authentication = (typeof authentications)[number];

export const secCodes = ['PPD', 'WEB', 'TEL', 'CCD'] as const;
export type SecCode = (typeof secCodes)[number];

const secOfChannel = { written: 'PPD', web: 'WEB', phone: 'TEL' } as const satisfies Record<Channel, SecCode>;

/** The kind of entry that carries a debit; a card has none. A doubt is a consumer: a wrong choice costs sixty days. */
export const secCodeOf = (
  channel: Channel,
  { type, holderType }: { readonly type: string; readonly holderType: string | null },
): SecCode | null => {
  if (type !== 'bankAccount') return null;
  return holderType === 'business' ? 'CCD' : secOfChannel[channel];
};
