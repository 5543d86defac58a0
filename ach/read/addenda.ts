// What stands in an addenda record: A5, and for contested returns and refused notifications the layouts of the rules.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { refuse } from '../text/file-refused.ts';
import { code, dateOf, dayOfYear, digits, type Line, oneOf, raw, trimmed } from './fields.ts';

/** A return of the return. */
interface ReturnNamed {
  readonly returnTrace: string;
  readonly returnSettledOn: CivilDate | null;
  readonly returnCode: string;
}

/** What all of them name: the entry that was sent, and the bank that got it. */
interface Original {
  readonly code: string;
  readonly originalTrace: string;
  readonly originalReceiver: string;
}

export type Addenda =
  | { readonly is: 'payment'; readonly text: string }
  | (Original & { readonly is: 'returned'; readonly diedOn: CivilDate | null; readonly information: string })
  | (Original & ReturnNamed & { readonly is: 'dishonored'; readonly information: string })
  | (Original &
      ReturnNamed & { readonly is: 'contested'; readonly dishonorTrace: string; readonly dishonorCode: string })
  | (Original & { readonly is: 'change'; readonly correctedData: string })
  | (Original & { readonly is: 'changeRefused'; readonly correctedData: string; readonly changeCode: string });

const types = ['02', '05', '98', '99'] as const;

export function addendaOf(line: Line, fileDate: CivilDate): Addenda {
  const type = oneOf(line, 2, types, 'the type of the addenda');
  if (type === '98') return changeOf(line);
  if (type === '99') return returnOf(line, fileDate);
  return { is: 'payment', text: trimmed(line, 4, 83) };
}

const originalOf = (line: Line, letter: 'R' | 'C'): Original => ({
  code: code(line, letter),
  originalTrace: digits(line, 7, 21, 'the original trace number'),
  originalReceiver: digits(line, 28, 35, "the original receiver's routing number"),
});

function changeOf(line: Line): Addenda {
  const original = originalOf(line, 'C');
  const correctedData = raw(line, 36, 64);
  if (original.code < 'C61') return { is: 'change', ...original, correctedData };
  return { is: 'changeRefused', ...original, correctedData, changeCode: trimmed(line, 65, 67) };
}

function returnOf(line: Line, fileDate: CivilDate): Addenda {
  const original = originalOf(line, 'R');
  if (original.code >= 'R61' && original.code <= 'R70') {
    const information = trimmed(line, 59, 79);
    return { is: 'dishonored', ...original, ...returnNamed(line, fileDate), information };
  }
  if (original.code >= 'R71' && original.code <= 'R79') {
    const dishonorTrace = digits(line, 59, 73, "the dishonor's trace number");
    const dishonorCode = `R${digits(line, 77, 78, "the dishonor's code")}`;
    return { is: 'contested', ...original, ...returnNamed(line, fileDate), dishonorTrace, dishonorCode };
  }
  const died = raw(line, 22, 27);
  return { is: 'returned', ...original, diedOn: diedOn(line, died, fileDate), information: trimmed(line, 36, 79) };
}

const returnNamed = (line: Line, fileDate: CivilDate): ReturnNamed => ({
  returnTrace: digits(line, 39, 53, "the return's trace number"),
  returnSettledOn: dayOfYear(line, 54, "the return's settlement date", fileDate),
  returnCode: `R${digits(line, 57, 58, "the return's code")}`,
});

/** Two digits of a year that would be after the file are of the century before. */
function diedOn(line: Line, text: string, fileDate: CivilDate): CivilDate | null {
  if (text.trim() === '' || text === '000000') return null;
  const day = dateOf(text) ?? refuse(line.number, 22, 'the date of death must be a day as YYMMDD');
  return day <= fileDate ? day : (`19${day.slice(2)}` as CivilDate);
}
