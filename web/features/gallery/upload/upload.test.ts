import { describe, expect, test, vi } from 'vitest';
import { NetworkError } from '#web/api/errors.ts';
import { type UploadPorts, uploadImage } from './upload.ts';

const stored = () => Response.json({ data: { url: 'https://site.example/images/p1' }, success: true });

const outside = (given: Partial<Pick<UploadPorts, 'post' | 'save'>> = {}) => ({
  host: vi.fn(async () => ({ uploadUrl: 'https://site.example/images/1/upload', key: 'a key' })),
  post: vi.fn(given.post ?? (async () => stored())),
  save: vi.fn(given.save ?? (async () => ({ acknowledged: true }))),
  reload: vi.fn(),
  toast: { success: vi.fn(), warning: vi.fn() },
  log: vi.fn(),
});
const picture = () => new File(['bytes'], 'blood_camp-2026.jpg', { type: 'image/jpeg' });

describe('[GAL-03] a chosen file', () => {
  test('goes to the host as multipart field image, with the key in the query', async () => {
    const ports = outside();
    await uploadImage(picture(), ports);
    const [url, form] = ports.post.mock.calls[0] ?? [];
    expect(url).toBe('https://site.example/images/1/upload?key=a%20key');
    expect(form?.get('image')).toMatchObject({ name: 'blood_camp-2026.jpg', type: 'image/jpeg' });
  });

  test('then its address is saved, the toast comes and the gallery refetches', async () => {
    const ports = outside();
    await uploadImage(picture(), ports);
    expect(ports.save).toHaveBeenCalledExactlyOnceWith({
      img: 'https://site.example/images/p1',
      title: 'blood camp 2026',
    });
    expect(ports.toast.success).toHaveBeenCalledExactlyOnceWith('Image Uploaded Successfully');
    expect(ports.reload).toHaveBeenCalledOnce();
    expect(ports.log).not.toHaveBeenCalled();
  });
});

test('[GAL-02] no file: the warning comes, and the attempt is sent all the same', async () => {
  const ports = outside({ post: async () => new Response('no file', { status: 400 }) });
  await uploadImage(undefined, ports);
  expect(ports.toast.warning).toHaveBeenCalledExactlyOnceWith('Please Upload an image');
  expect(ports.post).toHaveBeenCalledOnce();
  expect(ports.save).not.toHaveBeenCalled();
});

describe('[GAL-04] failures', () => {
  test.each([
    ['refuses', async () => new Response('{}', { status: 415 })],
    ['answers nonsense', async () => new Response('<html>')],
    ['answers without an address', async () => Response.json({ data: {} })],
    [
      'is away',
      async () => {
        throw new NetworkError();
      },
    ],
  ])('a host that %s is silent on screen and logged', async (_, post) => {
    const ports = outside({ post });
    await uploadImage(picture(), ports);
    expect(ports.log).toHaveBeenCalledOnce();
    expect(ports.toast.success).not.toHaveBeenCalled();
    expect(ports.toast.warning).not.toHaveBeenCalled();
    expect(ports.save).not.toHaveBeenCalled();
  });

  test.each([
    [
      'is refused',
      async () => {
        throw new NetworkError();
      },
    ],
    ['is not acknowledged', async () => ({ acknowledged: false })],
  ])("a save that %s says 'Image Upload Failed' in a success-style toast", async (_, save) => {
    const ports = outside({ save });
    await uploadImage(picture(), ports);
    expect(ports.toast.success).toHaveBeenCalledExactlyOnceWith('Image Upload Failed');
    expect(ports.reload).not.toHaveBeenCalled();
  });
});
