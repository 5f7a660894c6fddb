import * as z from 'zod/mini';
import { Operation, renameAppointment } from './operations.ts';

export const RejectedOperation = z.object({
  operation: Operation,
  message: z.string(),
  /** The changes that were recorded for a rejected walk-in. */
  followers: z.optional(z.array(Operation)),
});
export type RejectedOperation = z.infer<typeof RejectedOperation>;

/**
 * The changes that a device has to send. They are stored apart from the list, because they outlast the shift.
 */
export const Queue = z.object({ operations: z.array(Operation), rejected: z.array(RejectedOperation) });
export type Queue = z.infer<typeof Queue>;

/**
 * A change of the queue. It can be repeated, and changes only its own operation, because other tabs change
 * the same queue.
 */
export type QueueChange = (queue: Queue) => Queue;

export const emptyQueue: Queue = { operations: [], rejected: [] };

export const applyChanges = (queue: Queue, changes: readonly QueueChange[]): Queue =>
  changes.reduce((changed, change) => change(changed), queue);

export const addOperation =
  (operation: Operation): QueueChange =>
  (queue) => {
    const others = without(queue.operations, operation);
    return { ...queue, operations: [...others, operation] };
  };

/** @param walkInId the id that the server gave to a walk-in */
export const removeSent =
  (sent: Operation, walkInId: string | undefined): QueueChange =>
  (queue) => {
    const operations = without(queue.operations, sent);
    if (walkInId === undefined) return { ...queue, operations };
    return { ...queue, operations: renameAppointment(operations, { from: sent.operationId, to: walkInId }) };
  };

/** Marks walk-ins that could not be sent immediately. */
export const markOffline: QueueChange = (queue) => ({
  ...queue,
  operations: queue.operations.map((operation) =>
    operation.kind === 'walk-in' ? { ...operation, wasOffline: true } : operation,
  ),
});

/**
 * Moves an operation to the rejected ones. Also removes the changes recorded for a rejected walk-in from the
 * queue, because the server has no such appointment.
 */
export const rejectOperation =
  ({ operation, ...rest }: RejectedOperation): QueueChange =>
  (queue) => {
    const others = without(queue.operations, operation);
    // Another tab has already sent this operation.
    if (others.length === queue.operations.length) return queue;
    const followers = others.filter((other) => isAbout(other, operation));
    return {
      operations: others.filter((other) => !isAbout(other, operation)),
      rejected: [...queue.rejected, { operation, ...rest, ...(followers.length > 0 && { followers }) }],
    };
  };

const isAbout = (change: Operation, { operationId }: Operation): boolean =>
  change.kind === 'status' && change.appointmentId === operationId;

/**
 * Queues a rejected walk-in again, even if the day has no free slot, with the changes recorded for it. If two
 * tabs do this, the walk-in is still queued only once.
 */
export const forceWalkIn =
  ({ operationId }: Operation): QueueChange =>
  (queue) => {
    const found = queue.rejected.find(({ operation }) => operation.operationId === operationId);
    if (found?.operation.kind !== 'walk-in') return queue;
    const { operation, followers = [] } = found;
    return {
      operations: [...queue.operations, { ...operation, force: true }, ...followers],
      rejected: queue.rejected.filter((entry) => entry !== found),
    };
  };

export const dismissOperation =
  ({ operationId }: Operation): QueueChange =>
  (queue) => ({
    ...queue,
    rejected: queue.rejected.filter(({ operation }) => operation.operationId !== operationId),
  });

const without = (operations: readonly Operation[], { operationId }: Operation): Operation[] =>
  operations.filter((operation) => operation.operationId !== operationId);
