// Which pictures are taken.
import { sizeOfPicture } from '#platform/paper/picture-size.ts';
import { NotConvertible } from './blocks.ts';

const millionsMax = 40;

/** Errors: NotConvertible. */
export function mustBePicture(bytes: Buffer): void {
  const size = sizeOfPicture(bytes);
  if (size === undefined) throw new NotConvertible('unreadable', 'The picture is no PNG or JPEG, or it is damaged.');
  const { width, height } = size;
  if (width * height <= millionsMax * 1_000_000) return;
  throw new NotConvertible(
    'tooLarge',
    `The picture has ${width} × ${height} pixels; at most ${millionsMax} million are taken.`,
  );
}
