// npm run build: installs missing packages and builds the pages and the server. `npm start` also does this.
import { installPackages } from './set-up/packages.mjs';
import { exitOnSetupError } from './set-up/pinned-node.mjs';
import { buildSite } from './set-up/site.mjs';

await exitOnSetupError(async () => {
  installPackages({ dev: false });
  await buildSite();
});
