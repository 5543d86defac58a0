// Reads the list of participants of the clearing house: lines of 155 characters, one for each routing number.
import type { Bank } from '../bank-directory.ts';

/** The last two of these are filler, which some copies leave out. */
const lengthMin = 140;
const lengthMax = 155;
/** The bank of the line is reached by the new number. */
const usesNewNumber = '2';

interface WrongLine {
  readonly line: number;
  readonly problem: string;
}

/** All banks, or the first lines that cannot be read. A number that stands twice counts as it stands last. */
export function readRoutingList(text: string): readonly Bank[] | { readonly wrong: readonly WrongLine[] } {
  const banks = new Map<string, Bank>();
  const wrong: WrongLine[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const read = bankOf(line);
    if (typeof read === 'string') wrong.push({ line: i + 1, problem: read });
    else banks.set(read.routingNumber, read);
  }
  if (wrong.length === 0 && banks.size > 0) return [...banks.values()];
  return { wrong: wrong.length > 0 ? wrong : [{ line: 1, problem: 'the file has no bank' }] };
}

/** Positions 1-9 number, 20 record type, 27-35 new number, 36-71 name. */
function bankOf(line: string): Bank | string {
  if (line.length < lengthMin || line.length > lengthMax) return `has ${line.length} characters and not 155`;
  const routingNumber = line.slice(0, 9);
  if (!isNumber(routingNumber)) return 'does not begin with a routing number';
  const recordType = line.slice(19, 20);
  if (!/^[012]$/.test(recordType)) return 'has no record type 0, 1 or 2 in position 20';
  const name = line.slice(35, 71).trim();
  if (name === '') return 'has no name in positions 36 to 71';
  if (recordType !== usesNewNumber) return { routingNumber, name, newRoutingNumber: null };
  const newRoutingNumber = line.slice(26, 35);
  return isNumber(newRoutingNumber)
    ? { routingNumber, name, newRoutingNumber }
    : 'says that there is a new number, and has none in positions 27 to 35';
}

const isNumber = (text: string): boolean => /^\d{9}$/.test(text);
