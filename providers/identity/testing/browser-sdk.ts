import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The SDK as browsers get it. Its build for Node leaves phone numbers out: `vi.mock('@firebase/auth', browserSdk)`. */
export function browserSdk(): Promise<typeof import('@firebase/auth')> {
  const folder = dirname(createRequire(import.meta.url).resolve('@firebase/auth/package.json'));
  return import(pathToFileURL(join(folder, 'dist/esm/index.js')).href);
}
