// Writes the service worker, and what takes its place where the site is to have none, beside the pages; run by site.mjs.
import { rolldown } from 'rolldown';
import { readBuiltSite } from './built-site.mjs';
import { inRoot, root } from './paths.mjs';

const folder = inRoot('build', 'client');

await bundle('web/pwa/worker/worker.ts', 'sw.js', { BUILT_SITE: JSON.stringify(readBuiltSite(folder)) });
await bundle('web/pwa/worker/unregister.ts', 'sw-gone.js');

async function bundle(input, file, define = {}) {
  const made = await rolldown({
    cwd: root,
    input,
    platform: 'browser',
    transform: { define: { ...define, 'process.env.NODE_ENV': '"production"' } },
  });
  // A classic script: older browsers know no other in a worker of this kind.
  await made.write({ file: inRoot('build', 'client', file), format: 'iife', minify: true });
  await made.close();
}
