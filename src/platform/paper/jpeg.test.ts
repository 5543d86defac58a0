// What a camera writes beside a picture is left out, and the picture stays as it is, with the side up that was up.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pictureAlone, segmentsOf } from './jpeg.ts';
import { sizeOfPicture } from './picture-size.ts';

const segment = (marker: number, body: Buffer | string): Buffer => {
  const bytes = Buffer.from(body as string, 'latin1');
  return Buffer.concat([Buffer.of(0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff), bytes]);
};
const start = Buffer.of(0xff, 0xd8);
const end = Buffer.of(0xff, 0xd9);
const frame = segment(0xc0, Buffer.of(8, 0, 7, 0, 9, 1, 1, 0x11, 0));
/** Its data has bytes that look like markers, and two marks of its own. */
const scan = Buffer.concat([segment(0xda, Buffer.of(1, 1, 0, 0, 63, 0)), Buffer.of(1, 0xff, 0, 2, 0xff, 0xd3, 3)]);

/** A TIFF with a GPS place and, if one is given, a turn. */
function exif(turn: number | undefined, isLittle: boolean): Buffer {
  const tiff = Buffer.alloc(60);
  tiff.write(isLittle ? 'II*\0' : 'MM\0*', 'latin1');
  const short = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  long(8, 4);
  short(turn === undefined ? 1 : 2, 8);
  const entry = (at: number, tag: number, type: number, value: () => void) => {
    short(tag, at);
    short(type, at + 2);
    long(1, at + 4);
    value();
  };
  entry(10, 0x8825, 4, () => long(46, 18));
  if (turn !== undefined) entry(22, 0x0112, 3, () => short(turn, 30));
  tiff.write('52.5200 N', 46, 'latin1');
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
}

const camera = (turn: number | undefined, isLittle = true): Buffer =>
  Buffer.concat([
    start,
    segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
    segment(0xe1, exif(turn, isLittle)),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<exif:GPSLatitude>52.5200 N</exif:GPSLatitude>'),
    segment(0xe2, 'ICC_PROFILE\0\x01\x01the colors'),
    segment(0xe2, 'MPF\0a smaller picture'),
    segment(0xed, 'Photoshop 3.0\0by Ada'),
    segment(0xfe, 'by Ada at 52.5200 N'),
    frame,
    scan,
    end,
    Buffer.from('and once more, at 52.5200 N'),
  ]);

describe('a JPEG', () => {
  test('stays without what a camera has written beside the picture', () => {
    const alone = pictureAlone(camera(undefined)) as Buffer;
    const text = alone.toString('latin1');
    for (const gone of ['52.5200', 'Ada', 'Exif', 'smaller']) assert.ok(!text.includes(gone), gone);
    assert.deepEqual(
      [...segmentsOf(alone)].map(({ marker }) => marker),
      [0xe0, 0xe2, 0xc0, 0xda],
    );
    assert.ok(alone.includes(scan) && alone.subarray(-2).equals(end), 'the picture itself is as it was');
    assert.deepEqual(sizeOfPicture(alone), { width: 9, height: 7 });
  });

  test('keeps which side is up, whichever way its numbers are written', () => {
    for (const isLittle of [true, false]) {
      const alone = pictureAlone(camera(6, isLittle)) as Buffer;
      assert.ok(!alone.includes('52.5200'));
      const [first] = segmentsOf(alone);
      assert.equal(first?.marker, 0xe1);
      // What was written is read again as the same turn.
      assert.deepEqual(pictureAlone(alone), alone);
      assert.equal(first?.bytes.at(-7), 6);
    }
  });

  test('that is cut off or no JPEG has no picture, and nothing is read beyond its end', () => {
    const whole = camera(6);
    for (let length = 0; length < whole.length; length++) {
      const alone = pictureAlone(whole.subarray(0, length));
      assert.ok(alone === undefined || alone.includes(frame), `${length} bytes`);
    }
    assert.equal(pictureAlone(Buffer.from('GIF89a')), undefined);
    assert.equal(pictureAlone(Buffer.concat([start, segment(0xe0, ''), end])), undefined);
    assert.equal(pictureAlone(Buffer.concat([start, Buffer.of(0xff, 0xe0, 0, 0), scan])), undefined);
  });
});
