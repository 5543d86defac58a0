// How large a picture is, told by its first bytes: a small file may unpack to gigabytes, so it is asked before anything
// reads it.

import { segmentsOf } from './jpeg.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Undefined: it is neither a PNG nor a JPEG, or its beginning is damaged. */
export function sizeOfPicture(bytes: Buffer): Size | undefined {
  const size = sizeOfPng(bytes) ?? sizeOfJpeg(bytes);
  return size === undefined || size.width === 0 || size.height === 0 ? undefined : size;
}

const pngSignature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const pngHeadLength = 33;

/** The first chunk has the size. */
function sizeOfPng(bytes: Buffer): Size | undefined {
  if (bytes.length < pngHeadLength || !bytes.subarray(0, 8).equals(pngSignature)) return undefined;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The segment that begins a frame has it. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  const frame = segmentsOf(bytes).find(({ marker, bytes: own }) => isFrame(marker) && own.length >= 9);
  return frame && { height: frame.bytes.readUInt16BE(5), width: frame.bytes.readUInt16BE(7) };
}

/** All of C0 to CF but the tables of Huffman codes, of arithmetic coding, and a marker that is reserved. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
