// What the doctor finds, and what each finding must say.
import assert from 'node:assert/strict';
import type { Finding } from '#platform/doctor/check.ts';

/** The finding with the worst level. */
function worst(findings: readonly Finding[]): Finding {
  const order = ['ok', 'warning', 'error'];
  return findings.toSorted((a, b) => order.indexOf(b.level) - order.indexOf(a.level))[0] as Finding;
}

/** The worst finding has this level and says this; what is wrong has a remedy. */
export function found(findings: readonly Finding[], level: Finding['level'], says: RegExp, remedy?: RegExp): void {
  const one = worst(findings);
  assert.equal(one.level, level, JSON.stringify(findings));
  assert.match(one.says, says);
  if (level !== 'ok') assert.ok(one.remedy !== null && one.remedy.length > 10, one.says);
  if (remedy) assert.match(String(one.remedy), remedy);
  for (const { says } of findings) assert.match(says, /[.?]$/, 'a sentence');
}
