import { expect, test, vi } from 'vitest';
import { queryClient } from '#web/api/queries.ts';
import { clearUserQueries } from '#web/api/shared-cache.ts';
import type { AnswerValues } from './answers.ts';
import { clearAnswers, loadAnswers, onAnswersCleared, saveAnswers } from './saved-answers.ts';

const answers = { values: { age: '34' } as AnswerValues, findings: [] };

test('answers are kept until they are cleared, or the data of the user is', () => {
  const onCleared = vi.fn();
  const stop = onAnswersCleared(onCleared);
  for (const clear of [clearAnswers, clearUserQueries]) {
    saveAnswers(answers);
    expect(loadAnswers()).toEqual(answers);
    onCleared.mockClear();
    clear();
    expect(loadAnswers()).toBeUndefined();
    expect(onCleared).toHaveBeenCalledOnce();
  }
  stop();
});

test('answers outlive the time after which the cache drops unused data', () => {
  vi.useFakeTimers();
  saveAnswers(answers);
  queryClient.setQueryData(['other'], 'data');
  vi.advanceTimersByTime(3_600_000);
  expect(queryClient.getQueryData(['other'])).toBeUndefined();
  expect(loadAnswers()).toEqual(answers);
  vi.useRealTimers();
});
