// Which columns an answer has to have: one with the ids of borrowers, and those that an exporter names.
export interface Wanted {
  /** True: each line is a message; false: each borrower stands in a file once. */
  readonly sends: boolean;
  /** Columns without which nothing can be made of the answer. */
  readonly columns: readonly string[];
}

interface HeadProblem {
  /** Who has to mend it: whoever asks, or whoever wants a column. */
  readonly of: 'question' | 'exporter';
  readonly message: string;
  readonly expected: string;
}

/** The names by which it may go, without regard to case: a database folds what is not quoted. */
const idNames = { sends: ['borrowerid', 'id'], lists: ['id', 'borrowerid'] } as const;

/** Where the id of the borrower stands; below zero: nowhere. */
export function placeOfId(columns: readonly string[], { sends }: Pick<Wanted, 'sends'>): number {
  const folded = columns.map((one) => one.toLowerCase());
  const names = idNames[sends ? 'sends' : 'lists'];
  return names.map((name) => folded.indexOf(name)).find((at) => at >= 0) ?? -1;
}

export function problemOfHead(columns: readonly string[], wanted: Wanted): HeadProblem | undefined {
  const has = columns.length === 0 ? 'no column' : `the columns ${columns.join(', ').slice(0, 500)}`;
  const id = wanted.sends ? 'borrowerId' : 'id';
  if (placeOfId(columns, wanted) < 0)
    return { of: 'question', message: `The answer has no column ${id}: it has ${has}.`, expected: `a column ${id}` };
  const folded = columns.map((one) => one.toLowerCase());
  const repeated = folded.find((name, i) => folded.indexOf(name) !== i);
  if (repeated !== undefined)
    return { of: 'question', message: `The answer has two columns ${repeated}.`, expected: 'a name for each column' };
  const missing = wanted.columns.find((name) => !columns.includes(name));
  if (missing === undefined) return undefined;
  const message = `The exporter names the column ${missing}, which the answer lacks: it has ${has}.`;
  return { of: 'exporter', message, expected: `columns of the answer: ${columns.join(', ').slice(0, 500)}` };
}
