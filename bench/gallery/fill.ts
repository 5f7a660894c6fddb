import type { APIRequestContext } from '@playwright/test';
import { type Member, registerMember } from '../../e2e/support/member.ts';
import { phonePhoto } from './testing/phone-photo.ts';

/** What phones of today ask for, and every width that a gallery column can be. */
const accept = 'image/avif,image/webp,*/*';
const widths = [162, 324, 486, 640, 810, 972];

/**
 * Makes a member who adds that many photos, by the calls of the upload form. As many `pictures` of them are different;
 * the newest are, so that what one sees first comes over the line once each. All their variants are made beforehand.
 */
export async function fillGallery(
  request: APIRequestContext,
  size: { photos: number; pictures: number },
): Promise<Member> {
  const member = await registerMember(request);
  const headers = { authorization: `Bearer ${member.accessToken}` };
  const { images } = await answered<{ images: { uploadUrl: string; key: string } }>(
    request.get('/api/config'),
  );

  async function upload(number: number): Promise<string> {
    const file = { name: `${number}.jpg`, mimeType: 'image/jpeg', buffer: await phonePhoto(number) };
    const { data } = await answered<{ data: { url: string } }>(
      request.post(`${images.uploadUrl}?key=${images.key}`, { headers, multipart: { image: file } }),
    );
    for (const width of widths) {
      const variant = await request.get(`${data.url}?auto=format&w=${width}`, { headers: { accept } });
      if (!variant.ok()) throw new Error(`${variant.url()} answered ${variant.status()}.`);
    }
    return data.url;
  }

  const urls: string[] = [];
  for (let number = 0; number < size.pictures; number += 1) urls.push(await upload(number));
  for (let number = 0; number < size.photos; number += 1) {
    const data = { img: urls[number % urls.length], title: `Photo ${number}` };
    await answered(request.post('/api/photo', { headers, data }));
  }
  return member;
}

async function answered<Answer>(call: ReturnType<APIRequestContext['get']>): Promise<Answer> {
  const answer = await call;
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
