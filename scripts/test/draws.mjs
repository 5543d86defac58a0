// Properties draw by the seed of the run (tests/support/seed.ts), and tell a failure as it was drawn: to look for a smaller
// one may take longer than the whole run. `TENOR_SHRINK=1` and the same seed look for it.
import fc from 'fast-check';
import { seed } from '../../tests/support/seed.ts';

fc.configureGlobal({ seed, endOnFailure: process.env.TENOR_SHRINK === undefined });
