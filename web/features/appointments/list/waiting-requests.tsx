import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { offlineQueue, type QueuedRequest } from '#web/pwa/offline-queue.ts';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { QueuedRequestCard } from './queued-request-card.tsx';
import { removeDeliveredRequests } from './remove-delivered-requests.ts';
import { useQueuedRequests } from './use-queued-requests.ts';

/**
 * Shows the member's requests that wait on this device, even while offline. The offline queue prompt does not
 * offer these requests. A request that was sent leads to its appointment's card.
 * @param onRemoved called to move the focus if a removed request had it
 */
export function WaitingRequests({ onRemoved }: { onRemoved: () => void }) {
  const { user } = useSession();
  const requests = useQueuedRequests(user?.uid, offlineQueue.list);
  const { data } = useQuery(appointmentsQuery(user));
  useEffect(() => {
    if (user && data) removeDeliveredRequests(user.uid, data);
  }, [user, data]);
  const navigate = useNavigate();
  useEffect(
    () => offlineQueue.onAccepted((_, insertedId) => void navigate(`#${insertedId}`, { replace: true })),
    [navigate],
  );
  const count = useRef(requests.length);
  useEffect(() => {
    if (requests.length < count.current && document.activeElement === document.body) onRemoved();
    count.current = requests.length;
  }, [requests.length, onRemoved]);
  return (
    user && requests.map((request) => <WaitingRequest key={request.key} uid={user.uid} request={request} />)
  );
}

function WaitingRequest({ uid, request }: { uid: string; request: QueuedRequest }) {
  const { body } = useRef(request).current;
  useEffect(() => {
    offlineQueue.claim(undefined, body);
    return () => offlineQueue.claim(body, undefined);
  }, [body]);
  return (
    <div className="bb-card border-s-4 border-s-warn p-5">
      <QueuedRequestCard uid={uid} request={request} />
    </div>
  );
}
