// The channels by which a campaign may write, and the permission to see its files.
export const senderChannels = ['email', 'text', 'voice', 'mail', 'gui'] as const;
export type SenderChannel = (typeof senderChannels)[number];

/** By these a sender writes that names none: the others cost postage, or are seen by nobody who does not look. */
export const usualChannels: readonly SenderChannel[] = ['email', 'text', 'voice'];

/** It is needed to download the file of a run, to name the host to which files are sent, and to say what they tell. */
export const downloadPermission = 'campaign.run:download.sensitive';
