import { t } from '@lingui/core/macro';
import { getReminderChoice, setReminderChoice } from '#contract/reminders.ts';
import { call } from '#web/api/client.ts';
import { hasFeature } from '#web/api/config.ts';
import { queryOptions, useQuery, useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { ActionButton } from '#web/components/action-form.tsx';
import { Section, SectionLoading } from '#web/components/section.tsx';

export const reminderChoiceQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['reminder-choice', uid],
    queryFn: ({ signal }) => call(getReminderChoice, { signal }),
  });

/** Renders the account page's section about reminder emails, or nothing when the feature is disabled. */
export function ReminderChoice() {
  if (!hasFeature('reminders')) return null;
  return (
    <Section title={t`Reminders`}>
      <Choice />
    </Section>
  );
}

function Choice() {
  const { user } = useSession();
  const options = reminderChoiceQuery(user?.uid);
  const query = useQuery(options);
  const cache = useQueryClient();

  async function change(wanted: boolean) {
    await call(setReminderChoice, { body: { wanted } });
    await cache.cancelQueries({ queryKey: options.queryKey });
    cache.setQueryData(options.queryKey, { wanted });
  }

  if (!query.data) return <SectionLoading query={query} label={t`Loading your reminders`} />;
  const { wanted } = query.data;
  return (
    <div className="grid justify-items-start gap-4">
      <p role="status">
        {wanted ? wantedText(user?.emailVerified === true) : t`You don't receive appointment reminders.`}
      </p>
      <ActionButton variant="outlined" onAction={() => change(!wanted)}>
        {wanted ? t`Turn off reminders` : t`Turn on reminders`}
      </ActionButton>
    </div>
  );
}

const wantedText = (isVerified: boolean): string =>
  isVerified
    ? t`We email you the day before an appointment.`
    : t`We email you the day before an appointment once you have confirmed your email address.`;
