/** On which the service writes by itself. */
export const noticeChannels = ['email', 'text', 'mail'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];
