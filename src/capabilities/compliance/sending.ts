// What becomes of a message that the company wants to send: communications ask before each one. Nothing is rejected: what
// may not go out now is held until it may, goes out with its verdict, or is dropped, as the company has set it by theme.
import type { Theme, Verdict } from '@tenor/guard/contract.ts';
import type { Settings } from '#capabilities/company/index.ts';
import { instantIf } from './facts/moments.ts';
import type { ContactVerdict } from './schemas.ts';

/** What is held for longer has lost its sense. */
const heldMsMax = 30 * 86_400_000;

type WhenSent = ContactVerdict['ifSent'];

const dropped: WhenSent = { becomes: 'dropped', until: null };

export function ifSent(verdict: Verdict, theme: Theme, { compliance }: Settings): WhenSent {
  if (verdict.result) return { becomes: 'sent', until: null };
  const set = compliance?.whenBlocked?.find((one) => one.theme === theme)?.becomes;
  if (set === 'sent') return { becomes: 'sent', until: null };
  const until = instantIf(verdict.nextAllowedAt);
  if (until === null || set === 'dropped') return dropped;
  return set === 'held' || endsSoon(verdict) ? { becomes: 'held', until } : dropped;
}

const endsSoon = ({ at, rules }: Verdict): boolean =>
  rules
    .filter(({ outcome }) => outcome === 'blocks')
    .every(({ nextAllowedAt: next }) => next !== null && next - at <= heldMsMax);
