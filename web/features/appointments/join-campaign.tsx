import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { siteNow } from '#web/api/site-clock.ts';
import { Button } from '#web/components/button.tsx';
import { publishPrefill } from '#web/components/form-prefill.ts';
import { type CampaignEvent, createCampaignPrefill } from './form/campaign-prefill.ts';

type Props = {
  event: CampaignEvent;
  /** Scrolls to the form. `findField` finds the control to focus once the form has rendered. */
  onGoToForm: (findField: (section: HTMLElement) => HTMLElement | null) => void;
};

/** Renders a button that fills the event's location and date into the appointment form. */
export default function JoinCampaign({ event, onGoToForm }: Props) {
  const { title } = event;
  const join = () => {
    publishPrefill(createCampaignPrefill(event, siteNow()));
    onGoToForm(findFirstEmpty);
  };
  return (
    <Button onClick={join} aria-label={t`Take part: ${title}`}>
      <Trans>Take part</Trans>
    </Button>
  );
}

/** Returns the first empty input of name and phone, or the submit button if both are filled in. */
function findFirstEmpty(section: HTMLElement): HTMLElement | null {
  const inputs = section.querySelectorAll<HTMLInputElement>('input[name="name"], input[name="phone"]');
  const empty = [...inputs].find((input) => input.value.trim() === '');
  return empty ?? section.querySelector<HTMLElement>('form [type="submit"]');
}
