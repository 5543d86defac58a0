import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { bySmtp } from '/work/trees/channels/src/capabilities/sending/providers/smtp/smtp.ts';
import { keyring } from '/work/trees/channels/src/platform/crypto/keyring.ts';
import { vault } from '/work/trees/channels/src/platform/crypto/vault.ts';
import { plainMessage } from '/work/trees/channels/src/capabilities/sending/providers/provider.ts';
import { newId } from '/work/trees/channels/src/platform/ids.ts';
const sink = spawn(process.execPath, ['/tmp/ch/sink.mjs'], { stdio: 'inherit' });
await new Promise((r) => setTimeout(r, 500));
const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const html = '<html><body><p>' + 'Dear Ada, your statement is ready. '.repeat(60) + '</p></body></html>';
for (const dkim of [null, { domain: 'example.com', selector: 's', privateKey: pem }]) {
  const p = bySmtp({ vault: vault(keyring(Buffer.alloc(32, 1))), publicUrl: 'https://x.example', settings: { smtpUrl: 'smtp://127.0.0.1:2599', from: 'A <a@example.com>', bounceDomain: 'b.example.com', dkim } });
  const one = () => p.send({ ...plainMessage, realm: { mode: 'live', companyId: 'CP-AAAA-AAAA' }, id: newId('EM'), channel: 'email', to: 'x@example.org', subject: 'Your statement', text: 'Dear Ada, '.repeat(60), html, mayUnsubscribe: true, purpose: 'x' });
  for (let i = 0; i < 50; i++) await one();
  const [t, c] = [process.hrtime.bigint(), process.cpuUsage()];
  let left = 3000; const kinds = new Set();
  await Promise.all(Array.from({ length: 8 }, async () => { while (left-- > 0) kinds.add((await one()).kind); }));
  const s = Number(process.hrtime.bigint() - t) / 1e9; const u = process.cpuUsage(c);
  console.log(dkim ? 'DKIM' : 'plain', Math.round(3000 / s), 'a second', ((u.user + u.system) / 3000 / 1000).toFixed(2), 'ms cpu each', [...kinds], Math.round(process.memoryUsage().heapUsed / 1e6) + ' MB');
}
sink.kill('SIGTERM'); setTimeout(() => process.exit(0), 300);
