// Reads server-sent events as the standard has it (WHATWG HTML, 9.2.6), from bytes that may be cut anywhere, also
// inside a sign or between the two of a line end.

export interface ReceivedEvent {
  /** The last id that was told: where to resume. */
  readonly lastEventId: string;
  readonly type: string;
  /** Null where only an id was told. */
  readonly data: string | null;
}

/** What stands unfinished at the end of the bytes is left out, as it will come again. */
export async function* readEventStream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReceivedEvent> {
  const takeLine = blockReader();
  for await (const line of linesOf(chunks)) {
    const event = takeLine(line);
    if (event !== undefined) yield event;
  }
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    // A carriage return that comes last may be the first half of a line end.
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Takes a line; gives an event with the empty line behind it. */
function blockReader(): (line: string) => ReceivedEvent | undefined {
  let lastEventId = '';
  let type = '';
  let data: string[] = [];
  let toldId = false;
  const finished = (): ReceivedEvent | undefined => {
    const event = { lastEventId, type: type || 'message', data: data.length === 0 ? null : data.join('\n') };
    const isEvent = toldId || data.length > 0;
    type = '';
    data = [];
    toldId = false;
    return isEvent ? event : undefined;
  };
  return (line) => {
    if (line === '') return finished();
    const { name, value } = fieldOf(line);
    if (name === 'event') type = value;
    if (name === 'data') data.push(value);
    if (name === 'id' && !value.includes('\0')) {
      lastEventId = value;
      toldId = true;
    }
    return undefined;
  };
}

/** One space after the colon belongs to it. A line without one is a name; one that begins with it is a comment. */
function fieldOf(line: string): { name: string; value: string } {
  const colon = line.indexOf(':');
  if (colon === -1) return { name: line, value: '' };
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') };
}
