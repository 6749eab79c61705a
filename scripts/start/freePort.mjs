import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Parses a port and checks that it is free before anything is started: VS Code's server does not exit if its
 * port is in use. 0 means any free port.
 * @param {string} text
 * @param {string} option the command line's name for it
 * @returns {Promise<number>}
 */
export async function freePort(text, option) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new Error(`${option} is a number from 0 to 65535, not ${text}.`);
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return port;
  } catch (error) {
    throw new Error(`${whyNot(error, port)} Select another ${option}.`);
  } finally {
    server.close();
  }
}

/**
 * @param {unknown} error
 * @param {number} port
 */
function whyNot(error, port) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this account.`;
  return `Port ${port} cannot be used (${String(code ?? error)}).`;
}
