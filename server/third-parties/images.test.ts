import { expect, test } from 'vitest';
import { createImages } from './images.ts';

const id = '0193aa11-2222-7333-8444-555566667777';

/** The host behind `fetch`: it knows one picture, and keeps what it was asked. */
function openImages(pictures = 'https://site.example:8443/images') {
  const asked: string[] = [];
  const images = createImages({
    uploadUrl: `${pictures}/1/upload`,
    key: 'k',
    pictures,
    adminToken: 'secret',
    fetch: async (input, init) => {
      asked.push(`${init?.method ?? 'GET'} ${input} ${init?.body ?? ''}`.trim());
      if (init?.method) return new Response(null, { status: 204 });
      return String(input).includes(id)
        ? Response.json({ width: 40, height: 30, placeholder: 'data:,' })
        : new Response('', { status: 404 });
    },
  });
  return { images, asked };
}

test.each([
  `https://site.example:8443/images/${id}`,
  `HTTPS://SITE.example:8443/images/${id}`,
  `https://site.example:8443/images/${id}?w=162&dpr=2`,
  `https://site.example:8443/images/${id}#top`,
  `https://site.example:8443/a/../images/${id}`,
])('[API-04] %s is that picture, and a row keeps its path alone', async (address) => {
  const { images } = openImages();
  expect(await images.describe(address)).toEqual({
    img: `/images/${id}`,
    width: 40,
    height: 30,
    placeholder: 'data:,',
  });
  expect(images.addressOf(`/images/${id}`)).toBe(`https://site.example:8443/images/${id}`);
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
])('[API-04] %s is no picture of this host', async (address) => {
  await expect(openImages().images.describe(address)).rejects.toMatchObject({ code: 'invalid-fields' });
});

test('another PUBLIC_URL: the same rows are pictures of the new address, and can be removed', async () => {
  const { images, asked } = openImages('https://blood.example.org/images');
  expect(images.addressOf(`/images/${id}`)).toBe(`https://blood.example.org/images/${id}`);
  await images.remove(`/images/${id}`);
  expect(asked).toEqual([`POST https://blood.example.org/images/1/delete {"id":"${id}"}`]);
});

test('a picture that a hosted service had before is left alone', async () => {
  const { images, asked } = openImages();
  expect(images.addressOf('https://i.ibb.co/x/a.png')).toBe('https://i.ibb.co/x/a.png');
  await images.remove('https://i.ibb.co/x/a.png');
  expect(asked).toEqual([]);
});
