import { Outlet } from 'react-router';
import { Guarded } from '#web/auth/guarded.tsx';

export default function Guard() {
  return (
    <Guarded>
      <Outlet />
    </Guarded>
  );
}
