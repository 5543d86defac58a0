// What a company says of the bank that takes its ACH files, as it is stored.
import type { BankTimes } from '@tenor/ach/times/entry-times.ts';
import type { Originator } from '@tenor/ach/write/originator.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CompanyPlace } from '#platform/file-places/company-place.ts';

interface SameDayWindow {
  readonly cutOff: string;
  /** What stands in place of the descriptive date, such as SD1300; null: the date. */
  readonly mark: string | null;
}

export interface AchSettings extends Originator {
  readonly timezone: string;
  readonly cutOff: string;
  readonly sameDayWindows: readonly SameDayWindow[];
  readonly sameDayAmountMax: Cents;
  /** So long after its cut-off a file may still leave; what is later goes with the next one. */
  readonly lateMinutes: number;
  /** Null: the bank does not say that it has read a file. */
  readonly acknowledgeWithinMinutes: number | null;
  readonly descriptions: Readonly<Record<'payment' | 'downPayment' | 'refund' | 'funding', string>>;
  readonly place: CompanyPlace;
  readonly fileNamePrefix: string;
  readonly lineEnd: 'lf' | 'crlf';
  /** What the bank takes in one file. */
  readonly fileMax: FileMax & { readonly lines: number | null };
  /** What leaves without a person's word. */
  readonly releaseMax: FileMax;
}

interface FileMax {
  readonly entries: number | null;
  readonly debitAmount: Cents | null;
  readonly creditAmount: Cents | null;
}

export const bankTimesOf = ({ timezone, cutOff, sameDayWindows }: AchSettings): BankTimes => ({
  zone: timezone,
  cutOff,
  sameDayCutOffs: sameDayWindows.map((window) => window.cutOff),
});
