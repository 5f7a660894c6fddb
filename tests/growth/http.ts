import { Agent, request } from 'node:http';

/** Sends a path and headers as they are, which `fetch` would tidy up first; the status of the response. */
export function createSender(address: string) {
  const agent = new Agent({ keepAlive: true });
  const { port } = new URL(address);
  return {
    send: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      new Promise<number>((resolve, reject) => {
        const sent = request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0));
        });
        sent.on('error', reject).end();
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}
