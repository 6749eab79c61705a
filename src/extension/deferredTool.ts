import type * as vscode from 'vscode';
import type { Assistants } from './features/assistants';

/**
 * A tool for assistants that waits for the features. If they cannot be loaded, the assistant gets a sentence that it
 * can pass on; the reason is in the log.
 */
export function deferredTool(
  name: string,
  features: Promise<{ readonly assistants: Assistants }>,
): vscode.LanguageModelTool<object> {
  const loaded = features.catch(() => undefined);
  return {
    // A call that will fail requires no confirmation.
    prepareInvocation: async ({ input }) => (await loaded)?.assistants.prepareTool(name, input),
    invoke: async (options, token) => {
      const open = await loaded;
      if (open === undefined) throw new Error(notStarted);
      return open.assistants.invokeTool(name, options, token);
    },
  };
}

/** In English, as all texts for models. */
const notStarted =
  'Logbench could not be started, so its tools are unavailable. Ask the user to reload the window with the command "Developer: Reload Window"; the reason is in the output channel "Logbench (start)".';
