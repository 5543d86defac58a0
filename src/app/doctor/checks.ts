// All checks of the capabilities, in their order, without what else a capability is: the doctor answers at once. A test
// holds the list against that of the capabilities.
import { zonesCheck } from '#capabilities/access/check-zones.ts';
import { certificatesCheck } from '#capabilities/agreements/certificates/check-certificates.ts';
import { checks as bankBooks } from '#capabilities/bank-books/checks.ts';
import { campaignChecks } from '#capabilities/campaigns/check-campaigns.ts';
import { collectionsCheck } from '#capabilities/cases/collection/check-due.ts';
import { messageChecks } from '#capabilities/communications/check-messages.ts';
import { creditChecks } from '#capabilities/credit-reporting/check-files.ts';
import { doNotInteractsCheck } from '#capabilities/do-not-interact/check-due.ts';
import { scansCheck } from '#capabilities/documents/scanning/check-scans.ts';
import { checks as figures } from '#capabilities/figures/checks.ts';
import { checks as generalLedger } from '#capabilities/general-ledger/checks.ts';
import { cardsCheck } from '#capabilities/instruments/check-cards.ts';
import { tapeChecks } from '#capabilities/loan-tapes/check-tapes.ts';
import { checks as loans } from '#capabilities/loans/checks.ts';
import { monitorChecks } from '#capabilities/monitors/check-due.ts';
import { checks as movingMoney } from '#capabilities/moving-money/checks.ts';
import { noticeChecks } from '#capabilities/notices/check-due.ts';
import { questionsCheck } from '#capabilities/questions/check-questions.ts';
import { answersCheck, lettersCheck } from '#capabilities/sending/check-answers.ts';
import { messagesCheck } from '#capabilities/sending/check-messages.ts';
import { restsCheck } from '#capabilities/sending/check-rests.ts';
import { bouncesCheck } from '#capabilities/sending/inbound/check-mailbox.ts';
import { deliveriesCheck } from '#capabilities/webhooks/check-deliveries.ts';
import { workflowChecks } from '#capabilities/workflows/check-due.ts';
import type { Check, InspectedDatabase } from '#platform/doctor/check.ts';
import { databaseChecks } from '#platform/doctor/index.ts';

export const checks: readonly Check<InspectedDatabase>[] = [
  ...databaseChecks,
  zonesCheck,
  messagesCheck,
  answersCheck,
  lettersCheck,
  bouncesCheck,
  restsCheck,
  cardsCheck,
  ...bankBooks,
  ...movingMoney,
  ...loans,
  collectionsCheck,
  doNotInteractsCheck,
  ...monitorChecks,
  scansCheck,
  certificatesCheck,
  ...messageChecks,
  ...noticeChecks,
  ...workflowChecks,
  questionsCheck,
  ...campaignChecks,
  ...tapeChecks,
  ...generalLedger,
  ...figures,
  ...creditChecks,
  deliveriesCheck,
];
