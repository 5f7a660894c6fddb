import { type RefObject, useEffect, useRef, useState } from 'react';
import { type CameraState, closedCamera, createCamera } from './camera.ts';

export type Camera = CameraState & {
  video: RefObject<HTMLVideoElement | null>;
  choose: (cameraId: string) => void;
  setTorch: (isOn: boolean) => void;
};

/** Shows a camera in the video element, at first the back one, and reports each code that it sees. */
export function useCamera(onCode: (text: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useRef<ReturnType<typeof createCamera>>(undefined);
  const [state, setState] = useState(closedCamera);
  const handler = useRef(onCode);
  useEffect(() => {
    handler.current = onCode;
  });

  useEffect(() => {
    if (!video.current) return;
    const opened = createCamera(video.current, {
      onCode: (text) => handler.current(text),
      onChange: setState,
    });
    camera.current = opened;
    return () => opened.close();
  }, []);

  return {
    ...state,
    video,
    choose: (cameraId) => camera.current?.choose(cameraId),
    setTorch: (isOn) => void camera.current?.setTorch(isOn),
  };
}
