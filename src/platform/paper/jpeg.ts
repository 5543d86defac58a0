// The parts of a JPEG. What cameras write beside the picture (the place, the owner, a smaller picture) is in segments
// that can be left out without touching the picture itself.

interface Segment {
  readonly marker: number;
  /** With its marker, and with the data that follows a scan. */
  readonly bytes: Buffer;
}

const start = Buffer.of(0xff, 0xd8);
const end = Buffer.of(0xff, 0xd9);
const scan = 0xda;
const exif = 0xe1;

/** The segments before the end, as far as they are whole. */
export function* segmentsOf(bytes: Buffer): Generator<Segment> {
  if (!bytes.subarray(0, 2).equals(start)) return;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    const head = at + 2 + length;
    const to = marker === scan ? endOfScan(bytes, head) : head;
    if (isAlone(marker) || length < 2 || to > bytes.length) return;
    yield { marker, bytes: bytes.subarray(at, to) };
    at = to;
  }
}

/** Markers without a length: the end, a second start, and those that stand only within a scan. */
const isAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9);

/** Its data ends before the next marker; a byte of data that looks like one is followed by a zero. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** The same picture without what was written beside it; only which side is up stays. Undefined: it has no picture. */
export function pictureAlone(bytes: Buffer): Buffer | undefined {
  const segments = [...segmentsOf(bytes)];
  if (!segments.some(({ marker }) => marker === scan)) return undefined;
  const turn = segments.map(turnIn).find((one) => one !== undefined);
  const kept = segments.filter(isOfPicture).map((one) => one.bytes);
  return Buffer.concat([start, ...(turn === undefined ? [] : [turnSegment(turn)]), ...kept, end]);
}

/** Besides the picture itself: its density, its colors, and how they were encoded. */
const keptNames: Readonly<Record<number, string>> = { 224: 'JFIF\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' };

function isOfPicture({ marker, bytes }: Segment): boolean {
  if (marker === 0xfe) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const name = keptNames[marker];
  return name !== undefined && bytes.toString('latin1', 4, 4 + name.length) === name;
}

const orientation = 0x0112;
const entryLength = 12;

/** From 2 to 8, as EXIF counts how a camera was held. */
function turnIn({ marker, bytes }: Segment): number | undefined {
  if (marker !== exif || bytes.toString('latin1', 4, 10) !== 'Exif\0\0') return undefined;
  const tiff = bytes.subarray(10);
  if (tiff.length < 8) return undefined;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = first + 2 <= tiff.length ? short(first) : 0;
  for (let i = 0, at = first + 2; i < count && at + entryLength <= tiff.length; i++, at += entryLength) {
    if (short(at) !== orientation) continue;
    const turn = short(at + 8);
    return turn >= 2 && turn <= 8 ? turn : undefined;
  }
  return undefined;
}

/** An EXIF segment with one entry: one short number, which says the turn. */
function turnSegment(turn: number): Buffer {
  const entry = [orientation >> 8, orientation & 0xff, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0];
  const body = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*', 'latin1'),
    Buffer.of(0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0),
  ]);
  return Buffer.concat([Buffer.of(0xff, exif, 0, body.length + 2), body]);
}
