// What a do-not-interact can name.
import type { Channel } from '#capabilities/people/index.ts';

/** New ones do not name fax; older ones may. */
export const blockedChannels = ['all', 'voice', 'email', 'fax', 'text', 'chat', 'mail'] as const;
export type BlockedChannel = (typeof blockedChannels)[number];

export const blockedThemes = [
  'all',
  'opsCollDebt',
  'opsCollLocateBorrower',
  'opsCollVerifyEmployment',
  'opsCollContactEmployerNotice',
  'opsServicingDebtValidation',
  'opsServicingNegativeCreditReportNotice',
  'opsServicingTimeBarredNotice',
  'opsServicing',
] as const;
export type BlockedTheme = (typeof blockedThemes)[number];

/** Who made it: a person or a program, a type of the company, or a bulk action of a supercase. */
export const sources = ['api', 'type', 'bulk'] as const;
export type Source = (typeof sources)[number];

export interface Hours {
  readonly fromHour: number;
  readonly toHour: number;
}

/** Messages about signing in are never blocked: otherwise a borrower could not sign in. */
const neverCovered = 'opsAccountCredentials';

/** Null: the channel is not known yet, so it may be any. */
export const coversChannel = (channels: readonly BlockedChannel[], channel: Channel | null): boolean =>
  channel === null || channels.includes('all') || (channels as readonly string[]).includes(channel);

export const coversTheme = (themes: readonly BlockedTheme[], theme: string | null): boolean =>
  theme === null ||
  (theme !== neverCovered && (themes.includes('all') || (themes as readonly string[]).includes(theme)));
