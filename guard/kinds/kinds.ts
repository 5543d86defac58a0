// The kinds of rules, each a pure function of a rule and a question.
import type { Ask, LoanAsked } from '../asked/ask.ts';
import type { Kind, Saying } from '../asked/saying.ts';
import type { Rule, RuleKind } from '../contract.ts';
import { attorney } from './attorney.ts';
import { ceaseOnRequest } from './cease-on-request.ts';
import { consentRequired } from './consent-required.ts';
import { frequency } from './frequency.ts';
import { holidayOrSunday } from './holiday-or-sunday.ts';
import { noted } from './noted.ts';
import { other } from './other.ts';
import { timeBarred } from './time-barred.ts';
import { timeWindow } from './time-window.ts';
import { workplace } from './workplace.ts';

const kinds: { readonly [K in RuleKind]: Kind<K> } = {
  frequency,
  timeWindow,
  holidayOrSunday,
  workplace,
  ceaseOnRequest,
  attorney,
  consentRequired,
  disclosure: noted,
  licensing: noted,
  timeBarred,
  other,
};

export const asked = (rule: Rule, ask: Ask, loans: readonly LoanAsked[]): Saying | null =>
  (kinds[rule.kind] as Kind<RuleKind>)(rule, ask, loans);
