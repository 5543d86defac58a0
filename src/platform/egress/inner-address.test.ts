import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isInnerAddress } from './inner-address.ts';

/** First and last address of a range, and its public neighbours on both sides. */
const ranges: readonly (readonly [before: string | null, first: string, last: string, after: string | null])[] = [
  [null, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
  ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ['191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
  ['192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
  ['192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
  ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
  ['198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
  ['203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
  ['223.255.255.255', '224.0.0.0', '239.255.255.255', null],
  [null, '240.0.0.0', '255.255.255.255', null],
  [null, '::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2000::'],
  ['2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
  ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
  ['2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2003::'],
  ['3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
  ['3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '4000::', '7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
  [null, '8000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
];

test('a range is inner from its first address to its last, and its neighbours are not', () => {
  for (const [before, first, last, after] of ranges) {
    assert.ok(isInnerAddress(first), first);
    assert.ok(isInnerAddress(last), last);
    for (const neighbour of [before, after]) if (neighbour) assert.ok(!isInnerAddress(neighbour), neighbour);
  }
});

test('what the ranges mean: loopback, private, link-local, metadata, and every way to write IPv4 as IPv6', () => {
  const inner = ['127.0.0.1', '169.254.169.254', '::1', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '100::1'];
  const throughIpv6 = ['::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1'];
  const tunnels = ['2002:7f00:1::', '2001:0:7f00:1::', '::ffff:8.8.8.8', '::ffff:0:8.8.8.8'];
  for (const ip of [...inner, ...throughIpv6, ...tunnels]) assert.ok(isInnerAddress(ip), ip);
  for (const ip of ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2A00:1450:4001:80B::200E']) {
    assert.ok(!isInnerAddress(ip), ip);
  }
});

test('an address with a zone is inner, whatever the address', () => {
  for (const ip of ['fe80::1%eth0', '2606:4700::1111%eth0', '2606:4700::1111%']) assert.ok(isInnerAddress(ip), ip);
});

test('what is no address in full is inner', () => {
  const spellings = [
    '2130706433',
    '0x08080808',
    '010.8.8.8',
    '8.8.8',
    '8.8.8.8.',
    ' 8.8.8.8',
    '8.8.8.8/32',
    '[2606::1]',
  ];
  for (const text of ['', 'localhost', 'example.com', ...spellings]) assert.ok(isInnerAddress(text), text);
  fc.assert(fc.property(fc.domain(), (name) => isInnerAddress(name)));
});

test('IPv4 in IPv6 is inner, whichever address it is', () => {
  fc.assert(fc.property(fc.ipV4(), (ip) => isInnerAddress(`::ffff:${ip}`)));
});
