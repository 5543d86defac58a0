// Cuts a stream of bytes into pieces of one length.

/** Only the last piece may be shorter. A part that has just this length is handed on without a copy. */
export async function* piecesOf(parts: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  for await (const piece of piecesInParts(parts, length)) yield joined(piece);
}

/** The same, each as the parts that it has come in. */
export async function* piecesInParts(parts: AsyncIterable<Buffer>, length: number): AsyncGenerator<readonly Buffer[]> {
  let waiting: Buffer[] = [];
  let waitingLength = 0;
  for await (const part of parts) {
    for (let from = 0; from < part.length; ) {
      const taken = part.subarray(from, from + length - waitingLength);
      from += taken.length;
      waitingLength += taken.length;
      waiting.push(taken);
      if (waitingLength < length) continue;
      yield waiting;
      waiting = [];
      waitingLength = 0;
    }
  }
  if (waitingLength > 0) yield waiting;
}

const joined = (parts: readonly Buffer[]): Buffer => (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));

/** So many at a time; only the last group may have fewer. */
export async function* groupsOf<T>(parts: AsyncIterable<T>, count: number): AsyncGenerator<readonly T[]> {
  let group: T[] = [];
  for await (const part of parts) {
    group.push(part);
    if (group.length < count) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
