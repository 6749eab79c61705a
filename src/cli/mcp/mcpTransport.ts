import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const resourceNotFound = -32_002;
const invalidParams: number = ProtocolErrorCode.InvalidParams;

/**
 * The SDK reports a missing resource with the code of the newest protocol version, in which clients do not
 * initialize a session. Clients that do expect the code of their own version.
 */
export class McpTransport extends StdioServerTransport {
  #isInitialized = false;

  override async send(message: JSONRPCMessage): Promise<void> {
    this.#isInitialized ||= 'result' in message && 'protocolVersion' in message.result;
    await super.send(this.#isInitialized ? withResourceCode(message) : message);
  }
}

function withResourceCode(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  const { code, data } = message.error;
  const isResource = code === invalidParams && Object.hasOwn(Object(data) as object, 'uri');
  return isResource ? { ...message, error: { ...message.error, code: resourceNotFound } } : message;
}
