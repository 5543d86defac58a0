// The answer to the question of a campaign: it comes in parts, each of which is taken before the next one is asked for.
import { Refusal } from '#platform/errors.ts';
import { campaignErrors } from '../errors.ts';

export type AnswerLine = readonly (string | null)[];

/** It is called at least once, so that the columns are known of an empty answer, too. */
export type TakePart = (lines: readonly AnswerLine[], columns: readonly string[]) => Promise<void>;

export const notAnswered = (message: string, cause?: unknown): Refusal =>
  new Refusal(campaignErrors.CampaignNotAnswered, message, { cause });

/** What is known of an answer besides its lines. */
export interface Asked {
  /** It has masked numbers, for which one needs a permission. */
  readonly isPersonal: boolean;
}
