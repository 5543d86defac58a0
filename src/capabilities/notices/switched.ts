// What a company has set of the notices of the system, as whoever makes one needs it.

import type { Reader } from '#platform/db/realm-database.ts';
import type { NoticeChannel } from './channels.ts';
import type { Notice } from './notice.ts';
import type { NoticeOfLoanType } from './tables.ts';

export interface SettingRow {
  readonly subject: string;
  readonly is_enabled: boolean | null;
  readonly delay_hours: number | null;
  readonly channels: NoticeChannel[] | null;
  readonly by_loan_type: readonly NoticeOfLoanType[];
}

export async function settingsOfNotices(reader: Reader): Promise<ReadonlyMap<string, SettingRow>> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('notice_settings')
      .select(['subject', 'is_enabled', 'delay_hours', 'channels', 'by_loan_type']),
  );
  return new Map(rows.map((row) => [row.subject, row]));
}

interface Switched {
  readonly isOn: boolean;
  readonly delayHours: number;
  readonly channels: NoticeChannel[] | null;
}

/** What is set for the loan type wins. */
export function switched(
  { isOn, isRequired }: Pick<Notice, 'isOn' | 'isRequired'>,
  setting: SettingRow | undefined,
  loanTypeId: string | null,
): Switched {
  const ofType = setting?.by_loan_type.find((one) => one.loanTypeId === loanTypeId);
  return {
    isOn: isRequired || (ofType?.isEnabled ?? setting?.is_enabled ?? isOn),
    delayHours: ofType?.delayHours ?? setting?.delay_hours ?? 0,
    channels: setting?.channels ?? null,
  };
}
