import { t } from '@lingui/core/macro';
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
