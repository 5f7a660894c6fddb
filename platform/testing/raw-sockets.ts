import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type RawConnection = {
  socket: Socket;
  /** All that has come so far. */
  heard(): string;
  statuses(): number[];
  closed: Promise<void>;
};

/** A line to a server, on which a test says what it likes. */
export async function openRawConnection(address: string): Promise<RawConnection> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1').setEncoding('latin1');
  let heard = '';
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  // Who is refused in the middle of what it sends may be told so by a reset.
  socket.on('data', (data) => (heard += data)).on('error', () => {});
  await once(socket, 'connect');
  return {
    socket,
    heard: () => heard,
    statuses: () => [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)),
    closed,
  };
}
