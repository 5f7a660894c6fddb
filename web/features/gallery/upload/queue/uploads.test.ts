import { describe, expect, test, vi } from 'vitest';
import { NetworkError } from '#web/api/errors.ts';
import type { UploadDeps } from './send-photo.ts';
import { createUploads } from './uploads.ts';

const hostResponse = (data: object = {}) =>
  Response.json({ data: { url: 'https://site.example/images/p1', ...data } });
const photoFile = (name = 'blood_camp-2026.jpg') => new File(['bytes'], name, { type: 'image/jpeg' });

function createTestUploads(overrides: Partial<UploadDeps> = {}) {
  let idCount = 0;
  const deps = {
    imageHost: { uploadUrl: 'https://site.example/images/1/upload', key: 'a key' },
    post: vi.fn<UploadDeps['post']>(overrides.post ?? (async () => hostResponse())),
    save: vi.fn<UploadDeps['save']>(overrides.save ?? (async () => ({ acknowledged: true }))),
    prepare: vi.fn<UploadDeps['prepare']>(overrides.prepare ?? (async (file) => ({ prepared: { file } }))),
    newId: () => `id-${++idCount}`,
    online: overrides.online ?? (() => true),
    reload: vi.fn(),
    toast: { success: vi.fn(), warning: vi.fn() },
    log: vi.fn(),
  };
  const uploads = createUploads(deps);
  const finished = () => vi.waitFor(() => expect(uploads.read().running).toBe(false), 20_000);
  const steps = () => uploads.read().photos.map(({ step }) => step);
  const expectSteps = (...expected: string[]) => vi.waitFor(() => expect(steps()).toEqual(expected), 20_000);
  /** Adds photos with their file names as titles. */
  const add = (files: File[]) => {
    uploads.add(files);
    for (const { id, file } of uploads.read().photos) uploads.rename(id, file.name);
  };
  const upload = async (...files: File[]) => {
    add(files);
    uploads.submit();
    await finished();
  };
  return { ...uploads, add, upload, deps, finished, expectSteps };
}

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('[GAL-03] chosen photos', () => {
  test('are sent to the host as the multipart field image, with the key in the query', async () => {
    const { upload, deps } = createTestUploads();
    await upload(photoFile());
    const [url, form] = deps.post.mock.calls[0] ?? [];
    expect(url).toBe('https://site.example/images/1/upload?key=a%20key');
    expect(form?.get('image')).toMatchObject({ name: 'blood_camp-2026.jpg', type: 'image/jpeg' });
  });

  test('are saved with title and size, then the gallery refetches and the list is empty', async () => {
    const { upload, deps, read } = createTestUploads({
      post: async () => hostResponse({ width: '900', height: 600 }),
    });
    await upload(photoFile());
    const photo = {
      img: 'https://site.example/images/p1',
      title: 'blood_camp-2026.jpg',
      width: 900,
      height: 600,
    };
    expect(deps.save).toHaveBeenCalledExactlyOnceWith(photo, 'id-2');
    expect(deps.reload).toHaveBeenCalledOnce();
    expect(deps.toast.success).toHaveBeenCalledExactlyOnceWith('Image Uploaded Successfully');
    expect(deps.log).not.toHaveBeenCalled();
    expect(read().photos).toEqual([]);
  });

  test('are saved with the size that the browser measured when the host returns none', async () => {
    const { upload, deps } = createTestUploads({
      prepare: async (file) => ({ prepared: { file, width: 40, height: 30 } }),
    });
    await upload(photoFile());
    expect(deps.save.mock.calls[0]?.[0]).toMatchObject({ width: 40, height: 30 });
  });

  test('are prepared and sent one at a time, in order, with one toast', async () => {
    let [preparing, sending] = [0, 0];
    const oneAtATime = async <T>(increment: () => number, decrement: () => void, result: T) => {
      expect(increment()).toBe(1);
      await Promise.resolve();
      decrement();
      return result;
    };
    const { add, submit, finished, deps } = createTestUploads({
      prepare: (file) =>
        oneAtATime(
          () => ++preparing,
          () => preparing--,
          { prepared: { file } },
        ),
      post: () =>
        oneAtATime(
          () => ++sending,
          () => sending--,
          hostResponse(),
        ),
    });
    add([photoFile('one.jpg'), photoFile('two.jpg')]);
    submit();
    add([photoFile('three.jpg')]);
    await finished();
    expect(deps.save.mock.calls.map(([{ title }]) => title)).toEqual(['one.jpg', 'two.jpg', 'three.jpg']);
    expect(new Set(deps.save.mock.calls.map(([, key]) => key)).size).toBe(3);
    expect(deps.toast.success).toHaveBeenCalledOnce();
  });

  test('are uploaded without the files that cannot be sent, each of which gets a message', async () => {
    const { upload, deps, read } = createTestUploads({
      prepare: async (file) => (file.name.endsWith('.pdf') ? { rejected: 'type' } : { prepared: { file } }),
    });
    await upload(photoFile('minutes.pdf'), photoFile('one.jpg'), photoFile('paper.pdf'));
    expect(read().rejections).toEqual([
      expect.stringMatching(/^“minutes.pdf” is not a supported photo/),
      expect.stringMatching(/^“paper.pdf” is not a supported photo/),
    ]);
    expect(deps.post).toHaveBeenCalledOnce();
    expect(deps.toast.warning).not.toHaveBeenCalled();
  });

  test('are sent unchanged when preparing them fails', async () => {
    const { upload, deps } = createTestUploads({
      prepare: () => Promise.reject(new Error('no memory')),
    });
    await upload(photoFile());
    expect(deps.save).toHaveBeenCalledOnce();
  });
});

