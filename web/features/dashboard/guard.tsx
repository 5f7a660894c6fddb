import { Outlet } from 'react-router';
import { RequireSignIn } from '../shell/require-sign-in.tsx';

export default function Guard() {
  return (
    <RequireSignIn>
      <Outlet />
    </RequireSignIn>
  );
}
