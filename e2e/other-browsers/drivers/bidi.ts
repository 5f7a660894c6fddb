import { once } from 'node:events';

type Message = { id?: number; type: string; method?: string; params?: unknown; result?: unknown };
type PendingCommand = { method: string; resolve: (result: never) => void; reject: (error: Error) => void };

const TIMEOUT_MS = 60_000;

/** A WebDriver BiDi connection that sends commands and receives events. */
export type BidiConnection = {
  send<Result = unknown>(method: string, params?: object): Promise<Result>;
  close(): void;
};

export async function connectBidi(
  url: string,
  onEvent: (method: string, params: unknown) => void,
): Promise<BidiConnection> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const pendingCommands = new Map<number, PendingCommand>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data) as Message;
    if (message.type === 'event') return onEvent(message.method ?? '', message.params);
    const command = pendingCommands.get(message.id ?? 0);
    pendingCommands.delete(message.id ?? 0);
    if (message.type === 'success') command?.resolve(message.result as never);
    else command?.reject(new Error(`${command.method}: ${data}`));
  });
  socket.addEventListener('close', () => {
    for (const { method, reject } of pendingCommands.values())
      reject(new Error(`${method}: the browser closed the connection.`));
    pendingCommands.clear();
  });
  return {
    send<Result>(method: string, params: object = {}) {
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      pendingCommands.set(id, { method, resolve, reject });
      const timer = setTimeout(
        () => reject(new Error(`${method}: no response in ${TIMEOUT_MS} ms.`)),
        TIMEOUT_MS,
      );
      socket.send(JSON.stringify({ id, method, params }));
      return promise.finally(() => clearTimeout(timer));
    },
    close: () => socket.close(),
  };
}
