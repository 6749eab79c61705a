import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { isJSONRPCNotification, isJSONRPCRequest, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** Versions of the protocol in which a line may contain several messages. */
const versionsWithBatches: ReadonlySet<string> = new Set(['2024-11-05', '2025-03-26']);

const resourceNotFound = -32_002;
const invalidParams: number = ProtocolErrorCode.InvalidParams;

/** Requests of one line, whose responses are sent in one line. */
interface Batch {
  readonly waiting: Set<RequestId>;
  readonly responses: unknown[];
}

/**
 * Standard input and output. The SDK reads one message per line and ignores JSON-RPC batches; here a batch
 * gets one response, or an error if the protocol version has no batches.
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
        // A canceled request gets no response, and the rest of its batch does not wait for one.
        this.#respond(message.params?.['requestId'] as RequestId, []);
      }
    };
    await this.#inner.start();
    process.stdin.pipe(this.#lines);
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  async send(sent: JSONRPCMessage): Promise<void> {
    const message = this.#withResourceCode(sent);
    if ('result' in message && typeof message.result['protocolVersion'] === 'string') {
      this.#version = message.result['protocolVersion'];
    }
    const isResponse = 'result' in message || 'error' in message;
    if (isResponse && message.id !== undefined && this.#respond(message.id, [message])) return;
    await this.#inner.send(message);
  }

  /**
   * The SDK sends the code of the newest version, which has no initialization, for a missing resource; clients of
   * the versions before expect their own.
   */
  #withResourceCode(message: JSONRPCMessage): JSONRPCMessage {
    if (this.#version === undefined || !('error' in message)) return message;
    const { code, data } = message.error;
    const isResource = code === invalidParams && Object.hasOwn(Object(data) as object, 'uri');
    return isResource ? { ...message, error: { ...message.error, code: resourceNotFound } } : message;
  }

  /** Returns the messages to process one by one. */
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

  /** Whether the request belongs to a batch. */
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

/** The reader after this closes the connection for longer lines. */
const longestLine = 10 * 1_048_576;

/** Passes lines on, splitting a batch into one line per message. */
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
