/**
 * The product in the `User-Agent` of requests from the tools of a language model. No other field identifies
 * them; a platform that does not know the name only logs it.
 */
export const assistantProduct = 'logbench-assistant';

/** @param through the program that the assistant uses, such as `vscode` or `mcp`. */
export function assistantUserAgent(version: string, through: string): string {
  return `${assistantProduct}/${version} (${through})`;
}
