import { Outlet } from 'react-router';
import { Guarded } from '../shell/guarded.tsx';

export default function Guard() {
  return (
    <Guarded>
      <Outlet />
    </Guarded>
  );
}
