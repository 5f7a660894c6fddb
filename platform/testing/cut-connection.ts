import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server that can be cut, for tests of what happens when it is away. */
export type CuttableConnection = {
  /** The server's address, by way of this line. */
  url: string;
  /** From now on nothing comes back; resolves when something has been asked. */
  silence(): Promise<void>;
  /** Ends all connections; new ones are taken, and get answers. */
  breakOff(): void;
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
};

export async function openCuttableConnection(url: string): Promise<CuttableConnection & AsyncDisposable> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let silent = false;
  let onAsked = () => {};
  const server = createServer((from) => {
    const to = connect(Number(port), hostname);
    for (const socket of [from, to]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        from.destroy();
        to.destroy();
      });
    }
    from.on('data', () => onAsked());
    from.pipe(to).on('data', (answer) => silent || from.write(answer));
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const own = await listen(0);
  const silence = () =>
    new Promise<void>((resolve) => {
      silent = true;
      onAsked = resolve;
    });
  const breakOff = () => {
    silent = false;
    for (const socket of open) socket.destroy();
  };
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    breakOff();
    await closed;
  };
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(own);
  return {
    url: through.href,
    silence,
    breakOff,
    cut,
    mend: async () => void (await listen(own)),
    [Symbol.asyncDispose]: cut,
  };
}
