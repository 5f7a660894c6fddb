import { buildPages } from './pages.mjs';
import { buildServer } from './server.mjs';

/** Builds what is missing or out of date of what `npm start` runs. */
export async function buildSite() {
  await buildPages();
  await buildServer();
}
