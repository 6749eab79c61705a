import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { isJSONRPCNotification, isJSONRPCRequest, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** Versions of the protocol in which a line may contain several messages. */
const versionsWithBatches: ReadonlySet<string> = new Set(['2024-11-05', '2025-03-26']);

/** Requests that came in one line, whose responses go into one line. */
interface Batch {
  readonly waiting: Set<RequestId>;
  readonly responses: unknown[];
}

/**
 * Standard input and output. The library reads lines with one message each and drops a JSON-RPC batch without a
 * response; here a batch is answered as one, or with an error where the version of the protocol has no batches.
 */
export class BatchTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  #version: string | undefined;
  readonly #batches = new Map<RequestId, Batch>();
  readonly #lines = new SplitBatches((messages) => this.#open(messages));
  readonly #inner = new StdioServerTransport(this.#lines);

  async start(): Promise<void> {
    this.#inner.onclose = () => {
      process.stdin.unpipe(this.#lines).pause();
      this.onclose?.();
    };
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message) => {
      this.onmessage?.(message);
      if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
        // A canceled request gets no response, and the others of its batch do not wait for one.
        this.#respond(message.params?.['requestId'] as RequestId, []);
      }
    };
    await this.#inner.start();
    process.stdin.pipe(this.#lines);
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ('result' in message && typeof message.result['protocolVersion'] === 'string') {
      this.#version = message.result['protocolVersion'];
    }
    const isResponse = 'result' in message || 'error' in message;
    if (isResponse && message.id !== undefined && this.#respond(message.id, [message])) return;
    await this.#inner.send(message);
  }

  /** Returns the messages to read one by one. */
  #open(messages: readonly unknown[]): readonly unknown[] {
    if (messages.length === 0 || !versionsWithBatches.has(this.#version ?? '')) {
      write(invalidRequest(`Send each message in its own line: ${this.#version ?? 'here'} has no batches.`));
      return [];
    }
    const isValid = (message: unknown): boolean =>
      isJSONRPCRequest(message) || isJSONRPCNotification(message);
    const invalid = messages.filter((message) => !isValid(message));
    const requests = messages.filter((message) => isJSONRPCRequest(message));
    const responses = invalid.map(() => invalidRequest('This is not a message.'));
    const batch: Batch = { waiting: new Set(requests.map(({ id }) => id)), responses };
    for (const id of batch.waiting) this.#batches.set(id, batch);
    if (batch.waiting.size === 0 && responses.length > 0) write(responses);
    return messages.filter(isValid);
  }

  /** Whether the request is one of a batch. */
  #respond(id: RequestId, responses: readonly unknown[]): boolean {
    const batch = this.#batches.get(id);
    if (batch === undefined) return false;
    this.#batches.delete(id);
    batch.waiting.delete(id);
    batch.responses.push(...responses);
    if (batch.waiting.size === 0 && batch.responses.length > 0) write(batch.responses);
    return true;
  }
}

/** The reader behind this ends the connection when it is given more in one line. */
const longestLine = 10 * 1_048_576;

/** Passes lines on, those with a batch as one line for each of its messages. */
class SplitBatches extends Transform {
  #line = Buffer.alloc(0);

  constructor(private readonly open: (messages: readonly unknown[]) => readonly unknown[]) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#line = Buffer.concat([this.#line, chunk]);
    for (let end = this.#line.indexOf('\n'); end >= 0; end = this.#line.indexOf('\n')) {
      this.#pass(this.#line.subarray(0, end + 1));
      this.#line = this.#line.subarray(end + 1);
    }
    if (this.#line.length > longestLine) {
      this.push(this.#line);
      this.#line = Buffer.alloc(0);
    }
    done();
  }

  #pass(line: Buffer): void {
    const messages = batchIn(line);
    if (messages === undefined) this.push(line);
    else for (const message of this.open(messages)) this.push(`${JSON.stringify(message)}\n`);
  }
}

function batchIn(line: Buffer): readonly unknown[] | undefined {
  const text = line.toString('utf8').trimStart();
  if (!text.startsWith('[')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function invalidRequest(message: string): unknown {
  return { jsonrpc: '2.0', id: null, error: { code: ProtocolErrorCode.InvalidRequest, message } };
}

function write(response: unknown): void {
  process.stdout.write(`${JSON.stringify(response)}\n`);
}
