import { assistantTools } from './assistantTools';
import { inputSchemaOf } from './inputs';
import { assistantInstructions } from './instructions';
import { languageRules } from './languageGuide';

/** A tool as manifests and protocols list it. */
export interface DescribedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export function describedTools(): readonly DescribedTool[] {
  return assistantTools.map((tool) => {
    const { name, title, description } = tool;
    return { name, title, description, inputSchema: inputSchemaOf(tool) };
  });
}

/** What assistants are told before they use a tool: by the server, by the files that VS Code offers them. */
export const assistantTexts = { instructions: assistantInstructions, languageRules };
