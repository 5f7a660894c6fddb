import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Loads the browser build of the SDK: the Node build does not support phone numbers. Pass it to `vi.mock`. */
export function browserSdk(): Promise<typeof import('@firebase/auth')> {
  const folder = dirname(createRequire(import.meta.url).resolve('@firebase/auth/package.json'));
  return import(pathToFileURL(join(folder, 'dist/esm/index.js')).href);
}
