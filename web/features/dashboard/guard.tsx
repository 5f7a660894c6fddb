import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { comeBackTo } from '#web/session/return-location.ts';
import { useSession } from '#web/session/session.tsx';
import { FullHeightSpinner } from '#web/ui/spinner.tsx';

/** Lets signed-in people pass; everyone else goes to /login, which brings them back here. */
export default function Guard() {
  const { state, left, gone } = useSession();
  const location = useLocation();
  const [entered, setEntered] = useState(state === 'signed-in');
  if (state === 'signed-in' && !entered) setEntered(true);
  if (state === 'loading') return <FullHeightSpinner />;
  if (state === 'signed-in') return <Outlet />;
  // Only whoever was inside when it went: later this is a guarded page as any other.
  if (gone && entered) return <Navigate to="/" replace />;
  return <Navigate to="/login" replace state={left ? null : comeBackTo(location)} />;
}
