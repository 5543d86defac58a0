// What a do-not-interact can name.
import type { Channel } from '#capabilities/people/index.ts';

/** Fax is read in older ones. */
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

/** Who made it: a person or a program, a type of the company, or a bulk action. */
export const sources = ['api', 'type', 'bulk'] as const;
export type Source = (typeof sources)[number];

export interface Hours {
  readonly fromHour: number;
  readonly toHour: number;
}

/** Without this one a borrower who must not be written to could not sign in. */
const neverCovered = 'opsAccountCredentials';

export const coversChannel = (channels: readonly BlockedChannel[], channel: Channel): boolean =>
  channels.includes('all') || (channels as readonly string[]).includes(channel);

export const coversTheme = (themes: readonly BlockedTheme[], theme: string): boolean =>
  theme !== neverCovered && (themes.includes('all') || (themes as readonly string[]).includes(theme));