test('[GAL-02] shows a warning without a file, and still sends the request', async () => {
  const { submit, finished, deps, read } = createTestUploads({
    post: async () => new Response('no file', { status: 400 }),
  });
  submit();
  expect(read().running).toBe(true);
  await finished();
  expect(deps.toast.warning).toHaveBeenCalledExactlyOnceWith('Please Upload an image');
  expect(deps.post).toHaveBeenCalledOnce();
  expect(deps.save).not.toHaveBeenCalled();
  expect(deps.toast.success).not.toHaveBeenCalled();
});

test('a photo that is chosen during an upload without a file waits for its own press', async () => {
  const { add, submit, rename, finished, expectSteps, read, deps } = createTestUploads({
    post: async (_, form) =>
      form.get('image') instanceof File ? hostResponse() : new Response('no file', { status: 400 }),
  });
  submit();
  add([photoFile('later.jpg')]);
  await finished();
  await expectSteps('ready');
  expect(deps.save).not.toHaveBeenCalled();
  rename(read().photos[0]?.id ?? '', 'A written title');
  submit();
  await finished();
  const written = expect.objectContaining({ title: 'A written title' });
  expect(deps.save).toHaveBeenCalledExactlyOnceWith(written, expect.anything());
});

describe('[GAL-04] failures', () => {
  test.each([
    ['responds with an error', async () => new Response('{}', { status: 415 })],
    ['responds with 429', async () => new Response('{}', { status: 429 })],
    ['responds with an invalid body', async () => new Response('<html>')],
    ['responds without a URL', async () => Response.json({ data: {} })],
    ['is unreachable', () => Promise.reject(new NetworkError())],
  ])('a host that %s is logged without a toast, and the photo can be retried', async (_, post) => {
    const { upload, finished, expectSteps, retry, read, deps } = createTestUploads({ post });
    await upload(photoFile());
    await expectSteps('failed');
    expect(deps.log).toHaveBeenCalledOnce();
    expect(deps.toast.success).not.toHaveBeenCalled();
    expect(deps.toast.warning).not.toHaveBeenCalled();
    expect(deps.save).not.toHaveBeenCalled();

    deps.post.mockImplementation(async () => hostResponse());
    retry(read().photos[0]?.id ?? '');
    await finished();
    expect(deps.save).toHaveBeenCalledOnce();
    expect(read().photos).toEqual([]);
  });

  test.each([
    ['fails', () => Promise.reject(new NetworkError())],
    ['is not acknowledged', async () => ({ acknowledged: false })],
  ])(
    "a save that %s shows 'Image Upload Failed' as a success; a retry only saves, with the same key",
    async (_, save) => {
      const { upload, submit, finished, expectSteps, deps } = createTestUploads({ save });
      await upload(photoFile());
      await expectSteps('failed');
      expect(deps.toast.success).toHaveBeenCalledExactlyOnceWith('Image Upload Failed');
      expect(deps.reload).not.toHaveBeenCalled();

      deps.save.mockImplementation(async () => ({ acknowledged: true }));
      submit();
      await finished();
      expect(deps.post).toHaveBeenCalledOnce();
      const [first, second] = deps.save.mock.calls;
      expect(second).toEqual(first);
      expect(deps.toast.success).toHaveBeenLastCalledWith('Image Uploaded Successfully');
    },
  );
});

