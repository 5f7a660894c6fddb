import { useState } from 'react';
import { ApiError } from '#web/api/errors.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { useFormAction } from '#web/components/form-error.tsx';
import { staffErrorText } from './error-texts.ts';

/** Runs changes of a staff page, then reloads its data. `done` describes the outcome. */
export function useChange() {
  const { user } = useSession();
  const cache = useQueryClient();
  const [done, setDone] = useState<string>();
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);

  /** Rejects if the action fails, for forms that show its error themselves. */
  const run = async (action: () => Promise<string>): Promise<void> => {
    setDone(undefined);
    try {
      setDone(await action());
    } finally {
      await cache.invalidateQueries({ queryKey: ['staff', user?.uid] });
    }
  };
  return {
    done,
    failure,
    isBusy,
    run,
    change: (action: () => Promise<string>) => attempt(() => run(action)),
  };
}

/** Returns false if the item was already removed, so that nothing is left to do. */
export const ignoreNotFound = (request: Promise<unknown>): Promise<boolean> =>
  request.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return false;
      throw error;
    },
  );
