// Bundles app/main.ts and cli/main.ts, each with its imports, into one file. Run by site.mjs.
import { basename, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { inRoot, root } from './paths.mjs';

/** What is started by its path, as threads and processes: files of their own beside whoever starts them. */
const startedByPath = [
  'platform/database/sqlite-writer.ts',
  'platform/database/sqlite-check.ts',
  'providers/images/imaging/worker.ts',
  'server/features/donations/pdf/pdf-maker.ts',
];

await bundle('app/main.ts', inRoot('build', 'site'));
await bundle('cli/main.ts', inRoot('build', 'cli'));

async function bundle(entry, folder) {
  const input = Object.fromEntries([entry, ...startedByPath].map((file) => [basename(file, '.ts'), file]));
  const made = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    // Brings code of the machine's own; pg asks for two that are not installed.
    external: ['sharp', 'pg-native', 'pg-cloudflare'],
    plugins: [ownPlace(folder, input)],
  });
  await made.write({ dir: folder, format: 'esm', cleanDir: true });
  await made.close();
}

/** Other files beside a module (samples, the pages) stay where they are: each module goes on saying where it lies. */
function ownPlace(folder, input) {
  return {
    name: 'own-place',
    transform: {
      filter: { id: { exclude: /[\\/]node_modules[\\/]/ }, code: 'import.meta.url' },
      handler(code, id) {
        const place = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`;
        const rewritten = code.replaceAll(
          /'\.\/([\w-]+)\.ts', import\.meta\.url|import\.meta\.url/g,
          (found, name) =>
            name && name in input
              ? `'./${name}.js', import.meta.url`
              : found.replace('import.meta.url', place),
        );
        return { code: rewritten, map: null };
      },
    },
  };
}
