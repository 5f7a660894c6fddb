import { expect, test } from 'vitest';
import { unresolvableHost } from '#platform/testing/bad-server.ts';
import { startHttpServer } from '#platform/testing/http-server.ts';
import { checkCertificate, checkDns, checkPublicUrl } from './public-url.ts';

test('finds a name without an address, and one that leads elsewhere', async () => {
  expect(await checkDns('https://192.0.2.1')).toBeUndefined();
  expect(await checkDns(`https://${unresolvableHost}`)).toMatchObject({
    isOk: false,
    text: `${unresolvableHost} is not found`,
  });
  expect(await checkCertificate('http://localhost', 0)).toBeUndefined();
  expect(await checkCertificate(`https://${unresolvableHost}`, 0)).toMatchObject({ isOk: false });
  let body = '<h1>Another site</h1>';
  await using server = await startHttpServer((_request, response) => response.end(body));
  expect(await checkPublicUrl(server.origin)).toMatchObject({
    text: `${server.origin} is not this site (status 200)`,
  });
  body = '{"version":"1.2.3"}';
  expect(await checkPublicUrl(server.origin)).toEqual({
    isOk: true,
    text: `${server.origin} is version 1.2.3`,
  });
});
