import { expect, test } from 'vitest';
import { createHostedImages, pictureOrigins } from './hosted-images.ts';

const describePicture = async (uploadUrl: string, address: string) => {
  const images = createHostedImages({ uploadUrl, key: 'k', publicUrl: 'https://site.example' });
  try {
    return (await images.describe(address)).img;
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
])('[API-04] %s: %s is a picture of it', async (uploadUrl, address, kept = address) => {
  expect(await describePicture(uploadUrl, address)).toBe(kept);
});

test.each([
  [imgbb, 'http://i.ibb.co/qph2cwV/donors.png'],
  [imgbb, 'https://i.ibb.co:8443/donors.png'],
  [imgbb, 'https://rahim:secret@i.ibb.co/donors.png'],
  [imgbb, 'https://i.ibb.co@elsewhere.example/donors.png'],
  [imgbb, 'https://i.ibb.co./donors.png'],
  [imgbb, 'https://i.ibb.co.elsewhere.example/donors.png'],
  [imgbb, 'https://notibb.co/donors.png'],
  // Longer than an index of PostgreSQL can hold, once it is encoded.
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
])('[API-04] %s: %s is not', async (uploadUrl, address) => {
  expect(await describePicture(uploadUrl, address)).toBe('invalid-fields');
});

test('the content policy shows what may be saved: the origin that takes uploads, its domain, and where it serves from', () => {
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

test('rows of our own host, from before, name the site; a picture of the service cannot be removed from here', async () => {
  const images = createHostedImages({ uploadUrl: imgbb, key: 'k', publicUrl: 'https://site.example' });
  expect(images.addressOf('/images/1')).toBe('https://site.example/images/1');
  expect(images.addressOf('https://i.ibb.co/a.png')).toBe('https://i.ibb.co/a.png');
  await expect(images.remove('https://i.ibb.co/a.png')).resolves.toBeUndefined();
});
