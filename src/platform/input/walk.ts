// One walk over a parsed value for what no schema says: text that PostgreSQL cannot store (NUL would be a 500, a lone
// surrogate would silently become U+FFFD), `__proto__`, and depth, which limits every later recursion.

import { type Refusal, refuseField } from '#platform/errors.ts';
import { type PathPart, pathOf } from './path.ts';

/** Our deepest body has seven levels; PostgreSQL and JSON.stringify could handle thousands. */
export const depthMax = 32;

interface Fault {
  readonly message: string;
  readonly expected: string;
  /** From the inside out: each level of the walk adds its own part on the way back, so a good value costs nothing. */
  readonly partsInward: PathPart[];
}

function refuse({ message, expected }: Omit<Fault, 'partsInward'>, path: string): Refusal {
  return refuseField(path, message, expected);
}

export function checkValue(value: unknown): void {
  const fault = faultIn(value, 0);
  if (fault !== undefined) throw refuse(fault, pathOf(fault.partsInward.reverse()));
}

/** The same for text outside a body: path parameters, query, headers. */
export function checkText(text: string, path: string): void {
  const fault = textFault(text);
  if (fault !== undefined) throw refuse(fault, path);
}

function textFault(text: string): Fault | undefined {
  if (text.includes('\0')) {
    return { message: 'must not contain the NUL character', expected: 'text without U+0000', partsInward: [] };
  }
  if (!text.isWellFormed()) {
    return {
      message: 'must not contain half of a surrogate pair',
      expected: 'text of whole Unicode characters',
      partsInward: [],
    };
  }
  return undefined;
}

function nameFault(name: string): Fault | undefined {
  if (name !== '__proto__') return textFault(name);
  return { message: 'cannot be used as a name', expected: 'any other name', partsInward: [] };
}

function faultIn(value: unknown, depth: number): Fault | undefined {
  if (typeof value === 'string') return textFault(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= depthMax) {
    return {
      message: `is nested too deeply: a body has at most ${depthMax} levels`,
      expected: `at most ${depthMax} levels of objects and lists`,
      partsInward: [],
    };
  }
  return Array.isArray(value)
    ? faultInList(value, depth)
    : faultInObject(value as Readonly<Record<string, unknown>>, depth);
}

function faultInList(list: readonly unknown[], depth: number): Fault | undefined {
  for (let index = 0; index < list.length; index++) {
    const fault = faultIn(list[index], depth + 1);
    if (fault !== undefined) return at(fault, index);
  }
  return undefined;
}

function faultInObject(object: Readonly<Record<string, unknown>>, depth: number): Fault | undefined {
  for (const name of Object.keys(object)) {
    const fault = nameFault(name) ?? faultIn(object[name], depth + 1);
    if (fault !== undefined) return at(fault, name);
  }
  return undefined;
}

function at(fault: Fault, part: PathPart): Fault {
  fault.partsInward.push(part);
  return fault;
}
