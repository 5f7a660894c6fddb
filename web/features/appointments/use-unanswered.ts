import { useEffect, useEffectEvent, useRef } from 'react';
import { isSameRequest, type UnsentRequest, unsentRequests } from './unsent-requests.ts';

type Turns = {
  /** What this form has tried to send is accepted by another way (unsent-offer.tsx). */
  accepted(): void;
  /** The line has come back, and nobody has answered yet. */
  connected(): void;
};

/**
 * What becomes of a request that this form has tried to send. While the form is there it offers to send it again itself.
 * Gives what notes a try.
 */
export function useUnanswered({ accepted, connected }: Turns): (request: UnsentRequest) => UnsentRequest {
  const tried = useRef<UnsentRequest['body']>(undefined);
  const look = useEffectEvent((body: UnsentRequest['body']) => {
    if (tried.current && isSameRequest(tried.current, body)) accepted();
  });
  const tell = useEffectEvent(() => {
    if (tried.current && unsentRequests.waits(tried.current)) connected();
  });

  useEffect(() => {
    const stop = unsentRequests.whenAccepted((body) => look(body));
    const online = () => tell();
    addEventListener('online', online);
    return () => {
      stop();
      removeEventListener('online', online);
      unsentRequests.hold(tried.current, undefined);
    };
  }, []);

  return (request) => {
    unsentRequests.hold(tried.current, request.body);
    tried.current = request.body;
    return request;
  };
}
