import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type Day, isBookable } from '#contract/days.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { Button } from '#web/components/button.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { type Prefill, publishPrefill } from './form-prefill.ts';

export type CampaignEvent = { title: string; place: string; date: Day };

type Props = {
  event: CampaignEvent;
  /** Scrolls to the form; `firstEmpty` finds the control to focus once the form has rendered. */
  goToForm: (firstEmpty: (section: HTMLElement) => HTMLElement | null) => void;
};

/** A button that fills the event's place and date into the appointment form. */
export default function JoinCampaign({ event, goToForm }: Props) {
  const { title } = event;
  const join = () => {
    publishPrefill(createPrefill(event, siteNow()));
    goToForm(findFirstEmpty);
  };
  return (
    <Button onClick={join} aria-label={t`Take part: ${title}`}>
      <Trans>Take part</Trans>
    </Button>
  );
}

/** Leaves the date out, and says so in the note, when it cannot be booked. */
function createPrefill({ title, place, date: day }: CampaignEvent, now: number): Prefill {
  const date = formatDay(day);
  if (!isBookable(day, now)) {
    return {
      center: place,
      note: t`${title} is on ${date}, which is not available. Choose another day.`,
    };
  }
  return { center: place, date: day, note: t`${title}: we filled in ${place} and ${date}.` };
}

/** Returns the name or phone input, whichever is empty first, or else the submit button. */
function findFirstEmpty(section: HTMLElement): HTMLElement | null {
  const inputs = section.querySelectorAll<HTMLInputElement>('input[name="name"], input[name="phone"]');
  const empty = [...inputs].find((input) => input.value.trim() === '');
  return empty ?? section.querySelector<HTMLElement>('form [type="submit"]');
}
