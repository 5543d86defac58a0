import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseDevHosts } from '#platform/dev-hosts.ts';
import { wrongUrl } from './webhook-url.ts';

const none = new Set<string>();

function isRight(url: string, devHosts: ReadonlySet<string> = none): void {
  assert.equal(wrongUrl(url, devHosts), undefined, url);
}

function isWrong(url: string, problem: RegExp, devHosts: ReadonlySet<string> = none): void {
  const wrong = wrongUrl(url, devHosts);
  assert.match(wrong?.problem ?? 'nothing is wrong', problem, url);
  assert.match(wrong?.problem ?? '', /^must /);
  assert.ok(wrong?.expected);
}

const host = /must lead to a host on the public internet/;

describe('a URL', () => {
  test('of a public host is right, with any port, path and query', () => {
    isRight('https://hooks.example.com');
    isRight('https://hooks.example.com/');
    isRight('HTTPS://Hooks.Example.COM:8443/a/b?c=d&e=%20');
    isRight('https://hooks.example.com./with-a-dot-at-the-end');
    isRight('https://hook_s.example.com/');
    isRight('https://bücher.example/');
    isRight('https://localhost.example.com/');
    isRight('https://internal.example.com/');
    isRight('https://my.locale/');
    isRight('https://8.8.8.8/');
    isRight('https://[2606:4700:4700::1111]:8443/');
    isRight(`https://hooks.example.com/${'a'.repeat(2048 - 26)}`);
  });

  test('must be one, as a whole', () => {
    const texts = [
      '',
      ' ',
      'hooks.example.com',
      '//hooks.example.com/',
      'https://',
      'https:///hooks.example.com',
      'https:hooks.example.com',
    ];
    const spaces = [
      ' https://hooks.example.com',
      'https://hooks.example.com\n',
      'https://hooks.exa\tmple.com/',
      'https://a.example.com/a b',
      '\0https://a.example.com',
    ];
    const broken = [
      'https:\\\\hooks.example.com',
      'https://hooks.example.com\\@127.0.0.1/',
      'https://a.example.com:65536/',
      'https://1.2.3.4.5/',
      'https://[::1',
      'https://[fe80::1%25eth0]/',
      'https://%00.example.com',
    ];
    for (const text of [...texts, ...spaces, ...broken]) isWrong(text, /must be a URL/);
  });

  test('must be https', () => {
    for (const protocol of ['http', 'ftp', 'ws', 'wss', 'file', 'gopher', 'javascript']) {
      isWrong(`${protocol}://hooks.example.com/`, /must begin with https/);
    }
  });

  test('must not hold a user, a password, a fragment or port 0, or be very long', () => {
    for (const user of ['user', 'user:password', ':password', '127.0.0.1', 'hooks.example.com%2F']) {
      isWrong(`https://${user}@hooks.example.com/`, /user or password/);
    }
    for (const end of ['#', '#part', '/#/../']) isWrong(`https://hooks.example.com/a?b${end}`, /fragment/);
    for (const port of ['0', '00', '00000']) isWrong(`https://hooks.example.com:${port}/`, /port 0/);
    isWrong(`https://hooks.example.com/${'a'.repeat(2049 - 26)}`, /2048 characters/);
  });

  test('must not lead to an inner address, in any spelling', () => {
    const loopback = ['127.0.0.1', '127.255.255.254', '127.1', '127.0.1', '0', '0.0.0.0', '127.0.0.1.', '127.0.0.1..'];
    const numbers = [
      '2130706433',
      '017700000001',
      '0177.0.0.1',
      '0177.1',
      '0x7f000001',
      '0x7f.0.0.1',
      '0X7F.1',
      '0x7f.0.1.',
    ];
    const letters = ['①②⑦.0.0.1', '127。0。0。1', '１２７.0.0.1', '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '12­7.0.0.1'];
    const inner = ['10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '2852039166', '224.0.0.1'];
    const ipv6 = ['[::1]', '[::]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[2001:db8::1]'];
    const mapped = [
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:FFFF:7F00:1]',
      '[::ffff:8.8.8.8]',
      '[::127.0.0.1]',
    ];
    const tunnels = ['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[2001::1]', '[::ffff:0:127.0.0.1]'];
    for (const name of [...loopback, ...numbers, ...letters, ...inner, ...ipv6, ...mapped, ...tunnels]) {
      isWrong(`https://${name}/`, host);
      isWrong(`https://${name}:8443/hook`, host);
    }
  });

  test('must not lead to a name that is known inside only', () => {
    const domains = [
      'localhost',
      'api.localhost',
      'printer.local',
      'metadata.google.internal',
      'nas.home.arpa',
      'localhost.localdomain',
    ];
    const single = ['receiver', 'com', 'local', 'internal', 'kubernetes', 'x'];
    const odd = [
      'LOCALHOST',
      'Api.LocalHost',
      'ⓛocalhost',
      'lo­calhost',
      '%6cocalhost',
      'local%68ost',
      'printer。local',
    ];
    for (const name of [...domains, ...single, ...odd]) {
      isWrong(`https://${name}/`, host);
      isWrong(`https://${name}./`, host);
      isWrong(`https://${name}../`, host);
    }
  });

  test('must have a name that can be one', () => {
    for (const name of ['a..example.com', '.example.com', 'a!b.example.com', `${'a'.repeat(64)}.example.com`]) {
      isWrong(`https://${name}/`, host);
    }
    isWrong(`https://${'a.'.repeat(127)}com/`, host);
  });

  test('of any private address is wrong, written as a whole number too', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const inner = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
    );
    fc.assert(
      fc.property(inner, ([a, b, c, d]) => {
        const whole = ((a * 256 + b) * 256 + c) * 256 + d;
        const hex = whole.toString(16);
        for (const text of [
          `${a}.${b}.${c}.${d}`,
          `${whole}`,
          `0x${hex}`,
          `0${whole.toString(8)}`,
          `[::ffff:${a}.${b}.${c}.${d}]`,
        ]) {
          isWrong(`https://${text}/`, host);
        }
      }),
    );
  });

  test('is judged, whatever it is', () => {
    const pieces = fc.array(
      fc.constantFrom(
        'https://',
        'http://',
        '127.0.0.1',
        '@',
        ':',
        '0',
        '.',
        '/',
        '#',
        '[',
        ']',
        '\\',
        ' ',
        '%',
        'a.example',
        '::1',
      ),
    );
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      pieces.map((some) => some.join('')),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const wrong = wrongUrl(text, none);
        assert.ok(wrong ? wrong.problem.startsWith('must ') : URL.canParse(text) && text.length <= 2048);
      }),
    );
  });
});

