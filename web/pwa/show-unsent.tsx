import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { UnsentOffer } from '#web/features/appointments/offline-queue-prompt.tsx';

export const showUnsent = (place: HTMLElement): void =>
  createRoot(place).render(
    <StrictMode>
      <UnsentOffer />
    </StrictMode>,
  );
