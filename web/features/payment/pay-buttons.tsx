import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '#web/ui/button.tsx';
import { type CheckoutOutcome, takesCard } from './outcome.ts';

type Props = {
  outcome?: CheckoutOutcome | undefined;
  busy: boolean;
  /** 'Pay' can be pressed. */
  ready: boolean;
  goToBank: () => void;
  takeOtherCard: () => void;
  lookAgain: () => void;
};

/** What a payer can do now; one main thing at a time. */
export function PayButtons({ outcome, busy, ready, goToBank, takeOtherCard, lookAgain }: Props) {
  if (!outcome || takesCard(outcome))
    return (
      <Button type="submit" disabled={!ready} busy={busy} size="large">
        <Trans>Pay</Trans>
      </Button>
    );
  if (outcome.kind === 'authentication')
    return (
      <>
        <Button onClick={goToBank} busy={busy} size="large">
          <Trans>Continue to your bank</Trans>
        </Button>
        <Button look="quiet" onClick={takeOtherCard} disabled={busy} size="large">
          <Trans>Use another card</Trans>
        </Button>
      </>
    );
  return (
    <Button
      onClick={lookAgain}
      busy={busy}
      size="large"
      look={outcome.kind === 'processing' ? 'quiet' : 'primary'}
    >
      {outcome.kind === 'processing' ? t`Look now` : t`Try again`}
    </Button>
  );
}
