// Where a post may go. In each test a server listens at an inner address and must never get a connection.
import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { createServer } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
  type TlsOptions,
} from 'node:tls';
import { type Lookup, makePoster, type PosterOptions, PostFailed } from './post.ts';
import { fails, ok, testReceiver } from './test-receiver.ts';
import { wrongUrl } from './webhook-url.ts';

/** Unallocated, so that no machine has it, and public as far as we can know. */
const nobody = '2fff::1';

/** A lookup with these answers, one after the other; the last one is repeated. It counts its calls. */
function lookupOf(...answers: string[][]): Lookup & { asked: number } {
  const lookup = (_name: string, _options: { all: true }, callback: Parameters<Lookup>[2]) => {
    const addresses = answers[Math.min(lookup.asked++, answers.length - 1)] ?? [];
    process.nextTick(() => callback(null, addresses.map(asLookupAddress)));
  };
  lookup.asked = 0;
  return lookup;
}

const asLookupAddress = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 });

function posterOf(t: TestContext, options: Partial<PosterOptions> = {}) {
  const poster = makePoster({ devHosts: new Set(), connectMs: 200, totalMs: 2_000, ...options });
  t.after(() => poster.close());
  return poster;
}

describe('an inner address is never connected to', () => {
  test('however it is written', async (t) => {
    const silent = await testReceiver(t, (socket) => socket.write(ok()));
    const poster = posterOf(t);
    for (const host of loopbacks) {
      await fails(poster.post(`https://${host}:${silent.port}/`, {}, ''), 'refused-address', host);
      await fails(poster.post(`http://${host}:${silent.port}/`, {}, ''), 'refused-address', host);
    }
    assert.equal(silent.connections(), 0);
  });

  test('when a name leads there, also beside others', async (t) => {
    const silent = await testReceiver(t, (socket) => socket.write(ok()));
    const inner = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '169.254.169.254', 'fe80::1%lo', '0.0.0.0'];
    for (const address of inner) {
      for (const addresses of [[address], [nobody, address], [address, nobody], ['8.8.8.8', nobody, address]]) {
        const poster = posterOf(t, { lookup: lookupOf(addresses) });
        const url = `https://receiver.test:${silent.port}/`;
        await fails(poster.post(url, {}, ''), 'refused-address', addresses.join());
      }
    }
    assert.equal(silent.connections(), 0);
  });

  test('and without https nobody is, unless it is a dev host', async (t) => {
    const lookup = lookupOf([nobody]);
    const devHosts = new Set(['receiver.test:81']);
    await fails(posterOf(t, { lookup, devHosts }).post('http://receiver.test/', {}, ''), 'refused-address');
    assert.equal(lookup.asked, 0);
  });

  test('when the real name server says so', async (t) => {
    const silent = await testReceiver(t, (socket) => socket.write(ok()));
    for (const name of ['localhost', 'LocalHost']) {
      await fails(posterOf(t).post(`https://${name}:${silent.port}/`, {}, ''), 'refused-address', name);
    }
    assert.equal(silent.connections(), 0);
  });

  test('when the name led outside while the URL was written, and leads inside when it is connected to', async (t) => {
    const silent = await testReceiver(t, (socket) => socket.write(ok()));
    const url = `https://receiver.test:${silent.port}/`;
    const lookup = lookupOf(['127.0.0.1']);
    assert.equal(wrongUrl(url, new Set()), undefined, 'the URL alone shows nothing');
    await fails(posterOf(t, { lookup }).post(url, {}, ''), 'refused-address');
    assert.deepEqual([lookup.asked, silent.connections()], [1, 0]);
  });

  test('when the name leads inside for whoever asks a second time: it is asked once', async (t) => {
    const silent = await testReceiver(t, (socket) => socket.write(ok()));
    const lookup = lookupOf([nobody], ['127.0.0.1']);
    const attempt = posterOf(t, { lookup }).post(`https://receiver.test:${silent.port}/`, {}, '');
    const error = await attempt.catch((error: unknown) => error);
    assert.ok(error instanceof PostFailed && ['connect', 'timeout'].includes(error.reason), String(error));
    assert.deepEqual([lookup.asked, silent.connections()], [1, 0]);
  });

  test('when a dev host is named as another spells it, with another port, or by a host of its own', async (t) => {
    const silent = await testReceiver(t, (socket) => socket.write(ok()));
    const devHosts = new Set([`127.0.0.2:${silent.port}`, 'localhost', `127.0.0.1:${silent.port + 1}`, '127.0.0.1']);
    const poster = posterOf(t, { devHosts, lookup: lookupOf(['127.0.0.1']) });
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', 'x.localhost']) {
      await fails(poster.post(`https://${host}:${silent.port}/`, {}, ''), 'refused-address', host);
    }
    assert.equal(silent.connections(), 0);
  });
});

