/** Returns the code of the error with which `work` rejects, or `done`. */
export const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { code?: unknown }) => error.code,
  );
