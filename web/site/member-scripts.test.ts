import { expect, test } from 'vitest';
import { nameMemberScripts } from './scripts-after-paint.ts';

const page = (name: string) => ({ module: `/assets/${name}.js`, imports: ['/assets/shared.js'] });
const routes = {
  'features/dashboard/guard': page('guard'),
  'features/dashboard/dashboard-layout': page('layout'),
  'features/appointments/appointments-page': page('appointments'),
  'features/gallery/gallery-page': page('gallery'),
};
const context = (given: object) => ({ manifest: { routes: given } }) as never;

test('names each script of the pages that members open first, once', () => {
  const window: { memberScripts?: string[] } = {};
  new Function('window', nameMemberScripts(context(routes)))(window);
  expect(window.memberScripts).toEqual(
    ['guard', 'shared', 'layout', 'appointments', 'gallery'].map((name) => `/assets/${name}.js`),
  );
});

test('a route of another name stops the build', () => {
  const { 'features/gallery/gallery-page': _, ...others } = routes;
  expect(() => nameMemberScripts(context(others))).toThrow('no route features/gallery/gallery-page');
});
