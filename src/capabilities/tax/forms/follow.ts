// What is to be told of a debtor and a debt, after what was told before. A correction names what it corrects; who was told
// of by a wrong identity is first told of with nothing, and then anew.
import { isDeepStrictEqual } from 'node:util';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { EventCode, FormKind } from '../words.ts';

/** 1: a form corrects the one before. 2: a form takes the one before back, and another one tells it anew. */
export type ErrorType = 1 | 2;

export interface Recipient {
  /** Empty: a natural person. A business has no other name. */
  readonly businessName: string;
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
  /** Nine digits; empty: nobody knows it. */
  readonly tin: string;
  readonly address: {
    readonly street: string;
    readonly street2: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
    readonly country: string;
  };
}

/** What a form says. Amounts in cents. */
export interface Content {
  readonly code: EventCode;
  readonly on: CivilDate;
  readonly amount: number;
  /** The interest in the amount; null: it is not in it. */
  readonly interest: number | null;
  readonly description: string;
  readonly isPersonallyLiable: boolean;
  readonly propertyValue: number | null;
  readonly recipient: Recipient;
}

/** What was told last. */
interface Standing {
  readonly formId: string;
  readonly content: Content;
}

export interface Draft {
  readonly kind: FormKind;
  readonly errorType: ErrorType | null;
  readonly corrects: string | null;
  readonly content: Content;
}

const original = (content: Content): Draft => ({ kind: 'original', errorType: null, corrects: null, content });

const correction = ({ formId }: Standing, errorType: ErrorType, content: Content): Draft => ({
  kind: 'correction',
  errorType,
  corrects: formId,
  content,
});

const withNothing = (content: Content): Content => ({
  ...content,
  amount: 0,
  interest: content.interest === null ? null : 0,
});

/** `now`: what holds; undefined: nothing was canceled after all. */
export function formsAfter(before: Standing | undefined, now: Content | undefined): readonly Draft[] {
  if (before === undefined) return now === undefined ? [] : [original(now)];
  const { content } = before;
  if (now === undefined) return content.amount === 0 ? [] : [correction(before, 1, withNothing(content))];
  if (isDeepStrictEqual(content, now)) return [];
  // Whoever was taken back already is told of anew.
  if (!isSomebodyElse(content.recipient, now.recipient)) return [correction(before, 1, now)];
  return content.amount === 0 ? [original(now)] : [correction(before, 2, withNothing(content)), original(now)];
}

const names = ['businessName', 'firstName', 'middleName', 'lastName'] as const;

/** The tax office finds a form by the number, or else by the name and the address together. */
function isSomebodyElse(was: Recipient, is: Recipient): boolean {
  if (was.tin !== is.tin) return true;
  const isRenamed = names.some((name) => was[name] !== is[name]);
  return isRenamed && !isDeepStrictEqual(was.address, is.address);
}
