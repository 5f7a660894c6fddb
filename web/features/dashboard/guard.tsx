import { Outlet } from 'react-router';
import type { PageHandle } from '#web/auth/page-handle.ts';
import { RequireSignIn } from '../shell/require-sign-in.tsx';

export const handle = { isShell: true } satisfies Partial<PageHandle>;

export default function Guard() {
  return (
    <RequireSignIn>
      <Outlet />
    </RequireSignIn>
  );
}
