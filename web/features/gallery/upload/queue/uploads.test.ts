import { describe, expect, test, vi } from 'vitest';
import { NetworkError } from '#web/api/errors.ts';
import type { UploadDeps } from './send-photo.ts';
import { createUploads } from './uploads.ts';

const stored = (data: object = {}) =>
  Response.json({ data: { url: 'https://site.example/images/p1', ...data } });
const picture = (name = 'blood_camp-2026.jpg') => new File(['bytes'], name, { type: 'image/jpeg' });

function opened(given: Partial<UploadDeps> = {}) {
  let made = 0;
  const ports = {
    host: vi.fn(async () => ({ uploadUrl: 'https://site.example/images/1/upload', key: 'a key' })),
    post: vi.fn<UploadDeps['post']>(given.post ?? (async () => stored())),
    save: vi.fn<UploadDeps['save']>(given.save ?? (async () => ({ acknowledged: true }))),
    prepare: vi.fn<UploadDeps['prepare']>(given.prepare ?? (async (file) => ({ prepared: { file } }))),
    newId: () => `id-${++made}`,
    online: given.online ?? (() => true),
    reload: vi.fn(),
    toast: { success: vi.fn(), warning: vi.fn() },
    log: vi.fn(),
  };
  const uploads = createUploads(ports);
  const rests = () => vi.waitFor(() => expect(uploads.read().running).toBe(false), 20_000);
  const steps = () => uploads.read().photos.map(({ step }) => step);
  const becomes = (...expected: string[]) => vi.waitFor(() => expect(steps()).toEqual(expected), 20_000);
  return { ...uploads, ports, rests, becomes };
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('[GAL-03] chosen photos', () => {
  test('go to the host as multipart field image, with the key in the query', async () => {
    const { add, submit, rests, ports } = opened();
    add([picture()]);
    submit();
    await rests();
    const [url, form] = ports.post.mock.calls[0] ?? [];
    expect(url).toBe('https://site.example/images/1/upload?key=a%20key');
    expect(form?.get('image')).toMatchObject({ name: 'blood_camp-2026.jpg', type: 'image/jpeg' });
  });

  test('are saved with title and size, the gallery refetches, and the list is empty', async () => {
    const { add, submit, rests, ports, read } = opened({
      post: async () => stored({ width: '900', height: 600 }),
    });
    add([picture()]);
    submit();
    await rests();
    const photo = {
      img: 'https://site.example/images/p1',
      title: 'blood camp 2026',
      width: 900,
      height: 600,
    };
    expect(ports.save).toHaveBeenCalledExactlyOnceWith(photo, 'id-2');
    expect(ports.reload).toHaveBeenCalledOnce();
    expect(ports.toast.success).toHaveBeenCalledExactlyOnceWith('Image Uploaded Successfully');
    expect(ports.log).not.toHaveBeenCalled();
    expect(read().photos).toEqual([]);
  });

  test('of a host that tells no size are saved with what the browser saw', async () => {
    const { add, submit, rests, ports } = opened({
      prepare: async (file) => ({ prepared: { file, width: 40, height: 30 } }),
    });
    add([picture()]);
    submit();
    await rests();
    expect(ports.save.mock.calls[0]?.[0]).toMatchObject({ width: 40, height: 30 });
  });

  test('are prepared and sent one at a time, in order, and told of once', async () => {
    let [preparing, sending] = [0, 0];
    const alone = async <T>(count: () => number, end: () => void, answer: T) => {
      expect(count()).toBe(1);
      await Promise.resolve();
      end();
      return answer;
    };
    const { add, submit, rests, ports } = opened({
      prepare: (file) =>
        alone(
          () => ++preparing,
          () => preparing--,
          { prepared: { file } },
        ),
      post: () =>
        alone(
          () => ++sending,
          () => sending--,
          stored(),
        ),
    });
    add([picture('one.jpg'), picture('two.jpg')]);
    submit();
    add([picture('three.jpg')]);
    await rests();
    expect(ports.save.mock.calls.map(([{ title }]) => title)).toEqual(['one', 'two', 'three']);
    expect(new Set(ports.save.mock.calls.map(([, key]) => key)).size).toBe(3);
    expect(ports.toast.success).toHaveBeenCalledOnce();
  });

  test('of which some cannot be sent: each of those is named, the others go', async () => {
    const { add, submit, rests, ports, read } = opened({
      prepare: async (file) => (file.name.endsWith('.pdf') ? { refused: 'type' } : { prepared: { file } }),
    });
    add([picture('minutes.pdf'), picture('one.jpg'), picture('paper.pdf')]);
    submit();
    await rests();
    expect(read().refusals).toEqual([
      expect.stringMatching(/^“minutes.pdf” is not a photo/),
      expect.stringMatching(/^“paper.pdf” is not a photo/),
    ]);
    expect(ports.post).toHaveBeenCalledOnce();
    expect(ports.toast.warning).not.toHaveBeenCalled();
  });

  test('that could not even be looked at go as they are', async () => {
    const { add, submit, rests, ports } = opened({ prepare: () => Promise.reject(new Error('no memory')) });
    add([picture()]);
    submit();
    await rests();
    expect(ports.save).toHaveBeenCalledOnce();
  });
});

test('[GAL-02] no file: the warning comes, and the attempt is sent all the same', async () => {
  const { submit, rests, ports, read } = opened({
    post: async () => new Response('no file', { status: 400 }),
  });
  submit();
  expect(read().running).toBe(true);
  await rests();
  expect(ports.toast.warning).toHaveBeenCalledExactlyOnceWith('Please Upload an image');
  expect(ports.post).toHaveBeenCalledOnce();
  expect(ports.save).not.toHaveBeenCalled();
  expect(ports.toast.success).not.toHaveBeenCalled();
});

describe('[GAL-04] failures', () => {
  test.each([
    ['refuses', async () => new Response('{}', { status: 415 })],
    ['says that it is enough for today', async () => new Response('{}', { status: 429 })],
    ['answers nonsense', async () => new Response('<html>')],
    ['answers without an address', async () => Response.json({ data: {} })],
    ['is away', () => Promise.reject(new NetworkError())],
  ])('a host that %s is silent on screen and logged, and the photo can be tried again', async (_, post) => {
    const { add, submit, rests, becomes, retry, read, ports } = opened({ post });
    add([picture()]);
    submit();
    await rests();
    await becomes('failed');
    expect(ports.log).toHaveBeenCalledOnce();
    expect(ports.toast.success).not.toHaveBeenCalled();
    expect(ports.toast.warning).not.toHaveBeenCalled();
    expect(ports.save).not.toHaveBeenCalled();

    ports.post.mockImplementation(async () => stored());
    retry(read().photos[0]?.id ?? '');
    await rests();
    expect(ports.save).toHaveBeenCalledOnce();
    expect(read().photos).toEqual([]);
  });

  test.each([
    ['is refused', () => Promise.reject(new NetworkError())],
    ['is not acknowledged', async () => ({ acknowledged: false })],
  ])(
    "a save that %s says 'Image Upload Failed' in a success-style toast; Retry only saves, under the same key",
    async (_, save) => {
      const { add, submit, rests, becomes, ports } = opened({ save });
      add([picture()]);
      submit();
      await rests();
      await becomes('failed');
      expect(ports.toast.success).toHaveBeenCalledExactlyOnceWith('Image Upload Failed');
      expect(ports.reload).not.toHaveBeenCalled();

      ports.save.mockImplementation(async () => ({ acknowledged: true }));
      submit();
      await rests();
      expect(ports.post).toHaveBeenCalledOnce();
      const [first, second] = ports.save.mock.calls;
      expect(second).toEqual(first);
      expect(ports.toast.success).toHaveBeenLastCalledWith('Image Uploaded Successfully');
    },
  );
});

describe('a line that is lost', () => {
  test('is waited for, and the photo goes on by itself', async () => {
    let online = false;
    const { add, submit, becomes, resume, rests, ports } = opened({
      online: () => online,
      post: async () => {
        if (!online) throw new NetworkError();
        return stored();
      },
    });
    add([picture('one.jpg'), picture('two.jpg')]);
    submit();
    await becomes('offline', 'ready');
    online = true;
    resume();
    await rests();
    expect(ports.post).toHaveBeenCalledTimes(3);
    expect(ports.save).toHaveBeenCalledTimes(2);
    expect(ports.log).not.toHaveBeenCalled();
  });

  test('that the device had not noticed yet goes on all the same; what the host refused does not', async () => {
    const answers = [() => Promise.reject(new NetworkError()), async () => new Response('', { status: 500 })];
    const { add, submit, becomes, resume, rests, ports } = opened({
      post: () => answers.shift()?.() ?? Promise.resolve(stored()),
    });
    add([picture('one.jpg'), picture('two.jpg')]);
    submit();
    await becomes('failed', 'failed');
    resume();
    await rests();
    await becomes('failed');
    expect(ports.save.mock.calls.map(([{ title }]) => title)).toEqual(['one']);
  });
});

describe('cancelling', () => {
  test('one photo ends its request, saves nothing, and the next one goes', async () => {
    const { add, submit, becomes, remove, read, rests, ports } = opened({
      post: (_, form, { signal }) =>
        (form.get('image') as File).name === 'one.jpg' ? aborted(signal) : Promise.resolve(stored()),
    });
    add([picture('one.jpg'), picture('two.jpg')]);
    submit();
    await becomes('sending', 'ready');
    remove(read().photos[0]?.id ?? '');
    await rests();
    expect(ports.save.mock.calls.map(([{ title }]) => title)).toEqual(['two']);
    expect(ports.log).not.toHaveBeenCalled();
  });

  test('all keeps them in the list, and they can be sent later', async () => {
    const { add, submit, becomes, stop, rests, ports } = opened({
      post: (_, __, { signal }) => aborted(signal),
    });
    add([picture('one.jpg'), picture('two.jpg')]);
    submit();
    await becomes('sending', 'ready');
    stop();
    await rests();
    await becomes('ready', 'ready');
    expect(ports.save).not.toHaveBeenCalled();
    ports.post.mockImplementation(async () => stored());
    submit();
    await rests();
    expect(ports.save).toHaveBeenCalledTimes(2);
  });

  test('leaving the page ends what is under way', async () => {
    const { add, submit, becomes, close, rests, ports } = opened({
      post: (_, __, { signal }) => aborted(signal),
    });
    add([picture('one.jpg'), picture('two.jpg')]);
    submit();
    await becomes('sending', 'ready');
    close();
    await rests();
    expect(ports.post).toHaveBeenCalledOnce();
    expect(ports.save).not.toHaveBeenCalled();
  });
});
