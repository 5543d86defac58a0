// Runs the command line.
import './compile-cache.mjs';

const { main } = await import('../src/app/cli.ts');
process.exitCode = await main(process.argv.slice(2));
