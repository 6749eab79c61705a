import { passOn, send } from './faultProxy';
import type { Exchange, Interference, PlatformResponse } from './faultProxy';

/** A failure of the network, a gateway or the platform. */
export interface Fault {
  readonly name: string;
  readonly interference: Interference;
  /** Whether connections are rejected. */
  readonly rejects?: boolean;
  /** Whether the client would wait forever; tests use a short timeout. */
  readonly slow?: boolean;
}

const day = 86_400_000;

/** All faults, from no connection to an unexpected response. */
export const faults: readonly Fault[] = [
  { name: 'nothing wrong', interference: passOn },
  { name: 'connection refused', interference: passOn, rejects: true },
  {
    name: 'reset before the platform receives it',
    interference: ({ socket }) => void socket.resetAndDestroy(),
  },
  { name: 'reset after the platform acted', interference: resetAfterSend },
  { name: 'reset during the body', interference: resetInBody },
  { name: 'stall before the platform receives it', interference: () => undefined, slow: true },
  { name: 'stall after the platform acted', interference: dropResponse, slow: true },
  { name: 'slow trickle', interference: slowResponse, slow: true },
  { name: 'every second response lost', interference: loseHalf },
  { name: 'truncated JSON', interference: changed((text) => text.slice(0, Math.floor(text.length / 2))) },
  { name: 'corrupted JSON', interference: changed((text) => text.replace(/[{[]/, '\u0000')) },
  { name: 'another type of response', interference: changed(() => '[["unexpected"]]') },
  { name: 'a page to sign in', interference: page },
  ...[401, 429, 500, 503].map((status): Fault => ({
    name: `HTTP ${status} from a gateway`,
    interference: ({ response }) => void response.writeHead(status).end('not now'),
  })),
  { name: 'HTTP 504 after the platform acted', interference: timeOutAfterSend },
  { name: 'responds twice', interference: respondTwice },
  { name: 'responds in reverse order', interference: reversed() },
  { name: 'clock a day ahead', interference: changed(aheadByADay, aheadHeaders) },
];

async function resetAfterSend({ socket, forward }: Exchange): Promise<void> {
  await forward();
  socket.resetAndDestroy();
}

async function dropResponse({ forward }: Exchange): Promise<void> {
  await forward();
}

async function timeOutAfterSend({ forward, response }: Exchange): Promise<void> {
  await forward();
  response.writeHead(504).end('gateway timeout');
}

async function resetInBody({ socket, response, forward }: Exchange): Promise<void> {
  const reply = await forward();
  response.writeHead(reply.status, { ...reply.headers, 'content-length': reply.body.length + 1 });
  response.write(reply.body, () => {
    socket.resetAndDestroy();
  });
}

async function slowResponse({ response, forward }: Exchange): Promise<void> {
  const reply = await forward();
  response.writeHead(reply.status, { 'content-type': 'application/json' });
  const drops = setInterval(() => {
    if (response.destroyed) clearInterval(drops);
    else response.write(' ');
  }, 20);
}

/** Loses every other response, the same ones in each run. */
async function loseHalf({ number, socket, response, forward }: Exchange): Promise<void> {
  const reply = await forward();
  if (number % 2 === 0) socket.resetAndDestroy();
  else send(response, reply);
}

function page({ response }: Exchange): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><form>Sign in</form>');
}

/** Sends the same bytes again on the same connection. */
async function respondTwice({ socket, forward }: Exchange): Promise<void> {
  const { status, headers, body } = await forward();
  const type = String(headers['content-type'] ?? 'application/json');
  const head = `HTTP/1.1 ${status} Again\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), body]);
  socket.write(Buffer.concat([bytes, bytes]));
}

/** Delays each response until the next one was sent, or there are no more requests. */
function reversed(): Interference {
  const maxAttempts = 60;
  let waiting: (() => void) | undefined;
  return async ({ response, forward }) => {
    const reply = await forward();
    const previous = waiting;
    await new Promise<void>((resolve) => {
      waiting = resolve;
      setTimeout(resolve, maxAttempts);
    });
    send(response, reply);
    previous?.();
  };
}

function changed(
  change: (text: string) => string,
  changeHeaders: (response: PlatformResponse) => PlatformResponse = (response) => response,
): Interference {
  return async ({ response, forward }) => {
    const reply = changeHeaders(await forward());
    send(response, { ...reply, body: Buffer.from(change(reply.body.toString('utf8'))) });
  };
}

function aheadByADay(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?=[+-]\d{4})/g, (timestamp) => {
    const shifted = new Date(Date.parse(`${timestamp.replace(' ', 'T')}Z`) + day);
    return shifted.toISOString().slice(0, 19).replace('T', ' ');
  });
}

function aheadHeaders(response: PlatformResponse): PlatformResponse {
  return { ...response, headers: { ...response.headers, date: new Date(Date.now() + day).toUTCString() } };
}
