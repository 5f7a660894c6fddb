import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { type NameChoice, nameChoices, toPublicName } from '#contract/public-name.ts';
import { hasFeature } from '#web/api/config.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import '#web/components/choices.css';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { publicNameText } from '#web/i18n/public-name.ts';

const ConfirmEmailButton = lazyComponent(
  async () => ({ default: (await import('../account/confirm-email-notice.tsx')).ConfirmEmailButton }),
  () => null,
);

const choiceLabels: Record<NameChoice, string> = {
  full: t`Your name`,
  first: t`Your first name`,
  none: t`No name`,
};

type Props = {
  opinion: string | undefined;
  name: string | undefined;
  /** Undefined until the donor agrees to publish. */
  publishAs: NameChoice | undefined;
  choose: (choice: NameChoice | undefined) => void;
};

/**
 * Asks whether the opinion may be published, and under which name. Renders nothing while there is no opinion.
 */
export function PublishReview({ opinion, name, publishAs, choose }: Props) {
  const hasReviews = hasFeature('reviews');
  const { user } = useSession();
  if (!hasReviews || !opinion?.trim()) return null;

  return (
    <div className="mt-2 grid justify-items-start gap-1">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="publish"
          className="bb-choice"
          checked={publishAs !== undefined}
          onChange={(event) => choose(event.currentTarget.checked ? 'none' : undefined)}
        />
        <Trans>Publish my opinion on this site</Trans>
      </label>
      {publishAs !== undefined && (
        <fieldset className="ms-8">
          <legend className="font-semibold">
            <Trans>What name should we show?</Trans>
          </legend>
          {nameChoices.map((choice) => (
            <label key={choice} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="publishAs"
                className="bb-choice"
                checked={choice === publishAs}
                onChange={() => choose(choice)}
              />
              <span>
                {choiceLabels[choice]}
                {name?.trim() && (
                  <span className="text-ink-soft">: {publicNameText(toPublicName(name, choice))}</span>
                )}
              </span>
            </label>
          ))}
          <p className="bb-hint">
            <Trans>
              We check it first. You can remove it on your account page at any time. Your email address and
              phone number are never shown.
            </Trans>
          </p>
          {user?.emailVerified === false && (
            <div className="grid justify-items-start gap-2">
              <p className="bb-hint">
                <Trans>We can check and publish it once you have confirmed your email address.</Trans>
              </p>
              <Suspense>
                <ConfirmEmailButton />
              </Suspense>
            </div>
          )}
        </fieldset>
      )}
    </div>
  );
}
