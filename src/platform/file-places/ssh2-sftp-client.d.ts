// The little that is used of it; its own types come from another package and lag behind.
declare module 'ssh2-sftp-client' {
  import type { Readable, Writable } from 'node:stream';

  interface Callbacks {
    readonly error?: (error: Error) => void;
    readonly end?: () => void;
    readonly close?: () => void;
  }

  export interface Listed {
    readonly filename: string;
    /** The letter that `ls -l` writes for it. */
    readonly longname: string;
    /** The time in seconds. */
    readonly attrs: { readonly size: number; readonly mtime: number };
  }

  type Done<T> = (error: Error | null, done: T) => void;

  /** The protocol itself. */
  interface Wire {
    opendir(path: string, done: Done<Buffer>): void;
    /** The next piece of what is in the folder. */
    readdir(handle: Buffer, done: Done<readonly Listed[]>): void;
    close(handle: Buffer, done: Done<void>): void;
  }

  export default class SftpClient {
    constructor(name?: string, callbacks?: Callbacks);
    readonly sftp: Wire;
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
      readonly algorithms: {
        readonly kex: { readonly remove: readonly RegExp[] };
        readonly compress: readonly string[];
      };
    }): Promise<unknown>;
    stat(path: string): Promise<{ readonly size: number }>;
    put(source: Readable, path: string): Promise<string>;
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
