// npm start: installs and builds what is missing, then runs the site with the pinned Node.
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { installPackages } from './set-up/packages.mjs';
import { inRoot } from './set-up/paths.mjs';
import { exitOnSetupError, isPinnedNode, runPinned } from './set-up/pinned-node.mjs';
import { buildSite, serverFile } from './set-up/site.mjs';

await exitOnSetupError(async () => {
  if (process.env.npm_lifecycle_event) exitWithNpm();
  installPackages({ dev: false });
  await buildSite();
  process.env.NODE_COMPILE_CACHE ??= inRoot('build', 'compile-cache');
  if (isPinnedNode()) {
    module.enableCompileCache();
    await import(pathToFileURL(serverFile).href);
  } else {
    process.exitCode = await runPinned([serverFile]);
  }
});

/**
 * Exits when npm exits: a SIGTERM to npm kills the `sh` between npm and this process, but not this process.
 */
function exitWithNpm() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
  // Ctrl-C also ends that `sh`. After a signal, stop watching, so that the server does not get a second one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      clearInterval(timer);
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}
