// The little of its server that tests use.
declare module 'ssh2' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer } from 'node:net';

  interface Named {
    readonly filename: string;
    readonly longname: string;
    readonly attrs: { readonly mode: number; readonly size: number; readonly mtime: number };
  }

  export interface SftpServer extends EventEmitter {
    handle(id: number, handle: Buffer): void;
    name(id: number, names: readonly Named[]): void;
    status(id: number, code: number): void;
  }

  export interface Connection extends EventEmitter {
    end(): void;
  }

  const ssh2: {
    readonly Server: new (
      options: { readonly hostKeys: readonly string[] },
      come: (client: Connection) => void,
    ) => NetServer;
    readonly utils: {
      generateKeyPairSync(type: 'ed25519'): { readonly private: string; readonly public: string };
    };
  };
  export default ssh2;
}
