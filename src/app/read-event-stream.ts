// Reads server-sent events as the standard defines them (WHATWG HTML, 9.2.6). The bytes may be cut anywhere, even
// inside a character or between the two characters of a line end.

export interface ReceivedEvent {
  /** The last id that the stream sent: the place to resume from. */
  readonly lastEventId: string;
  readonly type: string;
  /** Null when the stream sent only an id. */
  readonly data: string | null;
}

/** An unfinished event at the end of the bytes is left out, because it will be sent again. */
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
    // A carriage return at the end may be the first half of a line end.
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Takes a line at a time; returns the event when the line is the empty one after it. */
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

/**
 * One space after the colon belongs to the colon. A line without a colon is a name; a line that begins with one is a
 * comment.
 */
function fieldOf(line: string): { name: string; value: string } {
  const colon = line.indexOf(':');
  if (colon === -1) return { name: line, value: '' };
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') };
}
