// The channels by which a campaign may write.
export const senderChannels = ['email', 'text', 'voice', 'mail', 'gui'] as const;
export type SenderChannel = (typeof senderChannels)[number];

/** By these a sender writes that names none: the others cost postage, or are seen by nobody who does not look. */
export const usualChannels: readonly SenderChannel[] = ['email', 'text', 'voice'];
