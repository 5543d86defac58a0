// What is found in a file: bounded, however broken the file is.
import { type Field, textIn } from '../values/layout.ts';

/** What a bank or an operator refuses for it. */
type Refuses = 'file' | 'batch' | 'entry';

interface Finding {
  /** The first line is 1. */
  readonly line: number;
  /** Where the field begins, from 1; null: it is about the whole line. */
  readonly column: number | null;
  readonly refuses: Refuses;
  readonly says: string;
}

const keptMax = 100;

export interface Findings {
  readonly first: readonly Finding[];
  readonly count: number;
}

export interface Notebook {
  readonly found: () => Findings;
  /** The line that is looked at from now on. */
  readonly lookAt: (line: number) => void;
  readonly add: (refuses: Refuses, says: string, field?: Field) => void;
  /** Says "the X is 'that', not this" where the field holds another text. */
  readonly mustBe: (refuses: Refuses, record: string, field: Field, text: string) => void;
}

export function openNotebook(): Notebook {
  const first: Finding[] = [];
  let [count, line] = [0, 0];
  const add: Notebook['add'] = (refuses, says, field) => {
    count += 1;
    if (first.length < keptMax) first.push({ line, column: field?.from ?? null, refuses, says });
  };
  return {
    found: () => ({ first, count }),
    lookAt(next) {
      line = next;
    },
    add,
    mustBe(refuses, record, field, text) {
      const there = textIn(record, field);
      if (there !== text) add(refuses, `the ${field.name} is '${there}', not '${text}'`, field);
    },
  };
}