describe('a dev host', () => {
  test('is reached inside and without https, by its address or its name', async (t) => {
    const receiver = await testReceiver(t, (socket) => socket.write(ok('dev')));
    const lookup = lookupOf(['127.0.0.1']);
    const devHosts = new Set([receiver.host, `receiver.test:${receiver.port}`]);
    const poster = posterOf(t, { devHosts, lookup });
    assert.equal((await poster.post(`http://${receiver.host}/`, {}, '')).body, 'dev');
    assert.equal(lookup.asked, 0);
    assert.equal((await poster.post(`http://receiver.test:${receiver.port}/`, {}, '')).body, 'dev');
    assert.equal(lookup.asked, 1);
  });
});

describe('the time for connecting', () => {
  test('is over when there is a connection', async (t) => {
    const receiver = await testReceiver(t, (socket) => void setTimeout(() => socket.write(ok('slow')), 700));
    const poster = posterOf(t, { devHosts: new Set([receiver.host]), connectMs: 500, connectionsPerOrigin: 1 });
    for (let i = 0; i < 2; i++) assert.equal((await poster.post(`http://${receiver.host}/`, {}, '')).body, 'slow');
    assert.equal(receiver.connections(), 1);
  });
});

describe('a name', () => {
  test('that nobody knows has failed, in words that tell it', async (t) => {
    const unknown: Lookup = (_name, _options, callback) => {
      callback(Object.assign(new Error('getaddrinfo ENOTFOUND receiver.test'), { code: 'ENOTFOUND' }), []);
    };
    await assert.rejects(posterOf(t, { lookup: unknown }).post('https://receiver.test/', {}, ''), {
      reason: 'dns',
      message: 'The host name of the URL could not be resolved (ENOTFOUND).',
    });
    await fails(posterOf(t, { lookup: lookupOf([]) }).post('https://receiver.test/', {}, ''), 'dns');
  });

  test('whose server does not answer has the time for connecting', async (t) => {
    await fails(posterOf(t, { lookup: () => {} }).post('https://receiver.test/', {}, ''), 'timeout');
  });

  test('with several addresses is connected to at the one that answers', async (t) => {
    const receiver = await testReceiver(t, (socket) => socket.write(ok('found')));
    const devHosts = new Set([`receiver.test:${receiver.port}`]);
    const poster = posterOf(t, { devHosts, lookup: lookupOf(['127.0.0.9', '127.0.0.1']), connectMs: 3_000 });
    assert.equal((await poster.post(`http://receiver.test:${receiver.port}/`, {}, '')).body, 'found');
  });
});

