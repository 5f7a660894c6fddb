// npm run build: installs what is missing and builds pages and server; `npm start` does the same by itself.
import { orExplain } from './set-up/failure.mjs';
import { installPackages } from './set-up/packages.mjs';
import { buildSite } from './set-up/site.mjs';

await orExplain(async () => {
  installPackages({ dev: false });
  await buildSite();
});
