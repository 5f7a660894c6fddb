import { expect, test } from 'vitest';
import { openBox, sealBox } from './sealed-box.ts';

async function createKeys() {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, true, ['deriveBits']);
  const jwk = await crypto.subtle.exportKey('jwk', publicKey);
  return {
    publicKey: jwk as { kty: 'EC'; crv: 'P-256'; x: string; y: string },
    privateKey: await crypto.subtle.exportKey('jwk', privateKey),
  };
}

test('opens a box with the private key and the same context; each box is different', async () => {
  const { publicKey, privateKey } = await createKeys();
  const [one, other] = [await sealBox(publicKey, 'রহিমা', 'a'), await sealBox(publicKey, 'রহিমা', 'a')];
  expect(await openBox(privateKey, one, 'a')).toBe('রহিমা');
  expect(one).not.toBe(other);
  await expect(openBox(privateKey, one, 'b')).rejects.toThrow();
  await expect(openBox((await createKeys()).privateKey, one, 'a')).rejects.toThrow();
});

test('does not open a box with a changed byte or a missing end', async () => {
  const { publicKey, privateKey } = await createKeys();
  const box = await sealBox(publicKey, 'Rahima', 'a');
  const bytes = Buffer.from(box, 'base64');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    await expect(openBox(privateKey, changed.toString('base64'), 'a')).rejects.toThrow();
  }
  for (const cut of ['', box.slice(0, 40), box.slice(0, -4), 'no base64 '])
    await expect(openBox(privateKey, cut, 'a'), cut).rejects.toThrow();
});
