// What a commit holds, as one number: what a run chooses or draws by it is the same again for the same content, on every
// machine, and after a merge that changed nothing.
import { execFileSync } from 'node:child_process';

/** Nothing where git knows of no commit: in a copy without its history. */
export function numberOfContent(): number | undefined {
  try {
    const tree = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number.parseInt(tree.slice(0, 7), 16);
  } catch {
    return undefined;
  }
}
