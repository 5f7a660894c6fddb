import { expect, test, vi } from 'vitest';
import { requestAppointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { sendRequest } from './send-request.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn(async () => ({ success: true, insertedId: 'a1' })) }));
vi.mock('#web/api/client.ts', () => ({ call }));
vi.mock('#web/api/config.ts', () => ({ siteConfig: async () => ({ features: [] }) }));

const body = {
  name: 'Rahim Uddin',
  phone: '01712345678',
  center: 'Dhaka Medical',
  bloodGroup: 'A+',
  email: 'rahim@example.org',
} as const;

test('[API-05] sends the day as long English text in the query and the body, under the idempotency key', async () => {
  await sendRequest('rahim', { key: 'one', body: { ...body, date: '2026-11-21' as Day } });
  const date = 'November 21, 2026';
  expect(call).toHaveBeenCalledExactlyOnceWith(requestAppointment, {
    query: { email: body.email, date },
    body: { ...body, date },
    headers: { 'Idempotency-Key': 'one' },
  });
});
