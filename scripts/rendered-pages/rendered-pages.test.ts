import { expect, test, vi } from 'vitest';
import { forbidLocaleData } from './forbid-locale-data.ts';
import { renderBuiltPage, renderedPaths } from './render.ts';

test.each(renderedPaths)('%s is rendered without locale data, the same each time', async (path) => {
  // React reports here a component that could not be rendered, and leaves it to the browser.
  const report = vi.spyOn(console, 'error');
  const html = await forbidLocaleData(() => renderBuiltPage(path));
  expect(report).not.toHaveBeenCalled();
  expect(html).toMatch(/^<!DOCTYPE html><html lang="(en|bn)">.*<\/html>$/s);
  expect(await renderBuiltPage(path)).toBe(html);
});

test('the page of a search engine links to the same page in every language', async () => {
  const links = async (path: string) =>
    [
      ...(await renderBuiltPage(path)).matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/g),
    ].map(([, language, address]) => `${language} ${address}`);
  const about = ['en https://blood.example/about', 'bn https://blood.example/bn/about'];
  expect(await links('/about')).toEqual([...about, 'x-default https://blood.example/about']);
  expect(await links('/bn/about')).toEqual(await links('/about'));
  expect(await links('/bn')).toEqual([
    ...['en https://blood.example/', 'bn https://blood.example/bn', 'x-default https://blood.example/'],
  ]);
  for (const path of ['/dashboard/appointments', '/bn/dashboard', '/404'])
    expect(await links(path)).toEqual([]);
});

test.each(renderedPaths)('%s names the site only as its owner does', async (path) => {
  const html = await renderBuiltPage(path, 'Donneurs & <Dakar>');
  expect(html).toContain('Donneurs &amp; &lt;Dakar&gt;');
  expect(html).not.toMatch(/Blood Buddies/i);
});

test('the landing page contains the reviews and photos that it is given', async () => {
  const html = await renderBuiltPage('/bn');
  for (const text of ['Review 7:', 'alt="Photo 10"', 'srcSet="https://blood.example/images/0193aa11-0'])
    expect(html).toContain(text);
});
