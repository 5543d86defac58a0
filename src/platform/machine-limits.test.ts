// Limits of containers and units, in both forms in which Linux tells them.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { machineLimits, memoryShort, workersFitting } from './machine-limits.ts';

const cores = availableParallelism();

function limitsWith(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'tenor-limits-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `${text}\n`);
  }
  try {
    return machineLimits(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe('limits of the machine', () => {
  test('are none where the system tells of none', () => {
    assert.deepEqual(limitsWith({}), { cores, memoryBytes: null });
    const none = { 'sys/fs/cgroup/cpu.max': 'max 100000', 'sys/fs/cgroup/memory.max': 'max' };
    assert.deepEqual(limitsWith(none), { cores, memoryBytes: null });
  });

  test('are those of a container, in the present form and in the one before', () => {
    const now = { 'sys/fs/cgroup/cpu.max': '50000 100000', 'sys/fs/cgroup/memory.max': '536870912' };
    assert.deepEqual(limitsWith(now), { cores: 1, memoryBytes: 536_870_912 });
    const before = {
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '100000',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '402653184',
    };
    assert.deepEqual(limitsWith(before), { cores: 1, memoryBytes: 402_653_184 });
    const none = {
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712',
    };
    assert.deepEqual(limitsWith(none), { cores, memoryBytes: null });
  });

  test('are the lowest of a unit and of all above it', () => {
    const unit = 'sys/fs/cgroup/system.slice/tenor.service';
    const found = limitsWith({
      'proc/self/cgroup': '0::/system.slice/tenor.service',
      [`${unit}/memory.max`]: 'max',
      [`${unit}/cpu.max`]: '100000 100000',
      'sys/fs/cgroup/system.slice/memory.max': '805306368',
    });
    assert.deepEqual(found, { cores: 1, memoryBytes: 805_306_368 });
  });

  test('decide how many workers there are, and who wants more is warned', () => {
    const of = (mib: number | null, cores = 8) => ({ cores, memoryBytes: mib === null ? null : mib * 2 ** 20 });
    assert.deepEqual(
      [null, 2_000, 1_000, 768, 767, 128].map((mib) => workersFitting(of(mib), 4)),
      [4, 4, 3, 2, 1, 1],
    );
    assert.equal(workersFitting(of(null, 2), 4), 2);
    assert.equal(memoryShort(2, of(768)), null);
    assert.match(String(memoryShort(2, of(512))), /limited to 512 MiB, and 2 workers .* need 768 MiB.*WORKERS to 1/);
    assert.match(
      String(memoryShort(1, of(192))),
      /limited to 192 MiB, and 1 worker .* needs 256 MiB.*Raise the limit\./,
    );
  });
});
