import { queryClient } from '#web/api/queries.ts';
import type { AnswerValues } from './answers.ts';
import type { Finding } from './assess-eligibility.ts';

/** `findings`: the result, if the answers were submitted and have not changed since then. */
export type SavedAnswers = { values: AnswerValues; findings?: Finding[] };

// Health data stays in this page's memory. The session store empties the query cache at sign-out and when a
// user signs in.
const queryKey = ['eligibility-answers'];
queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });

export const loadAnswers = (): SavedAnswers | undefined => queryClient.getQueryData(queryKey);

export const saveAnswers = (answers: SavedAnswers): void => void queryClient.setQueryData(queryKey, answers);

export const clearAnswers = (): void => queryClient.removeQueries({ queryKey });

/** Calls `listener` when saved answers are removed. Returns a function that stops listening. */
export const onAnswersCleared = (listener: () => void): (() => void) =>
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed' && query.queryKey[0] === queryKey[0]) listener();
  });
