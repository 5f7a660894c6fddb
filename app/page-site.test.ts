import { describe, expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { createSiteDefaults } from '#contract/site-defaults.ts';
import { toPageSite } from './page-site.ts';

const nothing = { ...createSiteDefaults({ canTakePayments: true }), campaign: [] };
const facts = { today: '2026-11-30' as Day, centers: [{ _id: 'c1', name: 'Dakar' }], counts: { donors: 7 } };

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
      hasOwnContact: false,
    });
    expect(toPageSite(nothing, 'bn', facts).counters[0]).toEqual({ label: 'পুরস্কার', value: 1346 });
    expect(toPageSite(nothing, 'en', facts)).not.toHaveProperty('campaigns');
  });

  test('is in the language of the page, otherwise in the first one of each text', () => {
    const content = { ...nothing, identity: { name: { fr: 'Donneurs', bn: 'রক্তদাতা' } } };
    expect(toPageSite(content, 'en', facts).name).toBe('Donneurs');
    expect(toPageSite(content, 'bn', facts).name).toBe('রক্তদাতা');
  });

  test('a counter of the records has their number', () => {
    const counters = [{ label: { fr: 'Donneurs' }, source: 'donors' as const }];
    expect(toPageSite({ ...nothing, counters }, 'en', facts).counters).toEqual([
      { label: 'Donneurs', value: 7 },
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
});
