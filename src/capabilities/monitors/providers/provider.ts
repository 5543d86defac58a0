// A register in which borrowers are looked up: courts, deaths, military service, sanctions.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Finding } from '../rules/finding.ts';
import type { CaseMonitor } from '../words.ts';

/** What a register needs to know. */
interface Asked {
  readonly kind: CaseMonitor;
  /** Nine digits. */
  readonly ssn: string;
  /** The day from which on the borrower is watched. */
  readonly since: CivilDate;
  readonly today: CivilDate;
}

/** It is asked in the commit that keeps what it says, so it neither waits nor fails. */
export type Register = (asked: Asked) => readonly Finding[];
