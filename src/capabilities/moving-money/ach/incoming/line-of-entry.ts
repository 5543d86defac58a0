// What an entry of a file says of an order of ours.

import type { Addenda } from '@tenor/ach/read/addenda.ts';
import { changeOf } from '@tenor/ach/read/change-codes.ts';
import type { Entry } from '@tenor/ach/read/read-file.ts';
import { reasonOfReturn, returnCode } from '@tenor/ach/read/return-codes.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Break } from '#capabilities/bank-books/index.ts';
import type { EntryRow } from '../../orders/ach-entries/tables.ts';
import type { Line } from '../../orders/attempts/take-lines.ts';
import type { Report } from '../../orders/attempts/take-report.ts';

type Back = Exclude<Addenda, { readonly is: 'payment' }>;

export const backOf = ({ addenda: [first] }: Entry): Back => first as Back;

/** The entry that was sent, as it stands with us. */
export type Sent = Pick<EntryRow, 'person_id' | 'attempt_id' | 'amount_cents' | 'individual_id' | 'settles_on'> & {
  readonly companyId: string;
  /** True for a trial deposit: nobody reads its amount. */
  readonly isSecret: boolean;
};

interface About {
  /** When the bank has made the file: by it messages have their order. */
  readonly at: Instant;
  readonly createdOn: CivilDate;
}

/** `sent`: the entry whose trace it names; undefined: there is none. */
export function lineOf(entry: Entry, sent: Sent | undefined, { at, createdOn }: About): Line {
  const back = backOf(entry);
  const { what, reason, code, problem } = meaningOf(entry, back);
  const isOfMoney = back.is !== 'change' && back.is !== 'changeRefused';
  const cameOn = entry.batch.settlesOn ?? createdOn;
  const report: Report = {
    what: what ?? 'returned',
    id: back.originalTrace,
    at,
    amount: isOfMoney && what !== null && sent?.isSecret === false ? entry.amount : null,
    code,
    ...(reason === undefined ? {} : { reason }),
    on: what === 'disputeWon' ? cameOn : null,
    corrected: back.is === 'change' ? back.correctedData : null,
  };
  const wrong = sent === undefined ? unknown(back) : (mismatch(entry, back, sent) ?? problem);
  return {
    eventId: `${entry.trace}.${back.originalTrace}.${back.code}.${entry.batch.settlesOn ?? 'none'}`,
    order: sent && { personId: sent.person_id, id: sent.attempt_id },
    report,
    settledOn: isOfMoney && sent !== undefined && sent.settles_on <= cameOn ? sent.settles_on : null,
    problem: wrong,
    isNoted: wrong === undefined && what === null,
    isOfReturnBefore: back.is === 'contested',
    // What names nothing of ours may be a trial deposit.
    amount: sent?.isSecret === false || (sent === undefined && entry.amount >= leastOpen) ? entry.amount : null,
    text: JSON.stringify({ ...report, trace: entry.trace, addenda: back }),
  };
}

/** Less than a dollar is the amount of a trial deposit. */
const leastOpen = 100;

interface Meaning {
  /** Null: it is written down, and changes nothing. */
  readonly what: Report['what'] | null;
  readonly code: string;
  readonly reason?: string;
  readonly problem?: Break;
}

function meaningOf({ trace }: Entry, back: Back): Meaning {
  const { code, originalTrace } = back;
  switch (back.is) {
    case 'returned':
      return { what: 'returned', code, reason: reasonOfReturn(code, back.information) };
    case 'change': {
      const { does, problem } = changeOf(code, back.correctedData);
      if (does === 'correct') return { what: 'corrected', code };
      if (does === 'keep') return { what: null, code };
      const why = problem === null ? 'corrects what only a person can' : `cannot be right: ${problem}`;
      const detail = `The notification ${code} of ${originalTrace} ${why}. It may be refused within 15 days.`;
      return { what: null, code, problem: { kind: 'changeOpen', detail } };
    }
    case 'changeRefused': {
      const detail = `The bank tells that a notification of change of ${originalTrace} was refused (${code}).`;
      return { what: null, code, problem: { kind: 'changeOpen', detail } };
    }
    default: {
      const { ofReturn, title } = returnCode(code);
      if (ofReturn === 'undone') return { what: 'disputeWon', code };
      // The return that stands is the one that was told first, with its own code.
      const first = back.returnCode ?? code;
      if (ofReturn === 'stands') return { what: 'returned', code: first, reason: reasonOfReturn(first, null) };
      const detail = `${code} (${title}) of ${originalTrace}, in ${trace}: the banks have not settled whether the return stands.`;
      return { what: null, code, problem: { kind: 'returnOpen', detail } };
    }
  }
}

function unknown({ is, code, originalTrace }: Back): Break {
  const kind = is === 'change' || is === 'changeRefused' ? 'theirsNotOurs' : 'returnUnknown';
  return { kind, detail: `${code} comes for the entry ${originalTrace}, which we never sent.` };
}

/** Never by amount alone: company, identification and amount must all agree. */
function mismatch(entry: Entry, { is, code, originalTrace }: Back, sent: Sent): Break | undefined {
  if (sent.companyId !== entry.batch.companyId) {
    return { kind: 'contradiction', detail: `${code} comes for ${originalTrace} as of another company.` };
  }
  if (sent.individual_id !== entry.individualId) {
    const detail = `${code} comes for ${originalTrace} with another identification number than it was sent with.`;
    return { kind: 'contradiction', detail };
  }
  const isOfMoney = is !== 'change' && is !== 'changeRefused';
  if (isOfMoney && !sent.isSecret && sent.amount_cents !== entry.amount) {
    return { kind: 'amount', detail: `${code} comes for ${originalTrace} with another amount than it was sent with.` };
  }
  return undefined;
}
