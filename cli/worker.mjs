// One of the processes of `tenor start`, which starts it.
import './compile-cache.mjs';

await import('../src/app/workers/run-worker.ts');
