import { Navigate } from 'react-router';

export default function DashboardStart() {
  return <Navigate to="/dashboard/appointments" replace />;
}
