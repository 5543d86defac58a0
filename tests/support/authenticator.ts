// A passkey in software, by the forms of WebAuthn, for tests that must lie about what a real one would not.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const text = (bytes: Buffer): string => bytes.toString('base64url');
const json = (value: unknown): string => text(Buffer.from(JSON.stringify(value)));
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

const flags = { present: 0x01, verified: 0x04, hasKey: 0x40 };

interface Asked {
  readonly challenge: string;
}

interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | undefined;
  readonly type?: string;
  readonly signature?: Buffer;
}

export function anAuthenticator(origin: string, id = randomBytes(16)) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const host = new URL(origin).hostname;
  let uses = 0;
  let handle: string | undefined;
  const bytes = (rpId: string, bits: number, counter: number, more = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([bits]), count, more]);
  };
  const client = (type: string, { challenge }: Asked, lies: Lies): string =>
    json({ type, challenge, origin: lies.origin ?? origin, crossOrigin: false });
  const credential = { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} };
  return {
    id: text(id),
    register(asked: Asked & { readonly user: { readonly id: string } }, lies: Lies = {}) {
      handle = asked.user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' }) as { x?: string; y?: string };
      // { 1: 2, 3: -7, -1: 1, -2: x, -3: y }
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const bits = flags.present | flags.verified | flags.hasKey;
      const data = bytes(lies.rpId ?? host, bits, lies.counter ?? 0, attested);
      // { fmt: "none", attStmt: {}, authData: data }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: client(lies.type ?? 'webauthn.create', asked, lies),
          attestationObject: text(attestation),
          transports: ['internal'],
        },
      };
    },
    answer(asked: Asked, lies: Lies = {}) {
      uses = lies.counter ?? uses + 1;
      const bits = flags.present | ((lies.isVerified ?? true) ? flags.verified : 0);
      const data = bytes(lies.rpId ?? host, bits, uses);
      const clientDataJSON = client(lies.type ?? 'webauthn.get', asked, lies);
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      return {
        ...credential,
        response: {
          clientDataJSON,
          authenticatorData: text(data),
          signature: text(lies.signature ?? sign('sha256', signed, privateKey)),
          userHandle: 'userHandle' in lies ? lies.userHandle : handle,
        },
      };
    },
  };
}
