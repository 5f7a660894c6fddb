// npm start: installs and builds what is missing, then runs the site under the pinned Node.
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { installPackages } from './set-up/packages.mjs';
import { inRoot } from './set-up/paths.mjs';
import { onPinnedNode, orExplain, runPinned } from './set-up/pinned-node.mjs';
import { buildSite, serverFile } from './set-up/site.mjs';

await orExplain(async () => {
  if (process.env.npm_lifecycle_event) endWithNpm();
  installPackages({ dev: false });
  await buildSite();
  process.env.NODE_COMPILE_CACHE ??= inRoot('build', 'compile-cache');
  if (onPinnedNode()) {
    module.enableCompileCache();
    await import(pathToFileURL(serverFile).href);
  } else {
    process.exitCode = await runPinned([serverFile]);
  }
});

/** A SIGTERM sent to npm kills the `sh` between it and us, and would leave us running with nobody to stop us. */
function endWithNpm() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
  // Ctrl-C ends that `sh` too: whoever was told to stop is not told again.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      clearInterval(watch);
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}
