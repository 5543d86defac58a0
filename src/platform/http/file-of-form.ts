// A body of multipart/form-data with one file, as forms and some clients send it. It is read as it comes: what is held
// is never longer than a boundary and the part that has just arrived.
import type { Readable } from 'node:stream';
import { errors, Refusal, refuseField } from '#platform/errors.ts';

interface FileOfForm {
  /** The type that its sender names; empty where none is named. */
  readonly type: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/** What a form has besides the bytes of its file. */
export const formBytesMax = 16_384;

/** Errors: InvalidRequest, IncompleteRequest. */
export async function fileOfForm(body: Readable, contentType: string): Promise<FileOfForm> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw refuseField('Content-Type', 'names no boundary', 'multipart/form-data; boundary=…');
  const reader = formReader(body, Buffer.from(`\r\n--${boundary}`));
  const head = await reader.head();
  const [, name] = /^content-disposition:[^\r\n]*;\s*name="?([^";\r\n]*)/im.exec(head) ?? [];
  if (name !== 'file') throw refuseField('file', 'is not the first part of the form', 'one file in the field `file`');
  const [, type = ''] = /^content-type:\s*([^\r\n]*)/im.exec(head) ?? [];
  return { type, bytes: reader.file() };
}

function formReader(body: Readable, delimiter: Buffer) {
  // A body that is refused half-way is still read to its end, so that its sender can read the reason.
  const parts = body.iterator({ destroyOnReturn: false });
  // The first boundary has no line before it.
  let held = Buffer.from('\r\n');
  const more = async (): Promise<void> => {
    const { done, value } = await parts.next();
    if (done) throw brokenOff();
    held = Buffer.concat([held, value as Buffer]);
  };
  const until = async (sign: Buffer): Promise<Buffer> => {
    for (let at = held.indexOf(sign); ; at = held.indexOf(sign)) {
      if (at >= 0) {
        const before = held.subarray(0, at);
        held = held.subarray(at + sign.length);
        return before;
      }
      if (held.length > formBytesMax) throw refuseField('', 'has a part whose head is too long', 'one file');
      await more();
    }
  };
  return {
    async head(): Promise<string> {
      await until(delimiter);
      return (await until(Buffer.from('\r\n\r\n'))).toString('latin1').trimStart();
    },
    async *file(): AsyncGenerator<Buffer> {
      for (let at = held.indexOf(delimiter); at < 0; at = held.indexOf(delimiter)) {
        // The end of what has come may be the beginning of the boundary.
        const safe = Math.max(0, held.length - delimiter.length + 1);
        if (safe > 0) yield held.subarray(0, safe);
        held = held.subarray(safe);
        await more();
      }
      const at = held.indexOf(delimiter);
      if (at > 0) yield held.subarray(0, at);
      held = held.subarray(at + delimiter.length);
      while (held.length < 2) await more();
      if (!held.subarray(0, 2).equals(Buffer.from('--'))) throw refuseField('', 'has more than one part', 'one file');
    },
  };
}

const brokenOff = (): Refusal => new Refusal(errors.IncompleteRequest, 'The form ends before its file does.');
