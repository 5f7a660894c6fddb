import { expect, test } from 'vitest';
import { SetupError } from '../errors.ts';
import { createClientAddressReader } from './client-address.ts';

test.each(['nonsense', '10.0.0.0/99', '1.2.3'])('TRUST_PROXY=%s fails with a one-line error', (trusted) => {
  expect(() => createClientAddressReader(['127.0.0.1', trusted])).toThrow(SetupError);
  expect(() => createClientAddressReader([trusted])).toThrow(/^TRUST_PROXY: [^\n]+$/);
});

test.each([
  ['a trusted proxy', ['loopback'], '203.0.113.9'],
  ['an untrusted proxy', ['10.0.0.0/8'], '127.0.0.1'],
  ['any sender, when no proxy is trusted', [], '127.0.0.1'],
])('handles a forwarded address from %s', (_, trusted, address) => {
  const incoming = {
    socket: { remoteAddress: '127.0.0.1' },
    headers: { 'x-forwarded-for': '203.0.113.9' },
  };
  expect(createClientAddressReader(trusted)({ env: { incoming } } as never)).toBe(address);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
])('counts requests from %s under %s', (remoteAddress, expectedKey) => {
  const incoming = { socket: { remoteAddress }, headers: {} };
  expect(createClientAddressReader([])({ env: { incoming } } as never)).toBe(expectedKey);
});

test.each([
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['0xcb.0.113.9', 'unknown'],
  ['203.0.113.9:', 'unknown'],
  ['invalid', 'unknown'],
  [`[${'0:'.repeat(8000)}`, 'unknown'],
])('reads %s from a proxy as %s, ignoring the port', (forwarded, expectedKey) => {
  const incoming = { socket: { remoteAddress: '127.0.0.1' }, headers: { 'x-forwarded-for': forwarded } };
  expect(createClientAddressReader(['loopback'])({ env: { incoming } } as never)).toBe(expectedKey);
});
