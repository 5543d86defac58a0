// Which type a content has is told by its bytes, never by its name and only among texts by what the sender says. Types
// that are not listed are not taken, so nothing arrives that a program would run by itself.
import { errors, Refusal, refuseField } from '#platform/errors.ts';

const startsWith = (bytes: Buffer, signature: Buffer | string, at = 0): boolean =>
  bytes.subarray(at, at + signature.length).equals(Buffer.from(signature));

const heicBrands = ['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1'];

const binaryTypes: Readonly<Record<string, (first: Buffer) => boolean>> = {
  'application/pdf': (first) => startsWith(first, '%PDF-'),
  'image/jpeg': (first) => startsWith(first, Buffer.of(0xff, 0xd8, 0xff)),
  'image/png': (first) => startsWith(first, Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
  'image/heic': (first) => startsWith(first, 'ftyp', 4) && heicBrands.includes(first.toString('latin1', 8, 12)),
};

/** Every type that can be told. Texts are UTF-8. */
export const knownTypes: readonly string[] = [...Object.keys(binaryTypes), 'text/plain', 'text/html', 'text/csv'];

const isText = (type: string): boolean => type.startsWith('text/');

/** All signatures end before it. */
const headLength = 16;

/** No text has these: control characters other than tabs, line ends and form feeds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const notOfText = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

interface LookedAt {
  /** Hands the bytes on as they come. Errors: UnsupportedMediaType, InvalidRequest: there are none. */
  through(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
  /** The type, once all bytes have come. */
  type(): string;
}

/**
 * Looks at a content on its way. `said` is the type that the sender names, without its parameters; none, or
 * `application/octet-stream`, leaves it to the bytes. Of the first part of a content only its beginning tells something.
 */
export function lookAtContent(said: string, types: readonly string[], { isWhole = true } = {}): LookedAt {
  let type: string | undefined;
  async function* through(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let head: Buffer | undefined = Buffer.alloc(0);
    let see: ((part: Buffer) => void) | undefined;
    for await (const part of parts) {
      if (head === undefined) {
        see?.(part);
        yield part;
        continue;
      }
      head = Buffer.concat([head, part]);
      if (head.length < headLength) continue;
      type = typeOf(head, said, types);
      see = isWhole && isText(type) ? textLooker() : undefined;
      see?.(head);
      yield head;
      head = undefined;
    }
    if (head !== undefined) {
      if (head.length === 0) throw refuseField('', 'The body is empty', `a content of ${types.join(', ')}`);
      type = typeOf(head, said, types);
      see = isWhole && isText(type) ? textLooker() : undefined;
      see?.(head);
      yield head;
    }
    see?.(Buffer.alloc(0));
  }
  return { through, type: () => type as string };
}

/** A later part of a content has no type of its own. */
export const lookAtNothing: LookedAt = {
  through: async function* (parts) {
    yield* parts;
  },
  type: () => '',
};

function typeOf(head: Buffer, said: string, types: readonly string[]): string {
  const binary = Object.keys(binaryTypes).find((one) => binaryTypes[one]?.(head));
  const mayBeAny = said === '' || said === 'application/octet-stream';
  const told = binary ?? (isText(said) ? said : 'text/plain');
  if (!types.includes(told)) throw notTaken(`The content is ${told}.`, types);
  if (mayBeAny || told === said) return told;
  throw notTaken(`The content is not ${said}: its bytes are those of ${binary ?? 'a text'}, or of no type at all.`, [
    told,
  ]);
}

/** A text is UTF-8 from its first byte to its last one; an empty part says that it has ended. */
function textLooker(): (part: Buffer) => void {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (part) => {
    if (notOfText.test(decoded(decoder, part)))
      throw notTaken('The content is of no type that is known here.', knownTypes);
  };
}

function decoded(decoder: TextDecoder, part: Buffer): string {
  try {
    return decoder.decode(part, { stream: part.length > 0 });
  } catch (error) {
    throw notTaken('The content is of no type that is known here: as a text it is not UTF-8.', knownTypes, error);
  }
}

export const notTaken = (message: string, types: readonly string[], cause?: unknown): Refusal =>
  new Refusal(errors.UnsupportedMediaType, message, {
    data: { path: 'Content-Type', expected: types.join(', ') },
    cause,
  });
