import type { Core, Registration } from '#server/core.ts';
import { sendAppointmentStatusEmail } from './cancellations.ts';
import { sendClosingEmail, sendClosingText } from './notify.ts';
import { mountClosings } from './routes.ts';
import { removeOldDisplacedAppointments } from './rules.ts';

export const registerClosings = (core: Core): Registration => ({
  mount: (routes) => mountClosings(routes, core),
  handlers: {
    'closing-email': sendClosingEmail.bind(undefined, core),
    'cancellation-email': sendAppointmentStatusEmail.bind(undefined, core),
    'closing-text': sendClosingText.bind(undefined, core),
  },
  cleanUps: {
    'closed-appointments': () => removeOldDisplacedAppointments(core),
  },
});
