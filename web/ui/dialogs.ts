export type Question = {
  id: number;
  title: string;
  text: string;
  yes: string;
  /** Absent: an alert with one button. */
  no?: string;
  answer: (yes: boolean) => void;
};

let queue: readonly Question[] = [];
let asked = 0;
const listeners = new Set<() => void>();

function set(next: readonly Question[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

const put = (question: Omit<Question, 'answer' | 'id'>): Promise<boolean> =>
  new Promise((resolve) => set([...queue, { ...question, id: ++asked, answer: resolve }]));

/** Asks yes or no; Escape means no. */
export const ask = ({
  title,
  text,
  yes = 'Yes',
  no = 'No',
}: {
  title: string;
  text: string;
  yes?: string;
  no?: string;
}): Promise<boolean> => put({ title, text, yes, no });

/** Tells something and waits until it is acknowledged. */
export const tell = async ({
  title,
  text,
  ok = 'OK',
}: {
  title: string;
  text: string;
  ok?: string;
}): Promise<void> => {
  await put({ title, text, yes: ok });
};

/** What DialogHost shows: the question asked first. */
export const questions = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  first: (): Question | undefined => queue[0],
  answer(question: Question, yes: boolean): void {
    set(queue.filter((other) => other !== question));
    question.answer(yes);
  },
};
