import { useQueryClient } from '#web/api/queries.ts';
import { useFormAction } from '#web/components/form-error.tsx';
import { requestErrorText } from './error-texts.ts';

/** Runs changes of a request, then loads it again. */
export function useRequestAction() {
  const cache = useQueryClient();
  const { failure, isBusy, attempt } = useFormAction(requestErrorText);
  const run = (action: () => Promise<unknown>): void =>
    void attempt(async () => {
      await action();
      await cache.invalidateQueries({ queryKey: ['requests'] });
    });
  return { failure, isBusy, run };
}
