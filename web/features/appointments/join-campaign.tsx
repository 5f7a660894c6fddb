import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { isBookable, parseDay } from '#contract/days.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { Button } from '#web/components/button.tsx';
import { formatDay, formatWireDay } from '#web/i18n/days.ts';
import { type Prefill, publishPrefill } from './form-prefill.ts';

export type CampaignEvent = { title: string; place: string /** As the wire writes it. */; date: string };

type Props = {
  occasion: CampaignEvent;
  /** Brings the form into view; `firstEmpty` finds what is left to fill in, once the form is there. */
  goToForm: (firstEmpty: (section: HTMLElement) => HTMLElement | null) => void;
};

/** Fills place and day of an occasion into the appointment form. */
export default function JoinCampaign({ occasion, goToForm }: Props) {
  const { title } = occasion;
  const takePart = () => {
    publishPrefill(fillingFor(occasion, siteNow()));
    goToForm(firstEmpty);
  };
  return (
    <Button onClick={takePart} aria-label={t`Take part: ${title}`}>
      <Trans>Take part</Trans>
    </Button>
  );
}

/** A day that cannot be booked is not filled in, and that is said. */
function fillingFor({ title, place, date }: CampaignEvent, now: number): Prefill {
  const day = parseDay(date);
  if (!day || !isBookable(day, now)) {
    const told = formatWireDay(date);
    return {
      center: place,
      note: t`${title} is on ${told}, which is not available. Choose another day.`,
    };
  }
  const told = formatDay(day);
  return { center: place, date: day, note: t`${title}: ${place}, ${told} is filled in.` };
}

/** The name first, as one reads; when nothing is left, the button that sends it. */
function firstEmpty(section: HTMLElement): HTMLElement | null {
  const asked = section.querySelectorAll<HTMLInputElement>('input[name="name"], input[name="phone"]');
  const empty = [...asked].find((field) => field.value.trim() === '');
  return empty ?? section.querySelector<HTMLElement>('form [type="submit"]');
}
