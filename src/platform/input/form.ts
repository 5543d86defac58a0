// Parses a form-encoded body to nested values, all of them text: `name[firstName]=Ann`, `name.firstName=Ann`,
// `identities[0][value]=1`, `tags[]=a&tags[]=b`, `tags=a&tags=b`. The schema decides what the text means.

import { isUtf8 } from 'node:buffer';
import { errors, Refusal, refuseFields } from '#platform/errors.ts';
import { type FormStep, stepsOf } from './form-name.ts';
import { type PathPart, pathOf, shortName } from './path.ts';
import { readPairs } from './percent.ts';
import { checkValue } from './walk.ts';

/** One place of the body: it contains texts, or names, or positions; the first pair that reaches it decides which. */
interface Place {
  isList: boolean;
  texts?: string[];
  names?: Map<string, Place>;
  positions?: Map<number, Place>;
}

function refuse(message: string, path: string): Refusal {
  const expected = 'name=value, nested as name[part]=value or name.part=value, lists as name[]=value';
  return refuseFields(errors.InvalidForm, [
    path === '' ? { path, message: `the form ${message}`, expected } : { path, message, expected },
  ]);
}

export function parseForm(raw: Buffer | string): unknown {
  if (typeof raw !== 'string' && !isUtf8(raw)) {
    const data = { path: '', expected: 'name=value pairs in UTF-8' };
    throw new Refusal(errors.InvalidForm, 'The body is not valid UTF-8.', { data });
  }
  // As a form this would be a single name, which answers show, with everything that the JSON says about a person.
  if (/^\s*\{/.test(raw.toString())) {
    throw refuseFields(errors.InvalidForm, [
      { path: 'Content-Type', message: 'must be that of JSON, which the body is', expected: 'application/json' },
    ]);
  }
  const root: Place = { isList: false, names: new Map() };
  for (const { name, text } of readPairs(raw.toString(), refuse)) {
    const steps = stepsOf(name);
    if (typeof steps === 'string') throw refuse(steps, shortName(name));
    addText(root, steps, { text, name });
  }
  const value = builtValue(root, []);
  checkValue(value);
  return value;
}

const twoWays = 'must be used in one way only: as a value, with names inside, or with positions inside';

function addText(root: Place, steps: readonly FormStep[], { text, name }: { text: string; name: string }): void {
  let place = root;
  for (const step of steps) {
    const next = step === null ? place : childOf(place, step);
    if (next === undefined) throw refuse(twoWays, shortName(name));
    place = next;
  }
  if (place.names !== undefined || place.positions !== undefined) {
    throw refuse(twoWays, shortName(name));
  }
  place.isList ||= steps.at(-1) === null;
  place.texts ??= [];
  place.texts.push(text);
}

/** Undefined when the place already contains something else. */
function childOf(place: Place, step: string | number): Place | undefined {
  if (place.texts !== undefined) return undefined;
  if (typeof step === 'number') {
    if (place.names !== undefined) return undefined;
    place.positions ??= new Map();
    return childIn(place.positions, step);
  }
  if (place.positions !== undefined) return undefined;
  place.names ??= new Map();
  return childIn(place.names, step);
}

function childIn<Key>(children: Map<Key, Place>, key: Key): Place {
  const known = children.get(key);
  if (known !== undefined) return known;
  const made: Place = { isList: false };
  children.set(key, made);
  return made;
}

function builtValue({ isList, texts, names, positions }: Place, path: readonly PathPart[]): unknown {
  if (texts !== undefined) return isList || texts.length > 1 ? texts : texts[0];
  if (positions !== undefined) return listOf(positions, path);
  const entries = [...(names ?? [])].map(([name, place]) => [name, builtValue(place, [...path, name])] as const);
  // fromEntries defines properties, so `__proto__` stays a plain name here, which the walk then refuses.
  return Object.fromEntries(entries);
}

function listOf(positions: ReadonlyMap<number, Place>, path: readonly PathPart[]): unknown[] {
  return Array.from({ length: positions.size }, (_, index) => {
    const place = positions.get(index);
    if (place !== undefined) return builtValue(place, [...path, index]);
    throw refuse(`must number its items from [0] without a gap, and [${index}] is missing`, pathOf(path));
  });
}
