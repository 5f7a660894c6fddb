import { expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { type ReportPorts, reportPhoto } from './use-photo-actions.ts';

const outside = (given: Partial<Pick<ReportPorts, 'ask' | 'send'>> = {}) => ({
  ask: vi.fn(given.ask ?? (async () => true)),
  send: vi.fn(given.send ?? (async () => undefined)),
  remember: vi.fn(),
  toast: { success: vi.fn(), error: vi.fn() },
});

test('a photo is reported once a member is sure, with thanks', async () => {
  const ports = outside();
  await reportPhoto('Tea', ports);
  expect(ports.ask).toHaveBeenCalledExactlyOnceWith({
    title: 'Report this photo?',
    text: expect.stringContaining('“Tea”'),
  });
  expect(ports.remember).toHaveBeenCalledOnce();
  expect(ports.toast.success).toHaveBeenCalledExactlyOnceWith('Thank you. We will look at this photo.');
});

test('who is not sure reports nothing', async () => {
  const ports = outside({ ask: async () => false });
  await reportPhoto('Tea', ports);
  expect(ports.send).not.toHaveBeenCalled();
  expect(ports.remember).not.toHaveBeenCalled();
});

test('a photo that is gone already needs no more reports', async () => {
  const ports = outside({
    send: async () => {
      throw new ApiError(404, 'not-found', 'Not found.');
    },
  });
  await reportPhoto('Tea', ports);
  expect(ports.remember).toHaveBeenCalledOnce();
});

test('a report that did not arrive is not thanked for', async () => {
  const ports = outside({
    send: async () => {
      throw new NetworkError();
    },
  });
  await reportPhoto('Tea', ports);
  expect(ports.remember).not.toHaveBeenCalled();
  expect(ports.toast.success).not.toHaveBeenCalled();
  expect(ports.toast.error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('has not been reported'));
});
