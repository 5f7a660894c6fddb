import { expect, test, vi } from 'vitest';
import { shareConfigRequest } from './config-request.ts';

test('sends one request for all callers, and another after a failure or a response from somebody else', async () => {
  const config = { identity: {}, images: {}, cards: {}, features: [] };
  const send = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce({ login: 'at the hotel' })
    .mockResolvedValueOnce(config);
  for (const message of ['Failed to fetch', 'not the configuration'])
    await expect(Promise.all([shareConfigRequest(send), shareConfigRequest(send)])).rejects.toThrow(message);
  expect(await Promise.all([shareConfigRequest(send), shareConfigRequest(send)])).toEqual([config, config]);
  expect(send).toHaveBeenCalledTimes(3);
});
