import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { createCampaignPrefill } from './campaign-prefill.ts';

const now = Date.parse('2026-11-30T09:00:00Z');
const event = { title: 'Bus', place: 'Gate 2', date: '2026-12-12' as Day };

test('a campaign fills in its place and day, or its donation center', () => {
  expect(createCampaignPrefill(event, now)).toMatchObject({ center: 'Gate 2', date: '2026-12-12' });
  expect(createCampaignPrefill({ ...event, center: 'Dakar' }, now)).toMatchObject({
    center: 'Dakar',
    note: 'Bus: we filled in Dakar and December 12, 2026.',
  });
});

test('a campaign of several days fills in today while it lasts', () => {
  const running = { ...event, date: '2026-11-01' as Day, until: '2026-12-12' as Day };
  expect(createCampaignPrefill(running, now).date).toBe('2026-11-30');
  expect(createCampaignPrefill({ ...running, until: '2026-11-02' as Day }, now)).not.toHaveProperty('date');
});
