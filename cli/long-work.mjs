// The process of `tenor start` for long work, which starts it.
import './compile-cache.mjs';

await import('../src/app/workers/run-long-work.ts');
