// A case as the guard reads it: from its row, and from the fields that its base type brings.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { instantOfLocal } from '@tenor/engine/values/zone.ts';
import type { BankruptcyFact, CaseFact, DateText, DisputeFact } from '@tenor/guard/contract.ts';
import type { ContactCase } from '#capabilities/cases/index.ts';
import { momentOf } from './moments.ts';

type Fields = Readonly<Record<string, unknown>>;

const dateIn = (fields: Fields, name: string): DateText | null => (fields[name] as CivilDate | undefined) ?? null;

/** What was said aloud is not in writing. */
const writtenChannels: readonly unknown[] = ['mail', 'email', 'text', 'chat'];

interface Reading {
  readonly fields: Fields;
  /** Days of a case are days of the company. */
  readonly zone: string;
}

export function caseFact(row: ContactCase, { fields, zone }: Reading): CaseFact {
  const received = dateIn(fields, 'requestReceivedDate') ?? dateIn(fields, 'disputeReceivedDate') ?? row.received_date;
  return {
    id: row.id,
    caseType: row.case_type,
    status: row.status,
    outcome: row.outcome,
    statusUpdatedAt: momentOf(row.status_updated_at),
    receivedAt: momentOf(
      received === null ? row.created_at : instantOfLocal({ date: received as CivilDate, time: '00:00:00', zone }),
    ),
    loanIds: row.loan_ids,
    whose: 'borrower',
    inWriting: writtenChannels.includes(fields.requestChannel ?? fields.disputeChannel),
    byRegisteredMail: false,
    bankruptcy: row.case_type === 'bankruptcy' ? bankruptcyFact(fields) : null,
    dispute: disputeFact(row, fields),
    beginsOn: dateIn(fields, 'declarationDate') ?? dateIn(fields, 'dutyBeginDate'),
    endsOn: dateIn(fields, 'dutyEndDate'),
  };
}

const chapters: Readonly<Record<string, BankruptcyFact['chapter']>> = {
  chapter7: '7',
  chapter11: '11',
  chapter12: '12',
  chapter13: '13',
};

function bankruptcyFact(fields: Fields): BankruptcyFact {
  const { courtCaseChapter: chapter, courtCaseDebtorDisposition: disposition, courtCaseLastStatus: last } = fields;
  return {
    chapter: chapters[String(chapter)] ?? null,
    filedOn: dateIn(fields, 'courtCaseFiledDate'),
    disposition: disposition === 'dismissed' || disposition === 'discharged' ? disposition : null,
    isClosed: fields.courtCaseClosedDate != null || String(last).startsWith('closed'),
    reaffirmed: fields.reaffirmedDate != null && fields.reaffirmationRescindedDate == null,
  };
}

function disputeFact({ case_type: type }: ContactCase, fields: Fields): DisputeFact | null {
  if (type !== 'disputeOfDebt' && type !== 'debtValidation') return null;
  return {
    validationPeriodEndsOn: dateIn(fields, 'validationPeriodEndDate'),
    verificationSentOn: dateIn(fields, 'verificationSentDate') ?? dateIn(fields, 'respondedDate'),
  };
}
