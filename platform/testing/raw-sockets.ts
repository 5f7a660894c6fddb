import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type RawConnection = {
  socket: Socket;
  /** Returns all received data. */
  receivedText(): string;
  statuses(): number[];
  closed: Promise<void>;
};

/** Opens a TCP connection on which a test can send anything. */
export async function openRawConnection(address: string): Promise<RawConnection> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1').setEncoding('latin1');
  let received = '';
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  // The server may reset the connection when it rejects a request that is still being sent.
  socket.on('data', (data) => (received += data)).on('error', () => {});
  await once(socket, 'connect');
  return {
    socket,
    receivedText: () => received,
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)),
    closed,
  };
}
