/**
 * What requests begin their `User-Agent` with that a language model's tool sends. No other field of a request tells
 * it: a service that does not know the name just notes it in its log.
 */
export const assistantProduct = 'logbench-assistant';

/** @param through which program the assistant uses, such as `vscode` or `mcp`. */
export function assistantUserAgent(version: string, through: string): string {
  return `${assistantProduct}/${version} (${through})`;
}
