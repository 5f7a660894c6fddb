import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageData } from '#web/before-react/page-data.ts';
import type { BuiltPages } from '../../app/pages.ts';

/** Creates pages like built ones, each of which contains its data. A real build takes half a minute. */
export function createBuiltPages(): BuiltPages & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-pages-'));
  for (const assets of ['assets', 'bn/assets']) {
    mkdirSync(join(folder, assets), { recursive: true });
    writeFileSync(join(folder, assets, 'app-abc.js'), 'the script');
  }
  const render = async (data: PageData) =>
    `<html><body><script type="application/json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script></body></html>`;
  return {
    folder,
    render: { en: render, bn: render },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/** Returns the data that a page of `createBuiltPages` was rendered with. */
export function readPageData(html: string): PageData {
  const [, json = ''] = /<script type="application\/json">(.*)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}
