import type { Core, Registration } from '#server/core.ts';
import { mountPhotos } from './routes.ts';
import { removePicture } from './rules.ts';

export const registerPhotos = (core: Core): Registration => ({
  mount: (routes) => mountPhotos(routes, core),
  handlers: {
    'remove-picture': ({ pictureId }: { pictureId: string }) => removePicture(core, pictureId),
  },
});
