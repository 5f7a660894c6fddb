import { describe, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { deletePhoto, reportPhoto } from './use-photo-actions.ts';

const question = { title: 'Delete this photo?', text: 'It will be gone.' };
const gone = new ApiError(404, 'not-found', 'Not found.');

/** A person who is `sure` or not, and a server that fails or not. */
function outside({ sure = true, error }: { sure?: boolean; error?: Error } = {}) {
  const done: string[] = [];
  const does = (what: string) => () => done.push(what);
  const ports = {
    ask: vi.fn(async () => sure),
    send: async () => {
      done.push('send');
      if (error) throw error;
    },
    takeAway: does('take away'),
    putBack: does('put back'),
    reload: does('reload'),
    remember: does('remember'),
    toast: { success: vi.fn(), error: vi.fn() },
  };
  return { ports, done };
}

describe('deleting', () => {
  test('a photo is deleted once its owner is sure, and leaves the wall before the server answers', async () => {
    const { ports, done } = outside();
    await deletePhoto(question, ports);
    expect(ports.ask).toHaveBeenCalledExactlyOnceWith(question);
    expect(done).toEqual(['take away', 'send', 'reload']);
    expect(ports.toast.success).toHaveBeenCalledExactlyOnceWith('Your photo has been deleted.');
  });

  test('a photo that is gone already is deleted', async () => {
    const { ports, done } = outside({ error: gone });
    await deletePhoto(question, ports);
    expect(done).toEqual(['take away', 'send', 'reload']);
    expect(ports.toast.success).toHaveBeenCalledOnce();
  });

  test.each([
    new NetworkError(),
    new ApiError(503, 'unavailable', 'Please try again later.'),
    new ApiError(403, 'forbidden', 'You are signed out.'),
  ])('a call that fails brings the photo back and says why: %s', async (error) => {
    const { ports, done } = outside({ error });
    await deletePhoto(question, ports);
    expect(done).toEqual(['take away', 'send', 'put back']);
    const words = `${error.message} Your photo has not been deleted.`;
    expect(ports.toast.error).toHaveBeenCalledExactlyOnceWith(words);
    expect(ports.toast.success).not.toHaveBeenCalled();
  });
});

describe('reporting', () => {
  test('a photo is reported once a member is sure, with thanks', async () => {
    const { ports, done } = outside();
    await reportPhoto('Tea', ports);
    expect(ports.ask).toHaveBeenCalledExactlyOnceWith({
      title: 'Report this photo?',
      text: expect.stringContaining('“Tea”'),
    });
    expect(done).toEqual(['send', 'remember']);
    expect(ports.toast.success).toHaveBeenCalledExactlyOnceWith('Thank you. We will look at this photo.');
  });

  test('a photo that is gone already needs no more reports', async () => {
    const { ports, done } = outside({ error: gone });
    await reportPhoto('Tea', ports);
    expect(done).toContain('remember');
  });

  test('a report that did not arrive is not thanked for', async () => {
    const { ports, done } = outside({ error: new NetworkError() });
    await reportPhoto('Tea', ports);
    expect(done).not.toContain('remember');
    expect(ports.toast.success).not.toHaveBeenCalled();
    const words = expect.stringContaining('has not been reported');
    expect(ports.toast.error).toHaveBeenCalledExactlyOnceWith(words);
  });
});

test('who is not sure changes nothing', async () => {
  const { ports, done } = outside({ sure: false });
  await deletePhoto(question, ports);
  await reportPhoto('Tea', ports);
  expect(done).toEqual([]);
  expect(ports.toast.success).not.toHaveBeenCalled();
});