describe('https', () => {
  test('needs a certificate for the name of the URL, from an authority that is trusted', async (t) => {
    const { url, other, post } = await tlsPosting(t);
    await fails(post(url), 'tls', 'not trusted yet');
    trust(t);
    for (let i = 0; i < 3; i++) assert.deepEqual(await post(url), { status: 200, body: 'safe', wasCut: false });
    await assert.rejects(post(other), {
      reason: 'tls',
      message: 'No TLS connection to the receiver could be made (ERR_TLS_CERT_ALTNAME_INVALID).',
    });
  });

  test('goes on with an earlier session', async (t) => {
    trust(t);
    const { url, post, resumed } = await tlsPosting(t, 'connection: close\r\n');
    for (let i = 0; i < 3; i++) assert.equal((await post(url)).body, 'safe');
    assert.deepEqual(resumed, [false, true, true]);
  });

  test('with a receiver that wants a certificate of ours has failed', async (t) => {
    trust(t);
    // With TLS 1.3 our connection is made already when the receiver learns that we have no certificate.
    for (const [maxVersion, reason] of [['TLSv1.2', 'tls'] as const, ['TLSv1.3', 'reset'] as const]) {
      const { url, post } = await tlsPosting(t, '', { requestCert: true, rejectUnauthorized: true, maxVersion });
      await fails(post(url), reason, maxVersion);
    }
  });

  test('with a receiver that does not speak it has failed', async (t) => {
    const plain = await testReceiver(
      t,
      () => {},
      createServer((socket) => socket.once('data', () => socket.write('HTTP/1.1 400 No\r\n\r\n'))),
    );
    const closing = await testReceiver(
      t,
      () => {},
      createServer((socket) => socket.once('data', () => socket.destroy())),
    );
    const silent = await testReceiver(t, () => {});
    const poster = posterOf(t, { devHosts: new Set([plain.host, closing.host, silent.host]) });
    await fails(poster.post(`https://${plain.host}/`, {}, ''), 'tls');
    await fails(poster.post(`https://${closing.host}/`, {}, ''), 'tls');
    await fails(poster.post(`https://${silent.host}/`, {}, ''), 'timeout');
  });
});

function trust(t: TestContext): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate]);
  t.after(() => setDefaultCACertificates(before));
}

async function tlsPosting(t: TestContext, head = '', options: TlsOptions = {}) {
  const resumed: boolean[] = [];
  const server = createTlsServer({ key: privateKey, cert: certificate, ...options });
  server.on('secureConnection', (socket) => resumed.push(socket.isSessionReused()));
  const answer = `HTTP/1.1 200 OK\r\n${head}content-length: 4\r\n\r\nsafe`;
  const { port } = await testReceiver(t, (socket) => socket.write(answer), server);
  const devHosts = new Set([`receiver.test:${port}`, `other.test:${port}`]);
  const poster = posterOf(t, { devHosts, lookup: lookupOf(['127.0.0.1']), connectMs: 2_000 });
  const post = (url: string) => poster.post(url, {}, 'body');
  return { url: `https://receiver.test:${port}/`, other: `https://other.test:${port}/`, post, resumed };
}

const loopbacks = [
  '127.0.0.1',
  '127.0.0.1.',
  '2130706433',
  '0177.0.0.1',
  '017700000001',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7F.1',
  '127.1',
  '127.0.1',
  '0',
  '0.0.0.0',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:0001]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
];

/**
 * The key of receiver.test, whose certificate is self-signed, from 2020 to 2120. The key is no secret: it is for tests.
 */
const privateKey = createPrivateKey({
  key: Buffer.from(
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZUzBlMdfKxTZ5PVR19GkvWjM+RP/sWTWViiIy/gB+YyhRANCAASoG1xwRw1c1L2a' +
      '6estQGvfVGT8fef2p7E7QdzD1H5AgUloYF4S3qLEQQMdzaScGxp0tfG4BCpQfFhu/KqaBkig',
    'base64',
  ),
  format: 'der',
  type: 'pkcs8',
}).export({ format: 'pem', type: 'pkcs8' });

const certificate = `-----BEGIN CERTIFICATE-----
MIIBbDCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1yZWNlaXZl
ci50ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1yZWNlaXZlci50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqBtc
cEcNXNS9munrLUBr31Rk/H3n9qexO0Hcw9R+QIFJaGBeEt6ixEEDHc2knBsadLXx
uAQqUHxYbvyqmgZIoKNMMEowGAYDVR0RBBEwD4INcmVjZWl2ZXIudGVzdDAPBgNV
HRMBAf8EBTADAQH/MB0GA1UdDgQWBBS1/3V+Z0TSCC6sBl4AnRFCWmOBjzAKBggq
hkjOPQQDAgNHADBEAiAp/iJ5QPGGXOkFfOu+lmk/CDszjBSkYXZp1IzijHMuPwIg
BkWXXXAvz6ncjTt1mjvajIwqAckweYJ6RQlrU5YIEGE=
-----END CERTIFICATE-----
`;
