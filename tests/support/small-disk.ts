// A disk of 250 MB for a data directory, which a test fills to the last byte and makes room on again.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

interface SmallDisk {
  readonly dataDirectory: string;
  /** Why a test of it is left out; false where it can be mounted. */
  readonly skip: string | false;
  fill(): void;
  makeRoom(): void;
}

export function aSmallDisk(): SmallDisk {
  const root = mkdtempSync(join(tmpdir(), 'tenor-full-'));
  const dataDirectory = join(root, 'data');
  mkdirSync(dataDirectory, { mode: 0o700 });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=250m,mode=0700', 'tmpfs', dataDirectory]);
  const skip = mounted.status !== 0 && 'a disk of its own cannot be mounted here';
  after(() => {
    if (!skip) spawnSync('umount', ['--lazy', dataDirectory]);
    rmSync(root, { recursive: true, force: true });
  });
  const filler = join(dataDirectory, 'filler');
  return {
    dataDirectory,
    skip,
    fill() {
      const file = openSync(filler, 'w');
      try {
        for (let size = 2 ** 20; size >= 512; size /= 2) writeUntilFull(file, Buffer.alloc(size));
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler),
  };
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes);
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  }
}
