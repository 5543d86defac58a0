// The words by which messages are told apart.

/** Who asked for a message: a request, a notice of the service, a bulk sending, a verification, or a word of the borrower. */
export const origins = ['api', 'notice', 'bulk', 'verification', 'reply'] as const;
export type Origin = (typeof origins)[number];

/** By which channels this service sends: `gui` is shown on a page, `document` is a PDF among the borrower's documents. */
export const sentChannels = ['email', 'text', 'voice', 'mail', 'gui', 'document'] as const;
export type SentChannel = (typeof sentChannels)[number];

/** The others are there as soon as they are made. */
export const isCarried = (channel: SentChannel): channel is Exclude<SentChannel, 'gui' | 'document'> =>
  channel !== 'gui' && channel !== 'document';