describe('a lost connection', () => {
  test('pauses the upload, which resumes when the browser is online', async () => {
    let isOnline = false;
    const { add, submit, expectSteps, resume, finished, deps } = createTestUploads({
      online: () => isOnline,
      post: async () => {
        if (!isOnline) throw new NetworkError();
        return hostResponse();
      },
    });
    add([photoFile('one.jpg'), photoFile('two.jpg')]);
    submit();
    await expectSteps('offline', 'ready');
    isOnline = true;
    resume();
    await finished();
    expect(deps.post).toHaveBeenCalledTimes(3);
    expect(deps.save).toHaveBeenCalledTimes(2);
    expect(deps.log).not.toHaveBeenCalled();
  });

  test('resumes uploads after a network error while online, but not those that the host rejected', async () => {
    const responses = [
      () => Promise.reject(new NetworkError()),
      async () => new Response('', { status: 500 }),
    ];
    const { add, submit, expectSteps, resume, finished, deps } = createTestUploads({
      post: () => responses.shift()?.() ?? Promise.resolve(hostResponse()),
    });
    add([photoFile('one.jpg'), photoFile('two.jpg')]);
    submit();
    await expectSteps('failed', 'failed');
    resume();
    await finished();
    await expectSteps('failed');
    expect(deps.save.mock.calls.map(([{ title }]) => title)).toEqual(['one.jpg']);
  });
});

describe('canceling', () => {
  test('one photo aborts its request, saves nothing, and continues with the next one', async () => {
    const { add, submit, expectSteps, remove, read, finished, deps } = createTestUploads({
      post: (_, form, { signal }) =>
        (form.get('image') as File).name === 'one.jpg'
          ? rejectOnAbort(signal)
          : Promise.resolve(hostResponse()),
    });
    add([photoFile('one.jpg'), photoFile('two.jpg')]);
    submit();
    await expectSteps('sending', 'ready');
    remove(read().photos[0]?.id ?? '');
    await finished();
    expect(deps.save.mock.calls.map(([{ title }]) => title)).toEqual(['two.jpg']);
    expect(deps.log).not.toHaveBeenCalled();
  });

  test('all photos keeps them in the list, and they can be sent later', async () => {
    const { add, submit, expectSteps, stop, finished, deps } = createTestUploads({
      post: (_, __, { signal }) => rejectOnAbort(signal),
    });
    add([photoFile('one.jpg'), photoFile('two.jpg')]);
    submit();
    await expectSteps('sending', 'ready');
    stop();
    await finished();
    await expectSteps('ready', 'ready');
    expect(deps.save).not.toHaveBeenCalled();
    deps.post.mockImplementation(async () => hostResponse());
    submit();
    await finished();
    expect(deps.save).toHaveBeenCalledTimes(2);
  });

  test('leaving the page aborts all requests', async () => {
    const { add, submit, expectSteps, close, finished, deps } = createTestUploads({
      post: (_, __, { signal }) => rejectOnAbort(signal),
    });
    add([photoFile('one.jpg'), photoFile('two.jpg')]);
    submit();
    await expectSteps('sending', 'ready');
    close();
    await finished();
    expect(deps.post).toHaveBeenCalledOnce();
    expect(deps.save).not.toHaveBeenCalled();
  });
});
