// Installs all packages, then runs the given script with the pinned Node, so that `npm test` works on a fresh
// clone.
import { installPackages } from './set-up/packages.mjs';
import { exitOnSetupError, runPinned } from './set-up/pinned-node.mjs';

await exitOnSetupError(async () => {
  installPackages({ dev: true });
  process.exitCode = await runPinned(process.argv.slice(2));
});
