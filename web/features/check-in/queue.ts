import * as z from 'zod/mini';
import { Operation, renameAppointment } from './operations.ts';

export const RejectedOperation = z.object({
  operation: Operation,
  message: z.string(),
  /** The donor, who may be on no list any more. */
  name: z.optional(z.string()),
});
export type RejectedOperation = z.infer<typeof RejectedOperation>;

/** What a device has to send. Kept apart from the list, because it outlasts the shift. */
export const Queue = z.object({ operations: z.array(Operation), rejected: z.array(RejectedOperation) });
export type Queue = z.infer<typeof Queue>;

/** Can be repeated, and changes only the operation that it is about: other tabs change the same queue. */
export type QueueChange = (queue: Queue) => Queue;

export const emptyQueue: Queue = { operations: [], rejected: [] };

export const applyChanges = (queue: Queue, changes: readonly QueueChange[]): Queue =>
  changes.reduce((changed, change) => change(changed), queue);

export const addOperation =
  (operation: Operation): QueueChange =>
  (queue) => ({ ...queue, operations: [...without(queue.operations, operation), operation] });

/** @param walkInId the id that the server gave to a walk-in */
export const removeSent =
  (sent: Operation, walkInId: string | undefined): QueueChange =>
  (queue) => {
    const operations = without(queue.operations, sent);
    if (walkInId === undefined) return { ...queue, operations };
    return { ...queue, operations: renameAppointment(operations, { from: sent.operationId, to: walkInId }) };
  };

/** Marks walk-ins that could not be sent at once. */
export const markOffline: QueueChange = (queue) => ({
  ...queue,
  operations: queue.operations.map((each) =>
    each.kind === 'walk-in' ? { ...each, wasOffline: true } : each,
  ),
});

export const rejectOperation =
  ({ operation, ...rest }: RejectedOperation): QueueChange =>
  (queue) => {
    const operations = without(queue.operations, operation);
    // Another tab has sent it, too, and was first.
    if (operations.length === queue.operations.length) return queue;
    return { operations, rejected: [...queue.rejected, { operation, ...rest }] };
  };

export const dismissOperation =
  ({ operationId }: Operation): QueueChange =>
  (queue) => ({
    ...queue,
    rejected: queue.rejected.filter(({ operation }) => operation.operationId !== operationId),
  });

const without = (operations: readonly Operation[], { operationId }: Operation): Operation[] =>
  operations.filter((each) => each.operationId !== operationId);
