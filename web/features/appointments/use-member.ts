import { useCallback, useEffect, useRef } from 'react';
import { useSession } from '#web/session/session.tsx';

type Member = { uid: string; email: string };

/** Gives a question that is answered once it is known who is signed in, however early it is asked. */
export function useMember(): () => Promise<Member | undefined> {
  const session = useSession();
  const latest = useRef(session);
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    latest.current = session;
    if (session.state === 'loading') return;
    for (const goOn of waiting.current.splice(0)) goOn();
  }, [session]);

  return useCallback(async () => {
    if (latest.current.state === 'loading')
      await new Promise<void>((resolve) => waiting.current.push(resolve));
    return latest.current.user;
  }, []);
}
