// Splits the name of a form field: `identities[0][value]` is identities, 0, value.

import { pairsMax } from './percent.ts';
import { depthMax } from './walk.ts';

/** A name, a position in a list, or null for the `[]` that adds to a list. */
export type FormStep = string | number | null;

const firstName = /^[^.[\]]+/;
// Dots inside brackets belong to the name: `metaData[a.b]` has the key `a.b`.
const nextStep = /\.([^.[\]]+)|\[([^[\]]*)\]/y;
const positionText = /^(?:0|[1-9]\d*)$/;

/** The steps, or a sentence that says what is wrong. */
export function stepsOf(name: string): FormStep[] | string {
  const first = firstName.exec(name)?.[0];
  if (first === undefined) return 'must begin with a name, such as name[part]';
  const steps: FormStep[] = [first];
  let index = first.length;
  while (index < name.length) {
    nextStep.lastIndex = index;
    const match = nextStep.exec(name);
    if (match === null) return 'must continue with [part] or .part, every bracket closed';
    const step = stepOf(match);
    if (step === undefined) return `must have positions below ${pairsMax}; write a number that is a name as .part`;
    steps.push(step);
    index = nextStep.lastIndex;
    if (steps.length > depthMax) return `must have at most ${depthMax} parts`;
    // items[][a]=1&items[][b]=2 may mean one item or two: frameworks differ, so we do not guess.
    if (step === null && index < name.length) return 'must have [] only at its end; number the items as [0], [1]';
  }
  return steps;
}

/**
 * Only a number in brackets is a position. After a dot it is a name, so that `metaData.2026=x` is possible; where the
 * schema has a list, reader.ts takes the names 0, 1, 2 for its positions.
 */
function stepOf([, dotted, bracketed]: RegExpExecArray): FormStep | undefined {
  if (dotted !== undefined) return dotted;
  if (bracketed === undefined || bracketed === '') return null;
  if (!positionText.test(bracketed)) return bracketed;
  const position = Number(bracketed);
  return position < pairsMax ? position : undefined;
}
