import { type RefObject, useEffect, useRef, useState } from 'react';
import { createCodeReader } from './read-code.ts';

/** Time between two frames, so that a slow phone stays responsive. */
const INTERVAL_MS = 120;
/** A code that stays before the camera is reported once. */
const REPEAT_MS = 4000;

type Camera = { video: RefObject<HTMLVideoElement | null>; error: Error | undefined };

/** Shows the back camera in the video element and reports each code that it sees. */
export function useCamera(onCode: (text: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [error, setError] = useState<Error>();
  const handler = useRef(onCode);
  useEffect(() => {
    handler.current = onCode;
  });

  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    void watch(video, (text) => handler.current(text), signal).catch((cause: unknown) => {
      if (!signal.aborted) setError(cause instanceof Error ? cause : new Error(String(cause)));
    });
    return () => stopped.abort();
  }, []);

  return { video, error };
}

async function watch(
  video: RefObject<HTMLVideoElement | null>,
  onCode: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop);
  const element = video.current;
  if (!element) return;
  element.srcObject = stream;
  await element.play();
  const readCode = await createCodeReader();
  let last = { text: '', at: 0 };
  while (!signal.aborted) {
    const text = await readCode(element);
    const now = performance.now();
    if (text && (text !== last.text || now - last.at > REPEAT_MS)) onCode(text);
    if (text) last = { text, at: now };
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
