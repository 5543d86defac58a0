// Parses a JSON body: no digit is lost, every error is a 400, and no message contains any of the body.

import { isUtf8 } from 'node:buffer';
import { errors, Refusal } from '#platform/errors.ts';
import { mayLoseDigits, parseWithSources } from './number.ts';
import { checkValue } from './walk.ts';

/** Undefined for an empty body: actions without input are called without one, often with a JSON content type. */
export function parseJson(raw: Buffer): unknown {
  // Without this check invalid bytes would become U+FFFD and be stored so.
  if (!isUtf8(raw)) throw invalid('The body is not valid UTF-8.');
  const text = textOf(raw);
  if (text === '') return undefined;
  const value = parsePlainly(text);
  // Checked before the second parse, which recurses. Checked only once, because the second parse changes only numbers.
  checkValue(value);
  return mayLoseDigits(text) ? parseWithSources(text) : value;
}

/** RFC 8259, section 8.1, allows a parser to ignore a byte order mark, and files saved on Windows begin with one. */
function textOf(raw: Buffer): string {
  const hasMark = raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf;
  return raw.toString('utf8', hasMark ? 3 : 0);
}

function parsePlainly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The error is not kept as the cause: its message quotes the body, which contains names and numbers of people.
    const reason = error instanceof SyntaxError ? reasonOf(error.message, text) : 'it cannot be read';
    throw invalid(`The body is not valid JSON: ${reason}.`);
  }
}

const placedMessage = /^(.+) in JSON at position \d+ \((line \d+) (column \d+)\)$/;

/**
 * V8's messages that name a position quote nothing. Of other messages only the kind is used, with a position of our
 * own.
 */
function reasonOf(message: string, text: string): string {
  const placed = placedMessage.exec(message);
  if (placed !== null) {
    const [, what = '', line, column] = placed;
    return `${what.charAt(0).toLowerCase()}${what.slice(1)} at ${line}, ${column}`;
  }
  if (message.startsWith(endMessage)) return 'it ends too early';
  if (!message.startsWith(tokenMessage) || text.length > searchLengthMax) return 'a character is not expected there';
  return `a character is not expected at ${placeOf(text, unexpectedIndex(text))}`;
}

const endMessage = 'Unexpected end';
const tokenMessage = 'Unexpected token';

/** The search parses the text at most 17 times; a longer body is not worth that. */
const searchLengthMax = 100_000;

/** The longest beginning without an error ends just before the wrong character. */
function unexpectedIndex(text: string): number {
  let good = 0;
  let bad = text.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (hasUnexpectedToken(text.slice(0, middle))) bad = middle;
    else good = middle;
  }
  return bad - 1;
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return error instanceof SyntaxError && error.message.startsWith(tokenMessage);
  }
}

function placeOf(text: string, index: number): string {
  const lines = text.slice(0, index).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

const invalid = (message: string): Refusal =>
  new Refusal(errors.InvalidJson, message, { data: { path: '', expected: 'one JSON object in UTF-8' } });
