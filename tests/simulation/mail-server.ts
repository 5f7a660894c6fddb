import type { Email } from '#platform/messages.ts';
import type { Stage, Use } from './scheduler.ts';

export type MailServer = ReturnType<typeof createMailServer>;

/** Keeps each email that arrived, and notices one that arrives again although no fault came between. */
export function createMailServer(stage: Stage) {
  const received = new Map<string, { mail: Email; faultsBefore: number }>();
  const again: string[] = [];
  return {
    again,
    receive(mail: Email, id: string, { fault }: Use): void {
      const before = received.get(id);
      // After a lost response, a kill, or a result that was not recorded, a second delivery is the only safe choice.
      if (before?.faultsBefore === stage.faultsSeen()) again.push(`${mail.subject} (${id})`);
      const isAfterwards = fault === 'lost' || fault === 'killed after';
      received.set(id, { mail, faultsBefore: stage.faultsSeen() - (isAfterwards ? 1 : 0) });
    },
    /** Each email once, however often it arrived. */
    list: (): Email[] => [...received.values()].map(({ mail }) => mail),
    clear(): void {
      received.clear();
      again.length = 0;
    },
  };
}
