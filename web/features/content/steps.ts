import { t } from '@lingui/core/macro';
import { calendarIcon, dropIcon, heartIcon, helpIcon, peopleIcon, photoIcon } from '#web/components/icons.ts';

/** Next steps that several pages offer. */
export const requestStep = {
  to: '/#request-appointment',
  icon: calendarIcon,
  title: t`Request an appointment`,
  detail: t`Choose a day and a center. It takes two minutes.`,
};
export const bloodRequestStep = {
  to: '/requests',
  icon: dropIcon,
  title: t`Ask for blood`,
  detail: t`See who needs blood now, or ask donors near a hospital.`,
};
export const eligibilityStep = {
  to: '/can-i-donate',
  icon: heartIcon,
  title: t`Check whether you can donate`,
  detail: t`Answer a few questions. Your answers never leave your device.`,
};
export const campaignStep = {
  to: '/campaign',
  icon: peopleIcon,
  title: t`Join a campaign`,
  detail: t`Bring a friend who has never donated before.`,
};
export const photosStep = {
  to: '/dashboard/gallery',
  icon: photoIcon,
  title: t`Share your photos`,
  detail: t`Show others what a donation day looks like.`,
};
export const helpStep = {
  to: '/contact',
  icon: helpIcon,
  title: t`Find help`,
  detail: t`See where to turn with a question.`,
};
