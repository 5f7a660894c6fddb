import { Agent, request } from 'node:http';

/**
 * Returns a function that sends paths and headers unchanged, which `fetch` would normalize. It resolves with
 * the status.
 */
export function createSender(address: string) {
  const agent = new Agent({ keepAlive: true });
  const { port } = new URL(address);
  return {
    send: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      new Promise<number>((resolve, reject) => {
        const outgoing = request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0));
        });
        outgoing.on('error', reject).end();
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}
