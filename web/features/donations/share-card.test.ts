import { expect, test, vi } from 'vitest';
import { shareCard } from './share-card.ts';

const card = new Blob(['png'], { type: 'image/png' });
const words = { name: 'blood-buddies.png', text: 'Donate blood, save life', url: 'https://example.org/' };

test('shares the image alone where files can be shared, otherwise the text', async () => {
  const share = vi.fn(async (_: ShareData) => undefined);
  expect(await shareCard(card, words, { canShare: () => true, share })).toBe(true);
  const [data] = share.mock.calls[0] ?? [];
  expect(data?.files?.map(({ name, type }) => [name, type])).toEqual([['blood-buddies.png', 'image/png']]);
  expect(data?.text).toBeUndefined();
  await shareCard(card, words, { share });
  expect(share).toHaveBeenLastCalledWith({ text: words.text, url: words.url });
});

test('a closed menu is not a failure, but a browser that refuses or cannot share is', async () => {
  const refusing = (name: string) => ({ share: () => Promise.reject(new DOMException('', name)) });
  expect(await shareCard(card, words, refusing('AbortError'))).toBe(true);
  expect(await shareCard(card, words, refusing('NotAllowedError'))).toBe(false);
  expect(await shareCard(card, words, {})).toBe(false);
});
