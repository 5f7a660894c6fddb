import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { campaigns } from './campaign-list.ts';
import { describeCommunity } from './structured-data.ts';

type Entity = { '@type': string; '@id': string; startDate?: string; endDate?: string };
const entitiesOf = (list = campaigns) =>
  (describeCommunity('https://blood.example', 'Blood Buddies', list) as { '@graph': Entity[] })['@graph'];

test('the community and each campaign are listed once, with ids below the site URL', () => {
  expect(entitiesOf().map((entity) => entity['@type'])).toEqual([
    'NGO',
    'WebSite',
    ...campaigns.map(() => 'Event'),
  ]);
  const ids = entitiesOf().map((entity) => entity['@id']);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => id.startsWith('https://blood.example/#'))).toBe(true);
});

test.each([
  ['9:00 am - 5:00 pm', '2026-12-05T09:00', '2026-12-05T17:00'],
  ['12:30 am - 12:00 pm', '2026-12-05T00:30', '2026-12-05T12:00'],
])('%s starts at %s and ends at %s', (time, startDate, endDate) => {
  const [campaign] = campaigns;
  if (!campaign) throw new Error('no campaign');
  const event = entitiesOf([{ ...campaign, date: '2026-12-05' as Day, time }]).at(-1);
  expect(event).toMatchObject({ startDate, endDate });
});

test('a campaign of several days, with hours in other words, starts and ends on its days', () => {
  const [campaign] = campaigns;
  if (!campaign) throw new Error('no campaign');
  const days = { date: '2026-12-05' as Day, until: '2026-12-07' as Day };
  const event = entitiesOf([{ ...campaign, ...days, time: 'all day' }]).at(-1);
  expect(event).toMatchObject({ startDate: '2026-12-05', endDate: '2026-12-07' });
});
