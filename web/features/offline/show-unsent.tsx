import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { UnsentOffer } from '#web/features/appointments/unsent-offer.tsx';

export const showUnsent = (place: HTMLElement): void =>
  createRoot(place).render(
    <StrictMode>
      <UnsentOffer />
    </StrictMode>,
  );
