import { reloadIfReachable } from '#web/browser/chunk-load-error.ts';
import { unreachableMessage } from '#web/browser/unreachable.ts';
import { toast } from './toast.ts';

/** Reloads the page at the user's request, or shows a toast if the server cannot be reached. */
export const reloadPage = (): Promise<void> =>
  reloadIfReachable().catch(() => toast.error(unreachableMessage));
