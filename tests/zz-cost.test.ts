import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aHouse } from './support/house.ts';
import { copyTemplate, dropCopy, testServer } from './support/server.ts';
const server = testServer();
const pm = readFileSync(join(String(server.directory), 'db/postmaster.pid'),'utf8').split('\n')[0];
const pg = () => { const f = readFileSync(`/proc/${pm}/stat`,'utf8').split(') ')[1]!.split(' '); return (Number(f[11])+Number(f[12])+Number(f[13])+Number(f[14]))*10; };
test('x', async () => {
  const lap = async (name: string, work: () => Promise<unknown>) => {
    const c = process.cpuUsage(), p = pg(), w = performance.now();
    await work();
    const d = process.cpuUsage(c);
    console.log(name, 'node cpu', ((d.user+d.system)/1000)|0, 'pg cpu', pg()-p, 'wall', (performance.now()-w)|0);
  };
  for (let i = 0; i < 3; i++) {
    await lap('copy+drop', async () => { await copyTemplate(server, `${server.template}_a${i}`); await dropCopy(server, `${server.template}_a${i}`); });
    let h: any;
    await lap('open idle', async () => { h = await aHouse({ works: false }); });
    await lap('company', () => h.aCompany());
    await lap('close idle', () => h.close());
    await lap('open works', async () => { h = await aHouse(); });
    await lap('close works', () => h.close());
  }
});
