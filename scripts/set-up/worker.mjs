// Bundles the service worker, and the script that unregisters it where the site has none. Run by site.mjs.
import { rolldown } from 'rolldown';
import { readBuiltSite } from './built-site.mjs';
import { inRoot, root } from './paths.mjs';

const folder = inRoot('build', 'client');

await bundle('web/pwa/worker/worker.ts', 'sw.js', { BUILT_SITE: JSON.stringify(readBuiltSite(folder)) });
await bundle('web/pwa/worker/unregister.ts', 'sw-gone.js');

async function bundle(input, file, define = {}) {
  const build = await rolldown({
    cwd: root,
    input,
    platform: 'browser',
    transform: { define: { ...define, 'process.env.NODE_ENV': '"production"' } },
  });
  // Older browsers do not support modules in service workers.
  await build.write({ file: inRoot('build', 'client', file), format: 'iife', minify: true });
  await build.close();
}
