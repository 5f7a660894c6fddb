import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CameraState, createCamera } from './camera.ts';

const read: { code: string | undefined } = { code: undefined };
vi.mock('./read-code.ts', () => ({ createCodeReader: async () => async () => read.code }));

class Track extends EventTarget {
  readyState = 'live';
  deviceId: string;
  constraints: unknown;
  hasTorch: boolean;
  constructor(deviceId: string, hasTorch: boolean) {
    super();
    this.deviceId = deviceId;
    this.hasTorch = hasTorch;
  }
  getSettings = () => ({ deviceId: this.deviceId });
  getCapabilities = () => ({ torch: this.hasTorch });
  async applyConstraints(constraints: unknown) {
    this.constraints = constraints;
  }
  stop() {
    this.readyState = 'ended';
  }
  /** Simulates another program that takes the camera. */
  end() {
    this.stop();
    this.dispatchEvent(new Event('ended'));
  }
}

/** Creates a phone with two cameras, of which the back one has a torch. */
function createPhone() {
  const tracks: Track[] = [];
  const phone = {
    tracks,
    isAllowed: true,
    page: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    show(visibilityState: 'visible' | 'hidden') {
      phone.page.visibilityState = visibilityState;
      phone.page.dispatchEvent(new Event('visibilitychange'));
    },
    live: () => tracks.filter(({ readyState }) => readyState === 'live'),
  };
  const getUserMedia = async ({ video }: { video: { deviceId?: string } }) => {
    if (!phone.isAllowed) throw new DOMException('', 'NotReadableError');
    const deviceId = video.deviceId ?? 'back';
    const track = new Track(deviceId, deviceId === 'back');
    tracks.push(track);
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  };
  const enumerateDevices = async () => [
    { kind: 'videoinput', deviceId: 'back', label: 'Back' },
    { kind: 'videoinput', deviceId: 'front', label: 'Front' },
    { kind: 'audioinput', deviceId: 'microphone', label: 'Microphone' },
  ];
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia, enumerateDevices } });
  vi.stubGlobal('document', phone.page);
  return phone;
}

const open: { close(): void }[] = [];
function openCamera() {
  const codes: string[] = [];
  const states: CameraState[] = [];
  const element = { srcObject: null, play: async () => {} } as unknown as HTMLVideoElement;
  const camera = createCamera(element, {
    onCode: (text) => codes.push(text),
    onChange: (state) => states.push(state),
  });
  open.push(camera);
  return { camera, codes, state: () => states.at(-1) };
}

beforeEach(() => {
  vi.useFakeTimers();
  read.code = undefined;
});
afterEach(() => {
  for (const camera of open.splice(0)) camera.close();
  vi.useRealTimers();
});

test('a code that stays before the camera is reported once', async () => {
  createPhone();
  const { codes } = openCamera();
  read.code = 'BB1:A';
  await vi.advanceTimersByTimeAsync(1000);
  expect(codes).toEqual(['BB1:A']);
});

test('the camera is released while the screen is locked, and opened again after it', async () => {
  const phone = createPhone();
  const { codes } = openCamera();
  await vi.advanceTimersByTimeAsync(200);
  phone.show('hidden');
  expect(phone.live()).toEqual([]);
  phone.show('visible');
  read.code = 'BB1:A';
  await vi.advanceTimersByTimeAsync(200);
  expect(phone.live()).toHaveLength(1);
  expect(codes).toEqual(['BB1:A']);
});

test('a camera that has ended is opened again, and an error is gone once that works', async () => {
  const phone = createPhone();
  const { state } = openCamera();
  await vi.advanceTimersByTimeAsync(200);
  phone.tracks[0]?.end();
  await vi.advanceTimersByTimeAsync(2000);
  expect(phone.live()).toHaveLength(1);
  phone.isAllowed = false;
  phone.tracks[1]?.end();
  await vi.advanceTimersByTimeAsync(2000);
  expect(state()?.error?.name).toBe('NotReadableError');
  phone.isAllowed = true;
  phone.show('visible');
  await vi.advanceTimersByTimeAsync(200);
  expect(state()?.error).toBeUndefined();
  expect(phone.live()).toHaveLength(1);
});

test('a camera that is closed while it opens is released', async () => {
  const phone = createPhone();
  const { camera } = openCamera();
  camera.close();
  await vi.advanceTimersByTimeAsync(200);
  expect(phone.live()).toEqual([]);
  phone.show('visible');
  await vi.advanceTimersByTimeAsync(200);
  expect(phone.live()).toEqual([]);
});

test('the person chooses one of several cameras, which is kept, and turns on its torch', async () => {
  const phone = createPhone();
  const { camera, state } = openCamera();
  await vi.advanceTimersByTimeAsync(200);
  expect(state()?.cameras.map(({ label }) => label)).toEqual(['Back', 'Front']);
  expect(state()).toMatchObject({ cameraId: 'back', hasTorch: true, isTorchOn: false });
  await camera.setTorch(true);
  expect(phone.live()[0]?.constraints).toEqual({ advanced: [{ torch: true }] });
  expect(state()?.isTorchOn).toBe(true);
  camera.choose('front');
  await vi.advanceTimersByTimeAsync(200);
  expect(phone.live().map(({ deviceId }) => deviceId)).toEqual(['front']);
  expect(state()).toMatchObject({ cameraId: 'front', hasTorch: false, isTorchOn: false });
  camera.close();
  openCamera();
  await vi.advanceTimersByTimeAsync(200);
  expect(phone.live().map(({ deviceId }) => deviceId)).toEqual(['front']);
});
