// Which pictures are taken, and what of them.
import { pictureAlone } from '#platform/paper/jpeg.ts';
import { sizeOfPicture } from '#platform/paper/picture-size.ts';
import { NotConvertible } from './blocks.ts';

const millionsMax = 40;

/** The picture alone: a phone writes into a JPEG where it was taken, and a PNG is unpacked anyway. Errors: NotConvertible. */
export function pictureIn(bytes: Buffer): Buffer {
  const size = sizeOfPicture(bytes);
  if (size === undefined) throw unreadable();
  const { width, height } = size;
  if (width * height > millionsMax * 1_000_000) {
    const message = `The picture has ${width} × ${height} pixels; at most ${millionsMax} million are taken.`;
    throw new NotConvertible('tooLarge', message);
  }
  const picture = isJpeg(bytes) ? pictureAlone(bytes) : bytes;
  if (picture === undefined) throw unreadable();
  return picture;
}

const isJpeg = (bytes: Buffer): boolean => bytes[0] === 0xff;

const unreadable = () => new NotConvertible('unreadable', 'The picture is no PNG or JPEG, or it is damaged.');
