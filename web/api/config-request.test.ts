import { expect, test, vi } from 'vitest';
import { shareConfig } from './config-request.ts';

test('requests the configuration until it is received, and waits for no other request', async () => {
  const config = { identity: {}, images: {}, cards: {}, features: [] };
  const send = vi
    .fn()
    .mockReturnValueOnce(new Promise(() => {}))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce({ login: 'at the hotel' })
    .mockResolvedValueOnce(config);
  void shareConfig(send);
  for (const message of ['Failed to fetch', 'not the configuration'])
    await expect(shareConfig(send)).rejects.toThrow(message);
  for (const _ of [1, 2]) expect(await shareConfig(send)).toBe(config);
  expect(send).toHaveBeenCalledTimes(4);
});
