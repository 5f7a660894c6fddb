import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import {
  addSealedWalkIn,
  addWalkIn,
  CenterAppointment,
  getDeviceKeys,
  listCenterAppointments,
  listPassKeys,
  setAppointmentStatus,
} from '#contract/staff-check-in.ts';
import type { Client } from '#web/api/client.ts';
import { readErrorResponse } from '#web/api/error-response.ts';
import { NetworkError } from '#web/api/errors.ts';
import type { CheckInDeps, FetchedList } from './deps.ts';
import type { Operation, OperationResult } from './operations.ts';

type Options = {
  centerId: string;
  /** Whether the person has signed out. A waiting request would otherwise be sent as the next person's. */
  hasSignedOut: () => boolean;
};

/** Creates the requests of a device for the list of a center. */
export function createRequests(
  client: Client,
  { centerId, hasSignedOut }: Options,
): Pick<CheckInDeps, 'centerId' | 'fetchList' | 'fetchPassKeys' | 'fetchDeviceKeys' | 'sendOperation'> {
  const ifSignedIn =
    <Input extends unknown[], Output>(request: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      if (hasSignedOut()) throw new NetworkError();
      return request(...input);
    };
  return {
    centerId,
    fetchList: ifSignedIn((etag: string | undefined) => fetchList(client, centerId, etag)),
    fetchPassKeys: ifSignedIn(() => client.call(listPassKeys)),
    fetchDeviceKeys: ifSignedIn(() => client.call(getDeviceKeys)),
    sendOperation: ifSignedIn((operation: Operation) => sendOperation(client, operation, centerId)),
  };
}

async function fetchList({ send }: Client, centerId: string, etag: string | undefined): Promise<FetchedList> {
  const path = listCenterAppointments.path.replace(':id', encodeURIComponent(centerId));
  const response = await send(`/api${path}`, {
    headers: { Accept: 'application/json', ...(etag && { 'If-None-Match': etag }) },
  });
  if (!response.ok && response.status !== 304) throw await readErrorResponse(response);
  const date = Date.parse(response.headers.get('Date') ?? '');
  return {
    list: response.ok ? z.parse(z.array(CenterAppointment), await response.json()) : undefined,
    etag: response.headers.get('ETag') ?? undefined,
    serverTime: Number.isNaN(date) ? Date.now() : date,
  };
}

/** @throws NetworkError even if a captive portal or proxy responds in place of the server */
async function sendOperation(
  { call }: Client,
  operation: Operation,
  centerId: string,
): Promise<OperationResult> {
  if (operation.kind === 'walk-in') {
    const { kind, at, wasOffline, ...rest } = operation;
    const body = { ...rest, centerId, ...(wasOffline && { at }) };
    const result = 'sealed' in body ? await call(addSealedWalkIn, { body }) : await call(addWalkIn, { body });
    // The server's message is in English.
    if ('success' in result)
      throw new Error(t`No place is free on this day. A coordinator can add the donor anyway.`);
    if (!result.insertedId) throw new NetworkError();
    return { kind, appointmentId: result.insertedId, isOverCapacity: result.isOverCapacity === true };
  }
  const { kind, appointmentId, ...body } = operation;
  const result = await call(setAppointmentStatus, { params: { id: appointmentId }, body });
  const { statusBefore } = result;
  if ('conflict' in result) {
    const { conflict } = result;
    return { kind, status: conflict.at(-1)?.status ?? operation.status, conflict, statusBefore };
  }
  if (!result.status) throw new NetworkError();
  return { kind, status: result.status, statusBefore };
}
