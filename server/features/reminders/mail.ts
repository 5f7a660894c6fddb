import { type Day, dateOf, longDate } from '#contract/days.ts';
import { composeLetter, type Letter } from '#server/letters/letter.ts';
import type { AppointmentTable } from '#server/schema/tables.ts';

export type ReminderTargets = {
  appointments: string;
  /** Absent for a paid appointment, which stays. */
  cancel?: string;
  stop: string;
  /** Stops by one POST: RFC 8058. */
  oneClick: string;
};

/** What is to be remembered, and what can be done about it without signing in. */
export function composeReminder(appointment: AppointmentTable, targets: ReminderTargets): Letter {
  const { name, center } = appointment;
  const day = appointment.day as Day;
  const letter = composeLetter({
    subject: `Your blood donation on ${longDate(day)}`,
    why: `Hello ${name}, your blood donation is near, and we look forward to seeing you. Thank you for giving.`,
    rows: [
      ['Donation center', center],
      ['Donation date', `${weekday(day)}, ${longDate(day)}`],
    ],
    button: { text: 'See your appointment', link: targets.appointments },
    otherwise: 'Before you come: sleep well, eat something and drink plenty of water.',
    also: [
      ...(targets.cancel ? [{ text: 'You cannot come? Cancel this appointment', link: targets.cancel }] : []),
      { text: 'Stop these reminders', link: targets.stop },
    ],
  });
  return {
    ...letter,
    headers: {
      'List-Unsubscribe': `<${targets.oneClick}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

const weekday = (day: Day): string => dateOf(day).toLocaleDateString('en-US', { weekday: 'long' });
