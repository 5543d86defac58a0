// See tests/support/sent-statements.ts.
import { test } from 'node:test';
import { holdsPart } from './support/sent-statements.ts';

test('docs/statements.sql is what the endpoints send, part 3 of 3', () => holdsPart(3));
