// The words by which messages are told apart.

/** Who asked for a message: a request, a notice of the service, a bulk sending, a verification. */
export const origins = ['api', 'notice', 'bulk', 'verification'] as const;
export type Origin = (typeof origins)[number];

/** By which channels this service sends. */
export const sentChannels = ['email', 'text', 'voice', 'mail', 'gui'] as const;
export type SentChannel = (typeof sentChannels)[number];
