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
        Pay
      </Button>
    );
  if (outcome.kind === 'authentication')
    return (
      <>
        <Button onClick={goToBank} busy={busy} size="large">
          Continue to your bank
        </Button>
        <Button look="quiet" onClick={takeOtherCard} disabled={busy} size="large">
          Use another card
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
      {outcome.kind === 'processing' ? 'Look now' : 'Try again'}
    </Button>
  );
}
