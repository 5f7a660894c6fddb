import { useEffect, useEffectEvent, useRef } from 'react';
import { isSameRequest, type UnsentRequest, unsentRequests } from './unsent-requests.ts';

/**
 * Calls back when what this form has tried to send is accepted by another way (unsent-offer.tsx). Gives what notes a try.
 */
export function useSentElsewhere(accepted: () => void): (request: UnsentRequest) => UnsentRequest {
  const tried = useRef<UnsentRequest['body']>(undefined);
  const look = useEffectEvent((body: UnsentRequest['body']) => {
    if (tried.current && isSameRequest(tried.current, body)) accepted();
  });
  useEffect(() => unsentRequests.whenAccepted((body) => look(body)), []);
  return (request) => {
    tried.current = request.body;
    return request;
  };
}
