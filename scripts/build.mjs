// npm run build: installs what is missing and builds pages and server; `npm start` does the same by itself.
import { installPackages } from './set-up/packages.mjs';
import { orExplain } from './set-up/pinned-node.mjs';
import { buildSite } from './set-up/site.mjs';

await orExplain(async () => {
  installPackages({ dev: false });
  await buildSite();
});
