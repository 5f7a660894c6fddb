/** Reads a QR code in the present frame of the camera. Returns undefined if there is none. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | undefined>;

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
};

/** Wide enough for a code at arm's length, and small enough for the decoder. */
const MAX_WIDTH = 1280;

/**
 * Uses the browser's own detector if it reads QR codes. Our decoder reads the frames that it rejects: some
 * browsers offer a detector whose service is missing.
 */
export async function createCodeReader(): Promise<ReadCode> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])) ?? [];
  if (!BarcodeDetector || !formats.includes('qr_code')) return createScriptReader();
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  let scriptReader: Promise<ReadCode | undefined> | undefined;
  return async (video) => {
    const codes = await detector.detect(video).catch(() => undefined);
    if (codes) return codes[0]?.rawValue;
    // Ignore a failed import of our decoder: the browser's detector may read the next frame.
    scriptReader ??= createScriptReader().catch(() => undefined);
    return (await scriptReader)?.(video);
  };
}

/** Loads our decoder while online, because only a frame shows whether the browser's detector works. */
export async function preloadDecoder(): Promise<void> {
  // The scan page reports a failed import.
  await import('./decode-frame.ts').catch(() => undefined);
}

async function createScriptReader(): Promise<ReadCode> {
  const { decodeFrame } = await import('./decode-frame.ts');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (!context || video.videoWidth === 0) return undefined;
    const scale = Math.min(1, MAX_WIDTH / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return decodeFrame(context.getImageData(0, 0, canvas.width, canvas.height));
  };
}
