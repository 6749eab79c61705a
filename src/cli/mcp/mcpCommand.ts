import { assistantAccesses, environments } from '../../core/base/environment';
import { choiceOption, exitCodes } from '../command';
import type { Command } from '../command';
import { interruption } from '../terminal';
import { platformOptions } from '../target';

export const mcpCommand: Command = {
  name: 'mcp',
  parameters: '[OPTIONS]',
  summary: 'Serves assistants over standard input and output (Model Context Protocol). Read-only.',
  options: {
    ...platformOptions,
    access: {
      value: assistantAccesses.join('|'),
      summary: 'what assistants can access: nothing; names, definitions and states; or also rows, masked',
    },
    environment: { value: environments.join('|'), summary: 'with --url, the environment of the platform' },
    drafts: { value: 'DIR', summary: 'folder for proposed changes' },
  },
  async run(input, terminal) {
    const access = choiceOption(input, 'access', assistantAccesses);
    // The SDK is large and only needed here.
    const [{ openMcpHost }, { serveMcp }] = await Promise.all([import('./mcpHost'), import('./mcpServer')]);
    await using host = await openMcpHost(input, access, terminal);
    using signal = interruption();
    await serveMcp(host, terminal, signal);
    return exitCodes.done;
  },
};
