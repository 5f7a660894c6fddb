import { Navigate, Outlet, useLocation } from 'react-router';
import { comeBackTo } from '#web/session/return-location.ts';
import { useSession } from '#web/session/session.tsx';
import { FullHeightSpinner } from '#web/ui/spinner.tsx';

/** Lets signed-in people pass; everyone else goes to /login, which brings them back here. */
export default function Guard() {
  const { state, left } = useSession();
  const location = useLocation();
  if (state === 'loading') return <FullHeightSpinner />;
  if (state === 'signed-in') return <Outlet />;
  return <Navigate to="/login" replace state={left ? null : comeBackTo(location)} />;
}
