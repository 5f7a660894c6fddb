import { Redirect } from '#web/components/redirect.tsx';

export default function DashboardStart() {
  return <Redirect to="/dashboard/appointments" replace />;
}
