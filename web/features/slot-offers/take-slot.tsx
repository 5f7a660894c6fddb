import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { acceptSlotOffer, type OfferedSlot } from '#contract/slot-offers.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { ActionButton } from '#web/components/action-form.tsx';
import { toast } from '#web/components/toast.ts';
import { formatSlot } from './slot-text.ts';

type Props = {
  slot: OfferedSlot;
  /** Called to move the focus, because the button is removed. */
  onTaken: () => void;
  children: ReactNode;
};

/**
 * Takes a slot with one tap. If that is not possible, opens the page of its link, which gives the reason or
 * requests missing details.
 */
export function TakeSlot({ slot, onTaken, children }: Props) {
  const navigate = useNavigate();
  const cache = useQueryClient();

  async function take(): Promise<void> {
    if (!(await accept(slot.token))) return void navigate(`/slot-offer#${slot.token}`);
    toast.success(t`Your appointment is now on ${formatSlot(slot)}`);
    onTaken();
    for (const key of ['appointments', 'waiting-lists', 'centers'])
      void cache.invalidateQueries({ queryKey: [key] });
  }
  return <ActionButton onAction={take}>{children}</ActionButton>;
}

/**
 * Returns false if the slot is taken, details are missing or the link no longer works.
 * @throws ApiError of the server, NetworkError
 */
async function accept(token: string): Promise<boolean> {
  try {
    return (await call(acceptSlotOffer, { body: { token } })).success;
  } catch (error) {
    if (error instanceof ApiError && [404, 409, 410, 422].includes(error.status)) return false;
    throw error;
  }
}
