import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const config = readFileSync(new URL('nginx.conf', import.meta.url), 'utf8');
const directives = (name: string) =>
  [...config.matchAll(new RegExp(`^\\s*${name} ([^;]+);`, 'gm'))].map(([, value = '']) => value);

test('nginx never logs query strings, which may contain an email', () => {
  const [format = ''] = directives('log_format');
  expect(format).toMatch(/^plain '[^']+'$/);
  // `$request` and `$request_uri` contain the query string, and the referrer contains that of the previous
  // page.
  expect(format).not.toMatch(/\$(request|request_uri|args|query_string|arg_\w+|http_\w+|is_args)\b/);
  expect(directives('access_log')).toEqual(['/dev/stdout plain']);
  for (const log of directives('error_log')) expect(log).toMatch(/ (crit|alert|emerg)$/);
  expect(directives('error_log')).toHaveLength(1);
});

test('nginx replaces the forwarding headers that clients send', () => {
  const headers = directives('proxy_set_header').map((value) => value.split(/\s+/)[0]);
  for (const name of [
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Request-Id',
    'traceparent',
  ])
    expect(headers).toContain(name);
});

test('nginx caches only files whose names contain a hash of their content', () => {
  const locations = config.split(/(?=^ {4}location )/m);
  expect(
    locations.filter((text) => /^\s*proxy_cache /m.test(text)).map((text) => text.split('\n')[0]),
  ).toEqual(['    location ~ ^/(\\w+/)?assets/ {']);
});
