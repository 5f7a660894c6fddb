import { expect, test } from 'vitest';
import { describeTasks } from './waiting-tasks.tsx';

const nothing = {
  followUps: [],
  unconfirmed: [],
  expectedToday: [],
  requests: 0,
  photos: 0,
  reviews: 0,
  payments: 0,
  messages: 0,
  problems: [],
};

test('the donors expected today link to the center that expects most of them', () => {
  const expectedToday = [
    { centerId: 'chattogram', donors: 1 },
    { centerId: 'dhaka', donors: 298 },
    { centerId: 'sylhet', donors: 1 },
  ];
  const task = describeTasks({ ...nothing, expectedToday }).find(({ count }) => count > 0);
  expect(task).toMatchObject({ count: 300, to: '/staff/today?center=dhaka' });
});
