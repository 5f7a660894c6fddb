// npm run build: installs what is missing and builds the pages; `npm start` does the same by itself.
import { orExplain } from './set-up/failure.mjs';
import { installPackages } from './set-up/packages.mjs';
import { buildPages } from './set-up/pages.mjs';

await orExplain(async () => {
  installPackages({ dev: process.env.NODE_ENV !== 'production' });
  await buildPages();
});
