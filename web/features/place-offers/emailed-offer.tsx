import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { type ClinicPlace, getPlaceOffer, type PlaceOffer } from '#contract/place-offers.ts';
import { call } from '#web/api/client.ts';
import { useFeatureDisabled } from '#web/api/config.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQuery } from '#web/api/queries.ts';
import { Button } from '#web/components/button.tsx';
import { NotFound } from '#web/components/not-found.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import {
  AlreadyChosen,
  Declined,
  HoldOver,
  InvalidLink,
  LinkExpired,
  OfferGone,
  PlaceBooked,
} from './outcomes.tsx';
import { PlaceFull, PlaceQuestion } from './place-question.tsx';

/** Shows the place of a link, with one button: email scanners open links too. */
export default function EmailedOffer() {
  const isDisabled = useFeatureDisabled('staff');
  const token = useLocation().hash.slice(1);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['place-offer', token],
    queryFn: ({ signal }) => call(getPlaceOffer, { body: { token }, signal }),
    enabled: token !== '' && !isDisabled,
    // Public, because the token decides what is shown. Restoring a session must not clear the result.
    meta: { public: true },
    // The question must not change while the reader is answering it.
    refetchOnWindowFocus: false,
  });

  if (isDisabled) return <NotFound />;
  if (data)
    return <Offer key={token} offer={data} token={token} reload={async () => void (await refetch())} />;
  if (token === '' || isInvalidLink(error)) return <InvalidLink />;
  if (error instanceof ApiError && error.code === 'link-expired') return <LinkExpired />;
  if (!error) return <PageSpinner label={t`Loading the place`} />;
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p>{error.message}</p>
      <Button isBusy={isFetching} onClick={() => void refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

const isInvalidLink = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 422);

type Props = {
  offer: PlaceOffer;
  token: string;
  /** Reads the offer again, because somebody else was first. */
  reload: () => Promise<void>;
};

function Offer({ offer, token, reload }: Props) {
  const [result, setResult] = useState<ClinicPlace | 'declined'>();
  const { state, chosen, isPaid, purpose } = offer;
  if (result === 'declined') return <Declined isPaid={isPaid} />;
  if (result) return <PlaceBooked place={result} center={offer.center} />;
  if (state === 'used') return <AlreadyChosen chosen={chosen} />;
  if (state === 'gone') return <OfferGone />;
  if (state === 'expired') return <HoldOver />;
  const props = {
    ...{ offer, token, reload },
    onBooked: () => setResult(offer),
    onDeclined: () => setResult('declined' as const),
  };
  if (state === 'full') return purpose === 'move' ? <PlaceFull {...props} /> : <HoldOver />;
  return <PlaceQuestion {...props} />;
}
