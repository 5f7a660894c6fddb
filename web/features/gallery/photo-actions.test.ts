import { describe, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { deletePhoto, reportPhoto } from './use-photo-actions.ts';

const question = { title: 'Delete this photo?', text: 'It will be gone.' };
const notFound = new ApiError(404, 'not-found', 'Not found.');

/** Creates deps in which the user confirms or declines and the server responds or fails. */
function createDeps({ isConfirmed = true, error }: { isConfirmed?: boolean; error?: Error } = {}) {
  const calls: string[] = [];
  const record = (name: string) => () => calls.push(name);
  const deps = {
    confirm: vi.fn(async () => isConfirmed),
    send: async () => {
      calls.push('send');
      if (error) throw error;
    },
    hide: record('hide'),
    restore: record('restore'),
    reload: record('reload'),
    markReported: record('markReported'),
    toast: { success: vi.fn(), error: vi.fn() },
  };
  return { deps, calls };
}

describe('deleting', () => {
  test('deletes the photo after a confirmation, and hides it before the server responds', async () => {
    const { deps, calls } = createDeps();
    await deletePhoto(question, deps);
    expect(deps.confirm).toHaveBeenCalledExactlyOnceWith(question);
    expect(calls).toEqual(['hide', 'send', 'reload']);
    expect(deps.toast.success).toHaveBeenCalledExactlyOnceWith('Your photo has been deleted.');
  });

  test('treats a photo that is already deleted as deleted', async () => {
    const { deps, calls } = createDeps({ error: notFound });
    await deletePhoto(question, deps);
    expect(calls).toEqual(['hide', 'send', 'reload']);
    expect(deps.toast.success).toHaveBeenCalledOnce();
  });

  test('does not say whether it was deleted when the response was lost, and reloads the lists', async () => {
    const { deps, calls } = createDeps({ error: new NetworkError() });
    await deletePhoto(question, deps);
    expect(calls).toEqual(['hide', 'send', 'restore', 'reload']);
    expect(deps.toast.error).toHaveBeenCalledExactlyOnceWith(new NetworkError().message);
  });

  test.each([
    new ApiError(503, 'unavailable', 'Please try again later.'),
    new ApiError(403, 'forbidden', 'You are signed out.'),
  ])('shows the photo again with the reason when the request fails: %s', async (error) => {
    const { deps, calls } = createDeps({ error });
    await deletePhoto(question, deps);
    expect(calls).toEqual(['hide', 'send', 'restore']);
    const message = `${error.message} Your photo has not been deleted.`;
    expect(deps.toast.error).toHaveBeenCalledExactlyOnceWith(message);
    expect(deps.toast.success).not.toHaveBeenCalled();
  });
});

describe('reporting', () => {
  test('reports the photo after a confirmation and thanks the member', async () => {
    const { deps, calls } = createDeps();
    await reportPhoto('Tea', deps);
    expect(deps.confirm).toHaveBeenCalledExactlyOnceWith({
      title: 'Report this photo?',
      text: expect.stringContaining('“Tea”'),
    });
    expect(calls).toEqual(['send', 'markReported']);
    expect(deps.toast.success).toHaveBeenCalledExactlyOnceWith('Thank you. We will check this photo.');
  });

  test('treats a photo that is already deleted as reported', async () => {
    const { deps, calls } = createDeps({ error: notFound });
    await reportPhoto('Tea', deps);
    expect(calls).toContain('markReported');
  });

  test('shows an error without thanks when the report fails', async () => {
    const { deps, calls } = createDeps({ error: new NetworkError() });
    await reportPhoto('Tea', deps);
    expect(calls).not.toContain('markReported');
    expect(deps.toast.success).not.toHaveBeenCalled();
    const message = expect.stringContaining('has not been reported');
    expect(deps.toast.error).toHaveBeenCalledExactlyOnceWith(message);
  });
});

test('changes nothing when the user declines the confirmation', async () => {
  const { deps, calls } = createDeps({ isConfirmed: false });
  await deletePhoto(question, deps);
  await reportPhoto('Tea', deps);
  expect(calls).toEqual([]);
  expect(deps.toast.success).not.toHaveBeenCalled();
});