describe('a dev host', () => {
  const devHosts = parseDevHosts('127.0.0.1:9999, localhost:9999, receiver.test, [::1]:9999') ?? none;

  test('lets http, https and an inner address through', () => {
    for (const protocol of ['http', 'https']) {
      isRight(`${protocol}://127.0.0.1:9999/hook`, devHosts);
      isRight(`${protocol}://2130706433:9999/hook`, devHosts);
      isRight(`${protocol}://localhost:9999/hook`, devHosts);
      isRight(`${protocol}://LOCALHOST:9999/hook`, devHosts);
      isRight(`${protocol}://[::1]:9999/hook`, devHosts);
      isRight(`${protocol}://receiver.test/hook`, devHosts);
    }
    isRight('http://receiver.test:80/', devHosts);
    isRight('https://receiver.test:443/', devHosts);
    isRight('https://receiver.test:443/', new Set(['receiver.test:443']));
    isRight('http://receiver.test/', new Set(['receiver.test:80']));
  });

  test('is matched exactly, with its port', () => {
    isWrong('http://127.0.0.1/', /must begin with https/, devHosts);
    isWrong('https://127.0.0.1/', host, devHosts);
    isWrong('https://127.0.0.1:9998/', host, devHosts);
    isWrong('https://127.0.0.2:9999/', host, devHosts);
    isWrong('https://localhost/', host, devHosts);
    isWrong('https://localhost.:9999/', host, devHosts);
    isWrong('https://api.localhost:9999/', host, devHosts);
    isWrong('http://receiver.test:443/', /must begin with https/, devHosts);
    isWrong('http://receiver.test:8080/', /must begin with https/, devHosts);
    isWrong('http://hooks.example.com/', /must begin with https/, devHosts);
  });

  test('lets nothing else through', () => {
    isWrong('http://user@127.0.0.1:9999/', /user or password/, devHosts);
    isWrong('http://127.0.0.1:9999/#', /fragment/, devHosts);
    isWrong('ftp://127.0.0.1:9999/', /must begin with https/, devHosts);
    isWrong(`http://127.0.0.1:9999/${'a'.repeat(2048)}`, /2048 characters/, devHosts);
  });
});

describe('the list of dev hosts', () => {
  const parsed = (text: string) => {
    const hosts = parseDevHosts(text);
    return hosts && [...hosts];
  };

  test('holds hosts as URLs spell them, with the ports that were given', () => {
    assert.deepEqual(parsed(''), []);
    assert.deepEqual(parsed('  '), []);
    assert.deepEqual(parsed('127.0.0.1:9999'), ['127.0.0.1:9999']);
    assert.deepEqual(parsed(' localhost:80 ,Receiver.TEST, [::1]:1 ,127.1'), [
      'localhost:80',
      'receiver.test',
      '[::1]:1',
      '127.0.0.1',
    ]);
  });

  test('is none when an item is no host', () => {
    const items = [
      'a,',
      ',a',
      'a,,b',
      'http://a',
      'a/b',
      'a:',
      'a:0',
      'a:65536',
      'a:x',
      'a b',
      'user@a',
      '::1',
      '[::1',
      'a?b',
      '#',
      'a\\b',
      '1.2.3.4.5',
      'a:1:2',
    ];
    for (const text of items) assert.equal(parsed(text), undefined, text);
  });
});
