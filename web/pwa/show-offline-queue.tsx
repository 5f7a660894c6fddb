import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { OfflineQueuePrompt } from '#web/features/appointments/offline-queue-prompt.tsx';

export const showOfflineQueue = (place: HTMLElement): void =>
  createRoot(place).render(
    <StrictMode>
      <OfflineQueuePrompt />
    </StrictMode>,
  );
