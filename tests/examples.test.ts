// The interface from front to back, as a client would try it who has nothing but the description: the example of each
// operation is sent as it stands there, in a company of its own. What it is answered is the example of the answer.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { endpoints } from '#app/capabilities.ts';
import { recordedAnswers } from '#app/server.ts';
import { answerShown, thingShown } from '#platform/description/examples.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { isAsked } from './support/asked-endpoints.ts';
import { beyond, state } from './support/examples/before.ts';
import { isRecorded, type Recorded, recordExamples } from './support/examples/record.ts';

describe('the example of each operation, as it stands in the description', () => {
  const kept = recordedAnswers();
  let recorded: Recorded;
  before(async () => {
    recorded = await recordExamples(isAsked);
  });

  test('is taken, and answered as the description says', () => {
    assert.deepEqual(recorded.failed, []);
  });

  test('is answered as docs/examples.json has it', () => {
    const stale = Object.keys(recorded.answers).filter(
      (name) => !isDeepStrictEqual(recorded.answers[name], kept[name]),
    );
    const of = (answers: Recorded['answers']) => stale.map((name) => [name, answers[name]]);
    assert.deepEqual(of(recorded.answers), of(kept), 'Run "npm run docs" and look at the difference.');
    const names = endpoints.filter(isRecorded).map(({ name }) => name);
    assert.deepEqual(Object.keys(kept), names, 'docs/examples.json has an answer for each, and no others');
  });

  test('shows every answer, and nothing of it is written that can be recorded', () => {
    const titleOf = ({ answer }: Endpoint) => (answer as { title?: string }).title;
    const shown = new Set(endpoints.filter((one) => thingShown(one, kept) !== undefined).map(titleOf));
    const bare = endpoints.filter(
      (one) =>
        !['message', 'page', 'content'].includes(one.shape) &&
        answerShown(one, kept) === undefined &&
        (titleOf(one) === undefined || !shown.has(titleOf(one))),
    );
    const written = endpoints.filter((one) => isRecorded(one) && one.example.answer !== undefined);
    assert.deepEqual([bare.map(({ name }) => name), written.map(({ name }) => name)], [[], []]);
  });

  test('stands there for every operation that takes a body', () => {
    const without = endpoints.filter(({ body, line, example }) => (body ?? line) && example.body === undefined);
    assert.deepEqual(
      without.map(({ name }) => name),
      [],
    );
    const names = new Set(endpoints.map(({ name }) => name));
    const listed = [...Object.keys(state), ...Object.keys(beyond)];
    assert.deepEqual(
      listed.filter((name) => !names.has(name)),
      [],
    );
  });
});
