import * as vscode from 'vscode';
import { activeExtension } from './extension';

/** Invokes a tool as an assistant in this VS Code would. */
export async function invokeTool(
  tool: string,
  input: object = {},
  token?: vscode.CancellationToken,
): Promise<string> {
  await activeExtension();
  const options = { input, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool(`logbench_${tool}`, options, token);
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

/** The response, or the text of the rejection. */
export async function responseOf(tool: string, input: object = {}): Promise<string> {
  return invokeTool(tool, input).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
}

/** The responses and rejections of all tools, a secret being among what they are asked for. */
export async function invokeEachTool(secret: string): Promise<readonly string[]> {
  const text = `json "{'secret':'${secret}'}"`;
  const inputs: Readonly<Record<string, object>> = {
    platforms: {},
    tables: { keyword: secret },
    table: { table: secret },
    language: { question: secret },
    check_query: { query: text },
    run_query: { query: text },
    scheduled_queries: { keyword: secret },
    scheduled_query: { query: secret },
    rules: { keyword: secret },
    audit_logs: { keywords: [secret] },
    query_status: { id: 1 },
    propose_change: { change: secret, query: text, reason: secret },
    convert_sigma: { rule: `title: ${secret}` },
  };
  const responses: string[] = [];
  for (const [tool, input] of Object.entries(inputs)) responses.push(await responseOf(tool, input));
  return responses;
}
