import { preparePicture } from './prepare.ts';
import { workerStudio } from './worker-studio.ts';

addEventListener('message', async ({ data }: MessageEvent<File>) => {
  postMessage(await preparePicture(data, workerStudio));
});
