import { expect, test } from 'vitest';
import { codeOf } from '#platform/testing/error-code.ts';
import { createHostedImages, pictureOrigins } from './hosted-images.ts';
import { createImages } from './images.ts';

const id = '0193aa11-2222-7333-8444-555566667777';

/** Creates an image host with one picture, and records its requests. */
function createTestImages(publicUrl = 'https://site.example:8443') {
  const requests: string[] = [];
  const images = createImages({
    uploadUrl: `${publicUrl}/images/1/upload`,
    key: 'k',
    publicUrl,
    adminToken: 'secret',
    fetch: async (input, init) => {
      requests.push(`${init?.method ?? 'GET'} ${input} ${init?.body ?? ''}`.trim());
      if (init?.method) return new Response(null, { status: 204 });
      return String(input).includes(id)
        ? Response.json({ width: 40, height: 30, placeholder: 'data:,' })
        : new Response('', { status: 404 });
    },
  });
  return { images, requests };
}

test.each([
  `https://site.example:8443/images/${id}`,
  `HTTPS://SITE.example:8443/images/${id}`,
  `https://site.example:8443/images/${id}?w=162&dpr=2`,
  `https://site.example:8443/images/${id}#top`,
  `https://site.example:8443/a/../images/${id}`,
])('[API-04] accepts %s and returns its id', async (address) => {
  const { images } = createTestImages();
  expect(await images.describe(address)).toEqual({
    pictureId: id,
    width: 40,
    height: 30,
    placeholder: 'data:,',
  });
  expect(images.getUrl(id)).toBe(`https://site.example:8443/images/${id}`);
});

test.each([
  `http://site.example:8443/images/${id}`,
  `https://site.example/images/${id}`,
  `https://site.example:8443/images/${id}/`,
  `https://site.example:8443/images/${id}/1`,
  `https://site.example:8443/Images/${id}`,
  `https://site.example:8443/images/1/upload`,
  'https://site.example:8443/images/0193aa11-2222-7333-8444-000000000000',
  `https://site.example:8443@elsewhere.example/images/${id}`,
  `https://rahim@site.example:8443/images/${id}`,
  `https://site.example.:8443/images/${id}`,
  `/images/${id}`,
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'https://site.example:8443/images/%2e%2e%2fapi',
])('[API-04] rejects %s', async (address) => {
  expect(await codeOf(createTestImages().images.describe(address))).toBe('invalid-fields');
});

test('serves and removes existing pictures after PUBLIC_URL changed', async () => {
  const { images, requests } = createTestImages('https://blood.example.org');
  expect(images.getUrl(id)).toBe(`https://blood.example.org/images/${id}`);
  await images.remove(id);
  expect(requests).toEqual([`POST https://blood.example.org/images/1/delete {"id":"${id}"}`]);
});

test('leaves a picture of a previous hosted service alone', async () => {
  const { images, requests } = createTestImages();
  expect(images.getUrl('https://i.ibb.co/x/a.png')).toBe('https://i.ibb.co/x/a.png');
  await images.remove('https://i.ibb.co/x/a.png');
  expect(requests).toEqual([]);
});

