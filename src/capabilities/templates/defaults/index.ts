// The texts that are shipped for the subjects: a company that has written none of its own sends these.
import { subjectOf, type TextChannel } from '../subjects/index.ts';
import type { DefaultText, Language, Stated } from './default-text.ts';
import { emailHtml } from './email-html.ts';
import { letterHtml } from './letter-html.ts';
import { bareHtml, emailText, textMessage } from './plain-text.ts';
import { spoken } from './spoken.ts';
import { accountTexts } from './texts/account.ts';
import { autopayTexts } from './texts/autopay.ts';
import { caseTexts } from './texts/cases.ts';
import { creditDecisionTexts } from './texts/credit-decisions.ts';
import { creditReportingTexts } from './texts/credit-reporting.ts';
import { debtValidationTexts } from './texts/debt-validation.ts';
import { documentTexts } from './texts/documents.ts';
import { freeTexts } from './texts/free.ts';
import { hardshipTexts } from './texts/hardship.ts';
import { lineTexts } from './texts/lines.ts';
import { loanTexts } from './texts/loans.ts';
import { overdueTexts } from './texts/overdue.ts';
import { paymentTexts } from './texts/payments.ts';
import { promoTexts } from './texts/promos.ts';
import { purchaseTexts } from './texts/purchases.ts';
import { settlementTexts } from './texts/settlements.ts';
import { termTexts } from './texts/terms.ts';

export type { Language } from './default-text.ts';

/** The sources of a template. */
interface DefaultTemplate {
  /** That of an email. */
  readonly subjectLine: string | null;
  readonly text: string | null;
  readonly html: string | null;
}

const texts = new Map<string, Stated>(
  [
    ...[accountTexts, autopayTexts, paymentTexts, overdueTexts, promoTexts, settlementTexts, loanTexts, lineTexts],
    ...[creditDecisionTexts, termTexts, purchaseTexts, hardshipTexts, creditReportingTexts, debtValidationTexts],
    ...[caseTexts, documentTexts, freeTexts],
  ].flatMap(Object.entries<Stated>),
);

const unknown = [...texts.keys()].filter((name) => subjectOf(name) === undefined);
if (unknown.length > 0) throw new Error(`The catalogue has no ${unknown.join(', ')}.`);

const made = new Map<string, DefaultTemplate>();

/** The same sources each time, so that they are compiled once. */
export function defaultTemplate(subject: string, channel: string, language: Language): DefaultTemplate | undefined {
  const known = subjectOf(subject)?.channels.find((one) => one === channel);
  const stated = texts.get(subject);
  if (known === undefined || stated === undefined) return undefined;
  const key = `${subject} ${channel} ${language}`;
  const found = made.get(key) ?? written(subject, stated, known, language);
  made.set(key, found);
  return found;
}

function written(subject: string, stated: Stated, channel: TextChannel, language: Language): DefaultTemplate {
  const own = stated[language];
  const text: DefaultText = {
    ...own,
    language,
    hasOpening: stated.hasOpening ?? true,
    isAboutLoan: subjectOf(subject)?.objects.includes('loan') ?? false,
  };
  switch (channel) {
    case 'text':
      return { subjectLine: null, text: textMessage(stated.isBare ?? false, text), html: null };
    case 'voice':
      return { subjectLine: null, text: spoken[language], html: null };
    case 'email':
      return stated.isBare
        ? { subjectLine: own.title, text: '{{ body }}', html: bareHtml(text) }
        : { subjectLine: own.title, text: emailText(text), html: emailHtml(text) };
    default:
      return { subjectLine: null, text: null, html: letterHtml(text) };
  }
}
