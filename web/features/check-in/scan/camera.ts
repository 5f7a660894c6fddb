import { createCodeReader } from './read-code.ts';

/** Time between two frames, so that a slow phone stays responsive. */
const INTERVAL_MS = 120;
/** A code is reported again once it was out of view for this time. */
const REPEAT_MS = 4000;
/** Time before a camera that has ended is opened again. */
const REOPEN_MS = 1000;

export type CameraState = {
  /** Why the camera can't be opened. */
  error: Error | undefined;
  cameras: readonly MediaDeviceInfo[];
  cameraId: string | undefined;
  hasTorch: boolean;
  isTorchOn: boolean;
};

export const closedCamera: CameraState = {
  error: undefined,
  cameras: [],
  cameraId: undefined,
  hasTorch: false,
  isTorchOn: false,
};

type Listeners = {
  onCode: (text: string) => void;
  onChange: (state: CameraState) => void;
};

/** The id of the camera that the person chose, which is kept until the page is loaded again. */
let chosenId: string | undefined;

/**
 * Shows a camera in the video element and reports each code that it sees. Closes the camera while the page is
 * hidden and opens it again afterwards, because the picture of a camera that was open on a locked screen may
 * be frozen.
 */
export function createCamera(video: HTMLVideoElement, { onCode, onChange }: Listeners) {
  let state = closedCamera;
  let track: MediaStreamTrack | undefined;
  let current = new AbortController();
  const closed = new AbortController();

  const update = (change: Partial<CameraState>) => {
    state = { ...state, ...change };
    onChange(state);
  };
  function reopen(): void {
    current.abort();
    if (closed.signal.aborted || document.visibilityState === 'hidden') return;
    current = new AbortController();
    const { signal } = current;
    void watch(signal).catch((cause: unknown) => {
      if (!signal.aborted) update({ error: cause instanceof Error ? cause : new Error(String(cause)) });
    });
  }

  async function watch(signal: AbortSignal): Promise<void> {
    const stream = await openStream();
    const stop = () => {
      for (const track of stream.getTracks()) track.stop();
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    [track] = stream.getVideoTracks();
    // The device was unplugged, or another program has started to use it.
    track?.addEventListener('ended', () => setTimeout(() => signal.aborted || reopen(), REOPEN_MS));
    video.srcObject = stream;
    await video.play();
    const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(isCamera);
    if (signal.aborted) return;
    const hasTorch = canUseTorch(track);
    update({
      error: undefined,
      cameras,
      cameraId: track?.getSettings().deviceId,
      hasTorch,
      isTorchOn: false,
    });
    await reportCodes(signal);
  }

  async function reportCodes(signal: AbortSignal): Promise<void> {
    const readCode = await createCodeReader();
    let last = { text: '', at: 0 };
    while (!signal.aborted) {
      const text = await readCode(video);
      const now = performance.now();
      if (text && !signal.aborted && (text !== last.text || now - last.at > REPEAT_MS)) onCode(text);
      if (text) last = { text, at: now };
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  }

  document.addEventListener('visibilitychange', reopen, { signal: closed.signal });
  reopen();
  return {
    choose(cameraId: string): void {
      chosenId = cameraId;
      reopen();
    },
    async setTorch(isTorchOn: boolean): Promise<void> {
      const constraints = { advanced: [{ torch: isTorchOn } as MediaTrackConstraintSet] };
      await track?.applyConstraints(constraints).then(
        () => update({ isTorchOn }),
        () => update({ hasTorch: false }),
      );
    },
    close(): void {
      closed.abort();
      current.abort();
    },
  };
}

const openStream = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      ...(chosenId ? { deviceId: chosenId } : { facingMode: 'environment' }),
      width: { ideal: 1280 },
      height: { ideal: 720 },
    },
  });

const isCamera = ({ kind }: MediaDeviceInfo): boolean => kind === 'videoinput';

/** Whether the camera has a torch. TypeScript's types lack it, and some browsers lack `getCapabilities`. */
const canUseTorch = (track: MediaStreamTrack | undefined): boolean =>
  (track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true;
