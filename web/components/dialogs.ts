import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { createValueStore } from './value-store.ts';

export type DialogRequest = {
  id: number;
  title: string;
  text: string;
  /** Shown below the text: the subject of the question. */
  details?: string | undefined;
  yes: string;
  /** Undefined for an alert with one button. */
  no?: string;
  resolve: (isConfirmed: boolean) => void;
};

const { read, set, subscribe } = createValueStore<readonly DialogRequest[]>([]);
let lastId = 0;

const open = (content: Omit<DialogRequest, 'resolve' | 'id'>, signal?: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const request = { ...content, id: ++lastId, resolve };
    set([...read(), request]);
    signal?.addEventListener('abort', () => dialogQueue.resolve(request, false), { once: true });
  });

/** Asks a yes/no question. Resolves to false on No, Escape, or when `signal` aborts. */
export const confirmDialog = ({
  title,
  text,
  details,
  yes = t`Yes`,
  no = t`No`,
  signal,
}: {
  title: string;
  text: string;
  details?: string | undefined;
  yes?: string;
  no?: string;
  signal?: AbortSignal | undefined;
}): Promise<boolean> => open({ title, text, details, yes, no }, signal);

/** Asks for confirmation if the user leaves the page, except to sign in, while `isNeeded` is true. */
export function useConfirmLeave(isNeeded: boolean, question: { title: string; text: string }): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isNeeded && nextLocation.pathname !== currentLocation.pathname && nextLocation.pathname !== '/login',
  );
  const isBlocked = blocker.state === 'blocked';

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each blocked navigation
  useEffect(() => {
    if (!isBlocked) return;
    // The user may leave the page without answering, for example when another tab signs out.
    const pageController = new AbortController();
    void confirmDialog({ ...question, signal: pageController.signal }).then((confirmed) => {
      if (pageController.signal.aborted) return;
      if (confirmed) blocker.proceed();
      else blocker.reset();
    });
    return () => pageController.abort();
  }, [isBlocked]);

  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Chrome before 119 requires this.
      event.returnValue = true;
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}

export const alertDialog = async ({
  title,
  text,
  ok = t`OK`,
}: {
  title: string;
  text: string;
  ok?: string;
}): Promise<void> => {
  await open({ title, text, yes: ok });
};

/** Queue of open dialogs. DialogHost shows the first one. */
export const dialogQueue = {
  subscribe,
  first: (): DialogRequest | undefined => read()[0],
  /** Removes all questions without resolving them. Alerts stay. */
  drop: (): void => set(read().filter(({ no }) => no === undefined)),
  resolve(request: DialogRequest, isConfirmed: boolean): void {
    set(read().filter((other) => other !== request));
    request.resolve(isConfirmed);
  },
};
