// The little that is used of it; its own types come from another package and lag behind.
declare module 'ssh2-sftp-client' {
  import type { Readable, Writable } from 'node:stream';

  interface Callbacks {
    readonly error?: (error: Error) => void;
    readonly end?: () => void;
    readonly close?: () => void;
  }

  interface Listed {
    readonly type: string;
    readonly name: string;
    readonly size: number;
    readonly modifyTime: number;
  }

  export default class SftpClient {
    constructor(name?: string, callbacks?: Callbacks);
    connect(options: {
      readonly sock: import('node:net').Socket;
      readonly host: string;
      readonly port: number;
      readonly username: string;
      readonly password?: string;
      readonly privateKey?: string;
      readonly readyTimeout: number;
      readonly keepaliveInterval: number;
      readonly hostVerifier: (key: Buffer) => boolean;
    }): Promise<unknown>;
    stat(path: string): Promise<{ readonly size: number }>;
    put(source: Readable, path: string): Promise<string>;
    list(path: string): Promise<readonly Listed[]>;
    get(
      path: string,
      into: Writable,
      options: { readonly readStreamOptions: { readonly start: number; readonly end: number } },
    ): Promise<unknown>;
    rename(from: string, to: string): Promise<string>;
    delete(path: string, notFoundOk?: boolean): Promise<string>;
    end(): Promise<boolean>;
  }
}
