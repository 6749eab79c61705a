import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * VS Code's server does not end when its port is taken, so it is tried first. 0 stands for any free one.
 * @param {number} port
 * @param {string} option the command line's name for it
 */
export async function requireFreePort(port, option) {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is taken by another program. Choose another ${option}.`);
  } finally {
    server.close();
  }
}
