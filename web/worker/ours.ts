/** A hotel's sign-in page in place of what was asked for is not to be kept. */
export const isOurs = (answer: Response, type: RegExp): boolean =>
  answer.status === 200 && !answer.redirected && type.test(answer.headers.get('Content-Type') ?? '');

/** Keeps answers of this type only. */
export const ours = (type: RegExp) => ({
  cacheWillUpdate: async ({ response }: { response: Response }) => (isOurs(response, type) ? response : null),
});
