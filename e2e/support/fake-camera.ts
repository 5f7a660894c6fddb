import { writeFileSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';
import sharp from 'sharp';
import { browserLaunch } from './browser.ts';

const [width, height] = [640, 480];

/**
 * Returns the options of a browser whose camera shows the video in a file, which is read when a page opens
 * the camera.
 */
export async function cameraLaunch(file: string): Promise<LaunchOptions> {
  const launch = await browserLaunch();
  const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  return {
    ...launch,
    args: [...(launch.args ?? []), ...camera, `--use-file-for-fake-video-capture=${file}`],
  };
}

/** Writes a video (Y4M) of one picture, in shades of gray. */
export async function showToCamera(file: string, picture: Buffer): Promise<void> {
  const gray = await sharp(picture)
    .flatten({ background: '#777' })
    .resize(width, height, { fit: 'contain', background: '#777' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const noColor = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), gray, noColor]);
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame]),
  );
}
