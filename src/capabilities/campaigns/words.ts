// The channels by which a campaign may write, and what whoever sees its files may do.
export const senderChannels = ['email', 'text', 'voice', 'mail', 'gui'] as const;
export type SenderChannel = (typeof senderChannels)[number];

/** By these a sender writes that names none: the others cost postage, or are seen by nobody who does not look. */
export const usualChannels: readonly SenderChannel[] = ['email', 'text', 'voice'];

/** Whoever may not download the file of a run has none sent, nor says where one is sent or what it tells. */
export const downloadPermission = 'campaign.run:download.sensitive';
