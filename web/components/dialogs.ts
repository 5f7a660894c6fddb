import { t } from '@lingui/core/macro';
import { createValueStore } from './value-store.ts';

export type DialogRequest = {
  id: number;
  title: string;
  text: string;
  yes: string;
  /** Absent: an alert with one button. */
  no?: string;
  answer: (yes: boolean) => void;
};

const { read, set, subscribe } = createValueStore<readonly DialogRequest[]>([]);
let asked = 0;

const put = (asking: Omit<DialogRequest, 'answer' | 'id'>, signal?: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const question = { ...asking, id: ++asked, answer: resolve };
    set([...read(), question]);
    signal?.addEventListener('abort', () => dialogQueue.answer(question, false), { once: true });
  });

/** Asks yes or no; Escape means no, and so does `signal`, which takes back a question that nobody is to answer any more. */
export const confirmDialog = ({
  title,
  text,
  yes = t`Yes`,
  no = t`No`,
  signal,
}: {
  title: string;
  text: string;
  yes?: string;
  no?: string;
  signal?: AbortSignal | undefined;
}): Promise<boolean> => put({ title, text, yes, no }, signal);

export const alertDialog = async ({
  title,
  text,
  ok = t`OK`,
}: {
  title: string;
  text: string;
  ok?: string;
}): Promise<void> => {
  await put({ title, text, yes: ok });
};

/** What DialogHost shows: the question asked first. */
export const dialogQueue = {
  subscribe,
  first: (): DialogRequest | undefined => read()[0],
  /** Takes back what is asked, unanswered: nothing that would follow an answer happens. What is told stays. */
  drop: (): void => set(read().filter(({ no }) => no === undefined)),
  answer(question: DialogRequest, yes: boolean): void {
    set(read().filter((other) => other !== question));
    question.answer(yes);
  },
};
