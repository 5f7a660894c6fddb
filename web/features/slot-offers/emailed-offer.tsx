import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type ClinicSlot, getSlotOffer, type SlotOffer } from '#contract/slot-offers.ts';
import { call } from '#web/api/client.ts';
import { hasFeature } from '#web/api/config.ts';
import { LinkLoadError } from '#web/components/link-outcome.tsx';
import { NotFound } from '#web/components/not-found.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { useLinkQuery } from '#web/queries/link-query.ts';
import {
  AlreadyChosen,
  Declined,
  HoldOver,
  InvalidLink,
  LinkExpired,
  NotWaiting,
  OfferGone,
  SlotBooked,
  SlotTaken,
} from './outcomes.tsx';
import { SlotFull, SlotQuestion } from './slot-question.tsx';

/** Shows the slot of a link. Opening the page changes nothing, because email scanners also open links. */
export default function EmailedOffer() {
  const isDisabled = !hasFeature('staff');
  const query = useLinkQuery('slot-offer', (input) => call(getSlotOffer, input), { isDisabled });
  const { token, data, refetch } = query;

  if (isDisabled) return <NotFound />;
  if (data)
    return <Offer key={token} offer={data} token={token} reload={async () => void (await refetch())} />;
  if (query.isInvalid) return <InvalidLink />;
  if (query.isExpired) return <LinkExpired />;
  if (!query.error) return <PageSpinner label={t`Loading the place`} />;
  return <LinkLoadError query={query} />;
}

type Props = {
  offer: SlotOffer;
  token: string;
  /** Loads the offer again after it has changed, for example because another donor has taken the slot. */
  reload: () => Promise<void>;
};

function Offer({ offer, token, reload }: Props) {
  const [result, setResult] = useState<ClinicSlot | 'declined'>();
  const { state, chosen, isPaid, purpose } = offer;
  if (result === 'declined') return <Declined isPaid={isPaid} />;
  if (result) return <SlotBooked slot={result} center={offer.center} />;
  if (state === 'used') return <AlreadyChosen chosen={chosen} />;
  if (state === 'gone') return purpose === 'waiting-list' ? <NotWaiting /> : <OfferGone />;
  if (state === 'expired') return <HoldOver />;
  const props = {
    offer,
    token,
    reload,
    onBooked: () => setResult(offer),
    onDeclined: () => setResult('declined' as const),
  };
  if (state === 'full' && purpose === 'book-again') return <SlotTaken />;
  if (state === 'full') return purpose === 'move' ? <SlotFull {...props} /> : <HoldOver />;
  return <SlotQuestion {...props} />;
}
