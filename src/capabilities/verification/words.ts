// The words of verification.

/** By known answers, or by a code that is sent to a contact of the borrower. */
export const methods = ['questions', 'code'] as const;
export type Method = (typeof methods)[number];

export const statuses = ['inProgress', 'succeeded', 'failed'] as const;
export type Status = (typeof statuses)[number];

/** One that nobody ended in time is shown as expired; nothing is written for it. */
export const shownStatuses = [...statuses, 'expired'] as const;

/** Whether somebody who has come into the borrower's pages could read the answer there. */
export const categories = ['inBorrowerPortal', 'notInBorrowerPortal'] as const;
export type Category = (typeof categories)[number];

export const formats = ['email', 'zip', 'phone', 'date', 'pattern'] as const;
export type Format = (typeof formats)[number];

/** What an agent may see of a verified borrower without the permission to see it of all. */
export const unlockable = ['person.identity:read'] as const;
export type Unlock = (typeof unlockable)[number];

export interface Criterion {
  readonly exactMatchCount: number;
  readonly category: Category;
}

/** So long a success counts as current. */
export const currentSeconds = 15 * 60;
/** So long a code lives that is sent to a contact. */
export const codeSeconds = 10 * 60;
