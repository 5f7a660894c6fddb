import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can interrupt the connection to a server. */
export type CuttableConnection = {
  /** The server's URL through the proxy. */
  url: string;
  /** Drops all data from the server from now on. Resolves when the client has sent something. */
  silence(): Promise<void>;
  /** Closes all connections. New ones work. */
  disconnectAll(): void;
  /** Closes all connections and rejects new ones. */
  cut(): Promise<void>;
  /** Accepts connections again. */
  restore(): Promise<void>;
};

export async function openCuttableConnection(url: string): Promise<CuttableConnection & AsyncDisposable> {
  const { hostname, port } = new URL(url);
  const openSockets = new Set<Socket>();
  let isSilent = false;
  let onData = () => {};
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      openSockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        openSockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', () => onData());
    client.pipe(upstream).on('data', (data) => isSilent || client.write(data));
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const ownPort = await listen(0);
  const silence = () =>
    new Promise<void>((resolve) => {
      isSilent = true;
      onData = resolve;
    });
  const disconnectAll = () => {
    isSilent = false;
    for (const socket of openSockets) socket.destroy();
  };
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    disconnectAll();
    await closed;
  };
  const proxyUrl = new URL(url);
  proxyUrl.hostname = '127.0.0.1';
  proxyUrl.port = String(ownPort);
  return {
    url: proxyUrl.href,
    silence,
    disconnectAll,
    cut,
    restore: async () => void (await listen(ownPort)),
    [Symbol.asyncDispose]: cut,
  };
}
