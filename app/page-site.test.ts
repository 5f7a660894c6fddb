import { describe, expect, test } from 'vitest';
import { landingSections } from '#contract/content-groups.ts';
import type { Day } from '#contract/days.ts';
import { donationKinds } from '#contract/donation-waits.ts';
import { type ContentKind, contentKinds } from '#contract/site-content.ts';
import { createSiteDefaults } from '#contract/site-defaults.ts';
import { toPageSite } from './page-site.ts';

const nothing = { ...createSiteDefaults({ canTakePayments: true }), campaign: [], page: [] };
const facts = {
  today: '2026-11-30' as Day,
  centers: [{ _id: 'c1', name: 'Dakar' }],
  counts: { donors: 7 },
  languages: ['en', 'bn'] as const,
};

/** A campaign on one day, or on several. */
const campaign = (id: string, days: { date: string } | { from: string; until: string }, more = {}) => ({
  ...{ id, slug: id, title: { fr: `Titre ${id}` }, detail: { fr: 'Venez' }, place: { fr: 'Place' } },
  ...days,
  ...more,
});

describe('what the pages show of the content', () => {
  test('is that of the specification until the owner publishes something', () => {
    expect(toPageSite(nothing, 'en', facts)).toMatchObject({
      name: 'Blood Buddies',
      counters: [{ label: 'awards', value: 1346 }, {}, {}, {}],
      published: [],
      languages: ['en', 'bn'],
    });
    expect(toPageSite(nothing, 'bn', facts).counters[0]).toEqual({ label: 'পুরস্কার', value: 1346 });
    expect(toPageSite(nothing, 'en', facts)).not.toHaveProperty('campaigns');
  });

  test('is in the language of the page, otherwise of the site, otherwise in the first one of each text', () => {
    const nameOn = (page: 'en' | 'bn', name: Record<string, string>) =>
      toPageSite({ ...nothing, identity: { name } }, page, facts).name;
    expect(nameOn('bn', { fr: 'Donneurs', bn: 'রক্তদাতা' })).toBe('রক্তদাতা');
    expect(nameOn('en', { fr: 'Donneurs', bn: 'রক্তদাতা' })).toBe('রক্তদাতা');
    expect(nameOn('en', { fr: 'Donneurs', es: 'Donantes' })).toBe('Donneurs');
  });

  test('a counter of the records has their number', () => {
    const counters = [{ label: { fr: 'Donneurs' }, source: 'donors' as const }];
    expect(toPageSite({ ...nothing, counters }, 'en', facts).counters).toEqual([
      { label: 'Donneurs', lang: 'fr', value: 7 },
    ]);
  });

  test('has the campaigns that are not over, the next one first', () => {
    const list = [
      campaign('later', { date: '2026-12-20' }, { place: undefined, centerId: 'c1' }),
      campaign('over', { from: '2026-11-01', until: '2026-11-29' }),
      campaign('running', { from: '2026-11-01', until: '2026-11-30' }),
    ];
    expect(toPageSite({ ...nothing, campaign: list }, 'en', facts).campaigns).toEqual([
      expect.objectContaining({ _id: 'running', date: '2026-11-01', until: '2026-11-30', place: 'Place' }),
      expect.objectContaining({ _id: 'later', title: 'Titre later', date: '2026-12-20', place: 'Dakar' }),
    ]);
    expect(toPageSite({ ...nothing, campaign: list.slice(1, 2) }, 'en', facts).campaigns).toEqual([]);
  });

  test('a campaign at no center has no staff once the site has centers', () => {
    const list = [
      campaign('at a center', { date: '2026-12-19' }, { centerId: 'c1' }),
      campaign('elsewhere', { date: '2026-12-20' }),
    ];
    const withoutStaff = (centers: typeof facts.centers) =>
      toPageSite({ ...nothing, campaign: list }, 'en', { ...facts, centers })
        .campaigns?.filter(({ isWithoutStaff }) => isWithoutStaff)
        .map(({ _id }) => _id);
    expect(withoutStaff(facts.centers)).toEqual(['elsewhere']);
    expect(withoutStaff([])).toEqual([]);
  });

  test('has no more than 160 characters of the detail of a campaign, and its center', () => {
    const detail = { fr: 'Un mot.\n'.repeat(100) };
    const list = [campaign('c', { date: '2026-12-20' }, { detail, centerId: 'c1' })];
    const [only] = toPageSite({ ...nothing, campaign: list }, 'en', facts).campaigns ?? [];
    expect(only).toMatchObject({ slug: 'c', place: 'Place', center: 'Dakar' });
    expect(only?.detail).toHaveLength(160);
    expect(only?.detail).toMatch(/^Un mot\. Un mot\..*…$/);
  });

  test('has links once one is published, and the legal pages in their order', () => {
    expect(toPageSite(nothing, 'en', facts)).not.toHaveProperty('links');
    const links = {
      social: {},
      footer: { legal: [], help: [{ label: { fr: 'Aide' }, url: 'https://a.example' }] },
    };
    const page = ['terms', 'other', 'privacy'].map((slug) => ({
      id: slug,
      slug,
      title: { fr: slug },
      body: { fr: '' },
    }));
    const site = toPageSite({ ...nothing, links, page }, 'en', facts);
    expect(site.links?.footer).toEqual({ help: [{ label: 'Aide', lang: 'fr', url: 'https://a.example' }] });
    expect(site.legalPages).toEqual([
      { slug: 'privacy', title: 'privacy', lang: 'fr' },
      { slug: 'terms', title: 'terms', lang: 'fr' },
    ]);
  });

  test('has the pages in the menu in the order of the owner', () => {
    const page = [
      { id: 'a', slug: 'statuts', title: { fr: 'Statuts' }, inMenu: true },
      { id: 'b', slug: 'hidden', title: { fr: 'Hidden' }, inMenu: false },
      { id: 'c', slug: 'terms', title: { en: 'Terms', fr: 'Conditions' }, inMenu: true },
    ].map((one) => ({ ...one, title: one.title as Record<string, string>, body: { en: '' } }));
    expect(toPageSite({ ...nothing, page }, 'en', facts).menu).toEqual([
      { slug: 'statuts', title: 'Statuts', lang: 'fr' },
      { slug: 'terms', title: 'Terms' },
    ]);
    expect(toPageSite({ ...nothing, page: page.slice(1, 2) }, 'en', facts)).not.toHaveProperty('menu');
  });

  test('has the sections of the landing page in the order of the owner, and which texts are own', () => {
    const landing = {
      order: ['sponsors' as const, 'banner' as const],
      hidden: ['photos' as const],
      texts: { join: { title: { fr: 'Venez' }, detail: { fr: '' } } },
    };
    expect(toPageSite({ ...nothing, landing }, 'en', facts)).not.toHaveProperty('landing');
    const site = toPageSite({ ...nothing, landing }, 'en', { ...facts, published: ['landing'] });
    expect(site.landing?.own).toEqual(['join.title']);
    expect(site.landing?.sections.slice(0, 3)).toEqual(['sponsors', 'banner', 'join']);
    expect(site.landing?.sections).toHaveLength(10);
  });

  test('is at most 8 KiB, however much the owner has entered', () => {
    const text = (length: number) => ({ fr: '"'.repeat(length / 2) });
    const url = (length: number) => `https://a.example/${'a'.repeat(length)}`;
    const footer = Array.from({ length: 10 }, () => ({ label: text(60), url: url(450) }));
    const socials = ['instagram', 'youtube', 'linkedin', 'whatsapp', 'telegram', 'pinterest'];
    const section = { title: text(120), detail: text(2000), picture: url(400), alt: text(200) };
    const content = {
      ...nothing,
      identity: { name: text(60), shortName: text(12), description: text(200), logo: url(100) },
      eligibility: {
        ...nothing.eligibility,
        waits: Object.fromEntries(donationKinds.map((kind) => [kind, { women: 1000, men: 1000 }])),
      },
      contact: {
        email: `${'a'.repeat(60)}@b.example`,
        whatsapp: '1'.repeat(40),
        address: text(300),
        hours: text(300),
      },
      counters: Array.from({ length: 4 }, () => ({ label: text(60), value: 1e9 })),
      links: {
        social: Object.fromEntries(socials.map((name) => [name, url(450)])),
        footer: { company: footer, help: footer, legal: footer, download: footer },
      },
      landing: { texts: Object.fromEntries(landingSections.map((name) => [name, section])) },
      campaign: Array.from({ length: 500 }, (_, n) =>
        campaign(`c${n}`, { date: '2026-12-20' }, { title: text(120), detail: text(2000), place: text(200) }),
      ),
      page: [
        'privacy',
        'terms',
        'licensing',
        'imprint',
        ...Array.from({ length: 20 }, () => 'a'.repeat(80)),
      ].map((slug) => ({ id: slug, slug, title: text(120), body: text(2), inMenu: true })),
    };
    const site = toPageSite(content, 'en', {
      ...facts,
      published: Object.keys(contentKinds) as ContentKind[],
    });
    expect(Buffer.byteLength(JSON.stringify(site))).toBeLessThanOrEqual(8192);
    expect(site.campaigns?.length).toBeGreaterThan(2);
    expect(site.menu?.length).toBeGreaterThan(2);
  });
});
