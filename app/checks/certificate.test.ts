import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { generate } from 'selfsigned';
import { expect, test } from 'vitest';
import { freePort } from '#platform/testing/ports.ts';
import { days } from '#platform/time.ts';
import { describeCertificate, readCertificate } from './certificate.ts';

test('finds a certificate that browsers reject, and one that is not renewed', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const server = createServer({ cert, key }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(`https://localhost:${(server.address() as AddressInfo).port}`);
  const rejected = await readCertificate(address);
  const found = await readCertificate(address, cert);
  server.close();
  const { issuedAt, expiresAt } = found;
  expect(describeCertificate('a.example', rejected, issuedAt)).toMatchObject({
    isOk: false,
    text: 'browsers reject the certificate of a.example (DEPTH_ZERO_SELF_SIGNED_CERT)',
  });
  expect(describeCertificate('a.example', found, issuedAt)).toEqual({
    isOk: true,
    text: `the certificate of a.example is valid for ${(expiresAt - issuedAt) / days(1)} more days`,
  });
  expect(describeCertificate('a.example', found, expiresAt - days(3))).toMatchObject({
    isOk: false,
    text: 'the certificate of a.example is valid for only 3 more days',
  });
  await expect(readCertificate(new URL(`https://localhost:${await freePort()}`))).rejects.toThrow();
});
