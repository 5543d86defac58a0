// The events of a stream are the same wherever its bytes are cut.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ReceivedEvent, readEventStream } from './read-event-stream.ts';

async function read(...chunks: (string | Uint8Array)[]): Promise<ReceivedEvent[]> {
  async function* bytes() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  }
  return Array.fromAsync(readEventStream(bytes()));
}

const event = (lastEventId: string, type: string, data: string | null): ReceivedEvent => ({ lastEventId, type, data });

describe('a stream of events', () => {
  test('is read block by block: id, type and data', async () => {
    const text =
      'retry: 1000\n\nid: EV-0\n\nid: EV-1\nevent: contact.created\ndata: {"a":1}\n\n: nothing new\n\ndata: x\n\n';
    assert.deepEqual(await read(text), [
      event('EV-0', 'message', null),
      event('EV-1', 'contact.created', '{"a":1}'),
      event('EV-1', 'message', 'x'),
    ]);
  });

  test('may have data of several lines, empty ones, and no space or several behind the colon', async () => {
    assert.deepEqual(await read('data:a\ndata:  b\ndata\n\n'), [event('', 'message', 'a\n b\n')]);
    assert.deepEqual(await read('data\n\n'), [event('', 'message', '')]);
  });

  test('has its last, unfinished block left out', async () => {
    assert.deepEqual(await read('id: 1\ndata: a\n\nid: 2\ndata: b\n'), [event('1', 'message', 'a')]);
  });

  test('may end its lines in any of the three ways, and begin with a byte order mark', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      assert.deepEqual(await read(`\ufeffid: 7${end}data: a${end}data: b${end}${end}: end${end}`), [
        event('7', 'message', 'a\nb'),
      ]);
  });

  test('ignores fields that it does not know, and ids with a zero sign', async () => {
    assert.deepEqual(await read('id: a\nx: y\ndata: 1\n\nid: b\0c\ndata: 2\n\n'), [
      event('a', 'message', '1'),
      event('a', 'message', '2'),
    ]);
  });

  test('gives the same wherever its bytes are cut, also inside a sign', async () => {
    const bytes = Buffer.from(
      'id: É1\r\nevent: person.créated\r\ndata: {"name":"Zoë 😀 – ﷽"}\r\n\r\nid: 2\n\ndata: \u2028\r\r: x\n',
    );
    const whole = await read(bytes);
    assert.equal(whole.length, 3);
    for (let cut = 0; cut <= bytes.length; cut++)
      assert.deepEqual(await read(bytes.subarray(0, cut), bytes.subarray(cut)), whole, `cut at ${cut}`);
    assert.deepEqual(
      await read(
        ...bytes
          .toString('latin1')
          .split('')
          .map((byte) => Buffer.from(byte, 'latin1')),
      ),
      whole,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 8 }), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((end, i) => bytes.subarray(places[i], end));
        assert.deepEqual(await read(...chunks), whole);
      }),
    );
  });
});
