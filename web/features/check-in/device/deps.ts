import type { CenterAppointment, DeviceKeys, PublicKey } from '#contract/staff-check-in.ts';
import type { Operation, OperationResult } from './operations.ts';
import type { Queue } from './queue.ts';
import type { Snapshot } from './snapshot.ts';

export type FetchedList = {
  list: CenterAppointment[] | undefined;
  etag: string | undefined;
  serverTime: number;
};
export type CheckInDeps = {
  centerId: string;
  /** `list` is undefined if the server's list still has this ETag. */
  fetchList: (etag: string | undefined) => Promise<FetchedList>;
  fetchPassKeys: () => Promise<PublicKey[]>;
  fetchDeviceKeys: () => Promise<DeviceKeys>;
  sendOperation: (operation: Operation) => Promise<OperationResult>;
  /** @param shiftKey if undefined, the returned snapshot is locked */
  loadSnapshot: (shiftKey: string | undefined) => Promise<Snapshot | undefined>;
  saveSnapshot: (snapshot: Snapshot, shiftKey: string) => Promise<void>;
  /**
   * Changes the stored queue, which all tabs share, and returns it. Stores nothing if `change` returns the
   * same object.
   */
  updateQueue: (change: (stored: Queue | undefined) => Queue | undefined) => Promise<Queue | undefined>;
  now: () => number;
};
