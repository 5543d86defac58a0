// The borrower has asked that it stop: in writing for a debt, or by any means for a channel or a contact; or disputes the
// debt, and nobody has verified it yet.
import type { Ask, LoanAsked, Wish } from '../asked/ask.ts';
import { aboutLoans, casesOf, usedCase } from '../asked/cases.ts';
import { channelOfRules, isContact, isLetter } from '../asked/channels.ts';
import { isDialled, sameAs, wishesAgainst } from '../asked/consents.ts';
import { countsUntil, fullYearsAfter } from '../asked/periods.ts';
import { allOf, always, type Kind, type Saying, until } from '../asked/saying.ts';
import type { CaseFact, CeaseParams, FactUsed, InteractionFact, Moment, RuleChannel, RuleOf } from '../contract.ts';
import { dayOfText, localDay } from '../places/local.ts';

type Cease = RuleOf<'ceaseOnRequest'>;

export const ceaseOnRequest: Kind<'ceaseOnRequest'> = (rule, ask, loans) => {
  switch (rule.params.trigger) {
    case 'writtenNotice':
    case 'writtenNoticeReceived':
      return allOf(ceasesAbout(ask, loans).map((one) => afterNotice(rule.params, ask, one)));
    case 'registeredOrCertifiedMailAfterDefault':
      return allOf(
        ceasesAbout(ask, loans)
          .filter(({ byRegisteredMail }) => byRegisteredMail)
          .map((one) => afterNotice(rule.params, ask, one)),
      );
    case 'writtenDisputeInValidationPeriod':
      return disputed(ask, loans);
    case 'writtenOptOut':
      return wished(
        ask,
        wishesAgainst(ask, isOf(rule.params.channelOnly)).filter(({ inWriting }) => inWriting),
      );
    case 'anyRequest':
      return wished(ask, wishesAgainst(ask, sameAs(ask)));
    default:
      return revoked(rule, ask);
  }
};

// ---- a notice in writing ---------------------------------------------------------------------------------------------

const ceasesAbout = (ask: Ask, loans: readonly LoanAsked[]): CaseFact[] =>
  aboutLoans(casesOf(ask, 'ceaseCommunication'), loans).filter(({ inWriting }) => inWriting);

/** The subject of each notice that may still go, once. */
const subjectOfNotice: Readonly<Record<string, string>> = {
  adviseTermination: 'ceaseCommunicationAcknowledgement',
  confirmCease: 'ceaseCommunicationAcknowledgement',
  oneNoticeCollectionStopped: 'ceaseCommunicationAcknowledgement',
  noticeOfSpecificRemedy: 'ceaseCommunicationRefuseToPay',
};

/** The notice may go once for all that the borrower's request was about. */
const isAbout = (sent: readonly string[], asked: readonly string[]): boolean =>
  sent.length === 0 || asked.length === 0 || sent.some((id) => asked.includes(id));

function afterNotice({ allowedAfter = [] }: CeaseParams, ask: Ask, notice: CaseFact): Saying | null {
  const since = ask.past.filter(
    (one) => one.direction === 'outbound' && one.at >= notice.receivedAt && isAbout(one.loanIds, notice.loanIds),
  );
  const reason = 'The borrower has asked in writing that contact stop.';
  const facts = [usedCase(notice)];
  if (isList(allowedAfter)) {
    const { subject } = ask.question;
    const mayGo = subject !== null && allowedAfter.some((word) => subjectOfNotice[word] === subject);
    const sent = since.filter((one) => one.subject === subject && isContact(one.channel));
    return mayGo && sent.length === 0 ? null : always(reason, [...facts, ...(mayGo ? sent.map(usedOf) : [])]);
  }
  const { letter, personalContacts } = allowedAfter;
  const isPaper = ask.channel !== null && isLetter(ask.channel);
  const counted = since.filter((one) => isContact(one.channel) && isLetter(one.channel) === isPaper);
  const used = [...facts, ...counted.map(usedOf)];
  if (!isPaper) return counted.length < personalContacts.maxTotal ? null : always(reason, used);
  const ends = counted.map(({ at }) => countsUntil(at, letter.per, ask.clocks)).sort((one, other) => other - one);
  const opensAt = ends[letter.max - 1];
  return opensAt === undefined || opensAt <= ask.at ? null : until(opensAt, reason, used);
}

const isList = (allowed: NonNullable<CeaseParams['allowedAfter']>): allowed is readonly string[] =>
  Array.isArray(allowed);

const usedOf = ({ id }: InteractionFact): FactUsed => ({ kind: 'interaction', id });

// ---- a dispute -------------------------------------------------------------------------------------------------------

/** It stops until the debt has been verified. A period of which nobody knows the end has not ended. */
function disputed(ask: Ask, loans: readonly LoanAsked[]): Saying | null {
  const open = [...casesOf(ask, 'disputeOfDebt'), ...casesOf(ask, 'debtValidation')].filter(
    (one) => one.inWriting && isInPeriod(one, ask) && !isVerified(one, ask),
  );
  const found = aboutLoans(open, loans);
  return found.length === 0
    ? null
    : always('The borrower has disputed the debt in writing, and it has not been verified yet.', found.map(usedCase));
}

const isInPeriod = ({ dispute, receivedAt }: CaseFact, { clocks }: Ask): boolean => {
  const ends = dispute?.validationPeriodEndsOn ?? null;
  return ends === null || clocks.some((zone) => localDay(receivedAt, zone) <= dayOfText(ends));
};

export const isVerified = ({ dispute }: CaseFact, { at, clocks }: Ask): boolean => {
  const sent = dispute?.verificationSentOn ?? null;
  return sent !== null && clocks.every((zone) => dayOfText(sent) <= localDay(at, zone));
};

// ---- a wish ----------------------------------------------------------------------------------------------------------

const isOf =
  (named: RuleChannel | undefined) =>
  (channel: Parameters<typeof channelOfRules>[0]): boolean =>
    named === undefined || channelOfRules(channel) === named;

function wished({ at }: Ask, wishes: readonly Wish[], endOf: (wish: Wish) => Moment = never): Saying | null {
  const holding = wishes.filter((wish) => endOf(wish) > at);
  if (holding.length === 0) return null;
  const reason = 'The borrower does not want to be contacted so.';
  return until(
    Math.max(...holding.map(endOf)),
    reason,
    holding.map(({ used }) => used),
  );
}

const never = (): Moment => Number.POSITIVE_INFINITY;

/** A revocation stops texts, recorded and autodialled calls, and leaves live calls free. */
function revoked({ params, context }: Cease, ask: Ask): Saying | null {
  if (params.scope === 'commercial')
    return wished(
      ask,
      wishesAgainst(ask, (channel) => channel === 'email'),
    );
  if (context === 'solicitation') {
    const { honourYears } = params;
    const endOf = ({ at }: Wish): Moment =>
      honourYears === undefined ? never() : fullYearsAfter(at, honourYears, ask.clocks);
    return wished(ask, wishesAgainst(ask, sameAs(ask)), endOf);
  }
  if (ask.channel === 'voice' && !ask.isMachine) return null;
  return wished(ask, wishesAgainst(ask, isDialled, params.scope === 'allUnrelatedMessages'));
}
