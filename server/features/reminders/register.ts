import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import { seconds } from '#platform/time.ts';
import type { Core, Registration } from '#server/core.ts';
import { queueEndedDeferrals, sendDeferralEnded } from './deferral.ts';
import { queueDueReminders, type Reminder, sendReminder } from './remind.ts';
import { mountReminders } from './routes.ts';

export function registerReminders(core: Core): Registration {
  const isEnabled = core.features.includes('reminders');
  return {
    mount: (routes) => mountReminders(routes, core),
    jobs: isEnabled
      ? [
          {
            name: 'queue-reminders',
            singleton: true,
            everyMs: seconds(10),
            run: () => queueDueReminders(core),
          },
          {
            name: 'queue-ended-deferrals',
            singleton: true,
            everyMs: seconds(60),
            run: () => queueEndedDeferrals(core),
          },
        ]
      : [],
    // Discard reminders that were queued before the feature was disabled.
    handlers: {
      reminder: async (reminder: Reminder, id: string, confirm: ConfirmClaim) => {
        if (isEnabled) await sendReminder(core, reminder, id, confirm);
      },
      'deferral-ended': async (deferral: Reminder, id: string, confirm: ConfirmClaim) => {
        if (isEnabled) await sendDeferralEnded(core, deferral, id, confirm);
      },
    },
  };
}
