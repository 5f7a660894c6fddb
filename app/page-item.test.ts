import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { createSiteDefaults } from '#contract/site-defaults.ts';
import { describeItem } from './page-item.ts';

const content = {
  ...createSiteDefaults({ canTakePayments: true }),
  post: [
    {
      ...{ id: 'p', slug: 'pourquoi', title: { fr: 'Pourquoi ?' }, body: { fr: '# Donner\n\n**Vite** <b>' } },
      ...{ cover: 'https://a.example/images/1', alt: { fr: 'Un don' }, date: '2026-11-20' },
    },
  ],
  page: [{ id: 'g', slug: 'terms', title: { fr: 'Conditions' }, body: { fr: 'a\n\nb' } }],
  campaign: [
    {
      ...{ id: 'k', slug: 'bus', title: { fr: 'Le bus' }, detail: { fr: 'Venez\n\ntous' } },
      ...{ from: '2026-11-01', until: '2026-11-30', centerId: 'c1' },
    },
  ],
};
const options = {
  language: 'en' as const,
  today: '2026-11-30' as Day,
  centers: [{ _id: 'c1', name: 'Dakar' }],
  publicUrl: 'https://a.example',
};

test('the page of a post has its HTML, and what search engines show', () => {
  const described = describeItem(content, { ...options, kind: 'post', slug: 'pourquoi' });
  expect(described.item).toEqual({
    ...{ slug: 'pourquoi', title: 'Pourquoi ?', lang: 'fr', description: 'Donner Vite <b>' },
    ...{ picture: 'https://a.example/images/1', alt: 'Un don' },
  });
  expect(described.body).toBe('<h2>Donner</h2>\n<p><strong>Vite</strong> &lt;b&gt;</p>\n');
});

test('the page of a free page has its HTML', () => {
  expect(describeItem(content, { ...options, kind: 'page', slug: 'terms' })).toEqual({
    item: { slug: 'terms', title: 'Conditions', lang: 'fr', description: 'a b' },
    body: '<p>a</p>\n<p>b</p>\n',
  });
});

test('the page of a campaign has its center and days, and is over after the last one', () => {
  const describe = (today: string) =>
    describeItem(content, { ...options, today: today as Day, kind: 'campaign', slug: 'bus' });
  expect(describe('2026-11-30')).toMatchObject({
    item: { title: 'Le bus', lang: 'fr', campaign: { center: 'Dakar', until: '2026-11-30', isOver: false } },
    detail: 'Venez\n\ntous',
  });
  expect(describe('2026-12-01').item?.campaign?.isOver).toBe(true);
});

test('there is nothing about an item that does not exist, and on other pages', () => {
  for (const kind of ['post', 'page', 'campaign'] as const)
    expect(describeItem(content, { ...options, kind, slug: '_' })).toEqual({});
  expect(describeItem(content, options)).toEqual({});
});
