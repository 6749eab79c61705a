import { assistantTools } from './assistantTools';
import { inputSchemaOf } from './inputs';
import { assistantInstructions } from './instructions';
import { languageRules } from './languageGuide';

/** A tool for manifests and protocols. */
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

/** The instructions that assistants get from the server and from files in VS Code. */
export const assistantTexts = { instructions: assistantInstructions, languageRules };
