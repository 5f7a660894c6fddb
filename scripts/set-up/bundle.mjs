// Bundles app/main.ts and cli/main.ts, each with its imports, into one file. Run by site.mjs.
import { basename, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { writeNotices } from './notices.mjs';
import { inRoot, root } from './paths.mjs';

/** Worker threads and child processes, which are started by path: each is a separate file. */
const separateEntries = [
  'platform/database/sqlite-writer.ts',
  'platform/database/sqlite-check.ts',
  'providers/images/imaging/worker.ts',
  'app/backups/backup-worker.ts',
];

await bundle('app/main.ts', inRoot('build', 'site'));
await bundle('cli/main.ts', inRoot('build', 'cli'));

async function bundle(entry, folder) {
  const input = Object.fromEntries([entry, ...separateEntries].map((file) => [basename(file, '.ts'), file]));
  const build = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    // sharp contains native code. The other two are optional dependencies of pg that are not installed.
    external: ['sharp', 'pg-native', 'pg-cloudflare'],
    plugins: [replaceImportMetaUrl(folder, input)],
  });
  const { output } = await build.write({ dir: folder, format: 'esm', cleanDir: true });
  writeNotices(
    join(folder, 'licences.txt'),
    output.flatMap(({ moduleIds = [] }) => moduleIds),
  );
  await build.close();
}

/**
 * Rewrites `import.meta.url` to the module's original path, which modules use to find files (samples, pages).
 */
function replaceImportMetaUrl(folder, input) {
  return {
    name: 'keep-import-meta-url',
    transform: {
      filter: { id: { exclude: /[\\/]node_modules[\\/]/ }, code: 'import.meta.url' },
      handler(code, id) {
        const url = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`;
        const rewritten = code.replaceAll(
          /'\.\/([\w-]+)\.ts', import\.meta\.url|import\.meta\.url/g,
          (found, name) =>
            name && name in input ? `'./${name}.js', import.meta.url` : found.replace('import.meta.url', url),
        );
        return { code: rewritten, map: null };
      },
    },
  };
}
