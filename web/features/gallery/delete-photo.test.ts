import { describe, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { type DeletePorts, deletePhoto } from './use-photo-actions.ts';

const question = { title: 'Delete this photo?', text: 'It will be gone.' };

function outside(given: Partial<Pick<DeletePorts, 'ask' | 'send'>> = {}) {
  const done: string[] = [];
  const ports = {
    ask: vi.fn(given.ask ?? (async () => true)),
    send: vi.fn(async () => {
      done.push('send');
      return await (given.send ?? (async () => undefined))();
    }),
    takeAway: () => done.push('take away'),
    putBack: () => done.push('put back'),
    reload: () => done.push('reload'),
    toast: { success: vi.fn(), error: vi.fn() },
  };
  return { ports, done };
}

test('a photo is deleted once its owner is sure, and leaves the wall before the server answers', async () => {
  const { ports, done } = outside();
  await deletePhoto(question, ports);
  expect(ports.ask).toHaveBeenCalledExactlyOnceWith(question);
  expect(done).toEqual(['take away', 'send', 'reload']);
  expect(ports.toast.success).toHaveBeenCalledExactlyOnceWith('Your photo has been deleted.');
});

test('who is not sure changes nothing', async () => {
  const { ports, done } = outside({ ask: async () => false });
  await deletePhoto(question, ports);
  expect(done).toEqual([]);
  expect(ports.toast.success).not.toHaveBeenCalled();
});

test('a photo that is gone already is deleted', async () => {
  const { ports, done } = outside({
    send: async () => {
      throw new ApiError(404, 'not-found', 'Not found.');
    },
  });
  await deletePhoto(question, ports);
  expect(done).toEqual(['take away', 'send', 'reload']);
  expect(ports.toast.success).toHaveBeenCalledOnce();
});

describe('a call that fails', () => {
  test.each([
    new NetworkError(),
    new ApiError(503, 'unavailable', 'Please try again later.'),
    new ApiError(403, 'forbidden', 'You are signed out.'),
  ])('brings the photo back and says why: %s', async (error) => {
    const { ports, done } = outside({
      send: async () => {
        throw error;
      },
    });
    await deletePhoto(question, ports);
    expect(done).toEqual(['take away', 'send', 'put back']);
    expect(ports.toast.error).toHaveBeenCalledExactlyOnceWith(
      `${error.message} Your photo has not been deleted.`,
    );
    expect(ports.toast.success).not.toHaveBeenCalled();
  });
});
