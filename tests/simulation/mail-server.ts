import type { Email } from '#platform/messages.ts';
import type { Simulation, Step } from './scheduler.ts';

export type MailServer = ReturnType<typeof createMailServer>;

/** Records received emails, and detects one that arrives twice without a fault in between. */
export function createMailServer(simulation: Simulation) {
  const received = new Map<string, { email: Email; faultsBefore: number }>();
  const duplicates: string[] = [];
  return {
    duplicates,
    receive(email: Email, id: string, { fault }: Step): void {
      const earlier = received.get(id);
      // After a lost response, a kill or a result that was not stored, sending again is the only safe choice.
      if (earlier?.faultsBefore === simulation.faultsSeen()) duplicates.push(`${email.subject} (${id})`);
      const isAfterwards = fault === 'response lost' || fault === 'killed after';
      received.set(id, { email, faultsBefore: simulation.faultsSeen() - (isAfterwards ? 1 : 0) });
    },
    /** Returns each email once, even if it arrived several times. */
    list: (): Email[] => [...received.values()].map(({ email }) => email),
    clear(): void {
      received.clear();
      duplicates.length = 0;
    },
  };
}
