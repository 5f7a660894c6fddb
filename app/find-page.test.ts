import { expect, test } from 'vitest';
import { features } from '#contract/features.ts';
import { findPage } from './find-page.ts';

const withoutStaff = features.filter((feature) => feature !== 'staff');

test.each([
  ['/', 200, '/'],
  ['/about', 200, '/about'],
  ['/dashboard', 200, '/dashboard'],
  ['/dashboard/gallery', 200, '/dashboard/gallery'],
  ['/dashboard/payment/1', 200, '/shell'],
  ['/dashboard/unknown', 404, '/shell'],
  ['/dashboard/unknown/deeper', 404, '/shell'],
  ['/dashboards', 404, '/404'],
  ['/nowhere', 404, '/404'],
  ['/404', 404, '/404'],
  ['/shell', 404, '/404'],
  ['/assets/gone-abc.js', 404, '/404'],
  ['/about/index.html', 404, '/404'],
  ['/centers/0193aa11', 200, '/centers/0193aa11'],
  ['/staff/people', 200, '/shell'],
  ['/staff/site/campaign/new', 200, '/shell'],
  ['/staff/site/campaign/new/deeper', 404, '/404'],
  ['/bn', 200, '/bn'],
  ['/bn/about', 200, '/bn/about'],
  ['/bn/dashboard/payment/1', 200, '/bn/shell'],
  ['/bn/dashboard/unknown', 404, '/bn/shell'],
  ['/bn/nowhere', 404, '/bn/404'],
  ['/bnx', 404, '/404'],
])('[PUB-07] %s responds %i with the page at %s', (address, status, path) => {
  expect(findPage(address, features)).toMatchObject({ status, path });
});

test.each([
  ['/centers', '/shell'],
  ['/bn/centers/0193aa11', '/bn/shell'],
  ['/staff', '/shell'],
])('a disabled page %s responds 404 with the shell page', (address, path) => {
  expect(findPage(address, withoutStaff)).toMatchObject({ status: 404, path });
});

test("keeps only members' pages out of search engines", () => {
  expect(
    ['/', '/bn/centers/1', '/dashboard', '/staff'].map((path) => findPage(path, features).isPublic),
  ).toEqual([...[true, true, false, false]]);
});