const describePicture = async (uploadUrl: string, address: string) => {
  const images = createHostedImages({ uploadUrl, key: 'k', publicUrl: 'https://site.example' });
  try {
    return (await images.describe(address)).pictureId;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};
const imgbb = 'https://api.imgbb.com/1/upload?expiration=600';

test.each([
  [imgbb, 'https://i.ibb.co/qph2cwV/donors.png', undefined],
  [imgbb, 'HTTPS://I.IBB.CO/qph2cwV/donors.png#x', 'https://i.ibb.co/qph2cwV/donors.png'],
  [imgbb, 'https://ibb.co/donors.png', undefined],
  [imgbb, 'https://image.imgbb.com/donors.png?size=2', undefined],
  ['https://upload.photos.example.co.uk/1', 'https://cdn.photos.example.co.uk/a.jpg', undefined],
  ['https://upload.photos.example.co.uk/1', 'https://static.example.co.uk/a.jpg', undefined],
  ['http://127.0.0.1:4000/1/upload', 'http://127.0.0.1:4000/a.jpg', undefined],
  ['http://[::1]:4000/1/upload', 'http://[::1]:4000/a.jpg', undefined],
  ['http://localhost:4000/1/upload', 'http://LOCALHOST:4000/a.jpg', 'http://localhost:4000/a.jpg'],
  ['http://pictures.lan/upload', 'http://pictures.lan/a.jpg', undefined],
  ['https://ours.example-cloud.github.io/up', 'https://ours.example-cloud.github.io/a.jpg', undefined],
])('[API-04] for %s, accepts %s', async (uploadUrl, address, stored = address) => {
  expect(await describePicture(uploadUrl, address)).toBe(stored);
});

test.each([
  [imgbb, 'http://i.ibb.co/qph2cwV/donors.png'],
  [imgbb, 'https://i.ibb.co:8443/donors.png'],
  [imgbb, 'https://rahim:secret@i.ibb.co/donors.png'],
  [imgbb, 'https://i.ibb.co@elsewhere.example/donors.png'],
  [imgbb, 'https://i.ibb.co./donors.png'],
  [imgbb, 'https://i.ibb.co.elsewhere.example/donors.png'],
  [imgbb, 'https://notibb.co/donors.png'],
  // This URL is longer than an index row of PostgreSQL once it is encoded.
  [imgbb, `https://i.ibb.co/${'\u0995'.repeat(900)}.png`],
  [imgbb, 'https://imgbb.com.elsewhere.example/'],
  [imgbb, 'https://93.184.216.34/donors.png'],
  [imgbb, 'https://0x5db8d822/donors.png'],
  [imgbb, 'https://[::1]/donors.png'],
  [imgbb, 'https://site.example/images/1'],
  [imgbb, '//i.ibb.co/donors.png'],
  [imgbb, '/images/1'],
  [imgbb, 'javascript:alert(1)//i.ibb.co'],
  [imgbb, 'data:image/png;base64,AAAA'],
  [imgbb, 'blob:https://i.ibb.co/1'],
  [imgbb, 'blob:https://api.imgbb.com/1'],
  [imgbb, 'ftp://i.ibb.co/donors.png'],
  [imgbb, ''],
  ['https://a.co.uk/1', 'https://b.co.uk/a.jpg'],
  ['https://ours.github.io/up', 'https://theirs.github.io/a.jpg'],
  ['https://s3.amazonaws.com/ours', 'https://theirs.s3.amazonaws.com/a.jpg'],
  ['http://127.0.0.1:4000/1/upload', 'http://127.0.0.1:4001/a.jpg'],
  ['http://127.0.0.1:4000/1/upload', 'https://127.0.0.1:4000/a.jpg'],
  ['http://127.0.0.1:4000/1/upload', 'http://rahim@127.0.0.1:4000/a.jpg'],
  ['http://127.0.0.1:4000/1/upload', 'https://2.127.0.0.1/a.jpg'],
])('[API-04] for %s, rejects %s', async (uploadUrl, address) => {
  expect(await describePicture(uploadUrl, address)).toBe('invalid-fields');
});

test('allows in the content security policy exactly the sources that can be saved', () => {
  expect(pictureOrigins(imgbb)).toEqual([
    'https://api.imgbb.com',
    'https://imgbb.com',
    'https://*.imgbb.com',
    'https://ibb.co',
    'https://*.ibb.co',
  ]);
  expect(pictureOrigins('http://127.0.0.1:4000/1/upload')).toEqual(['http://127.0.0.1:4000']);
  expect(pictureOrigins('https://s3.amazonaws.com/ours')).toEqual(['https://s3.amazonaws.com']);
});

test('serves existing pictures of our own host from the site, and removes nothing at the hosted service', async () => {
  const images = createHostedImages({ uploadUrl: imgbb, key: 'k', publicUrl: 'https://site.example' });
  expect(images.getUrl('1')).toBe('https://site.example/images/1');
  expect(images.getUrl('https://i.ibb.co/a.png')).toBe('https://i.ibb.co/a.png');
  await expect(images.remove('https://i.ibb.co/a.png')).resolves.toBeUndefined();
});
